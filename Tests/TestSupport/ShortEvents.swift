/// Recordings that tests write in short.
package enum ShortEvents {
    /// Kernel events as an evemu recording: `slot 0, id 5, x 100, y 200 |` ends a frame.
    package static func recording(_ text: String) -> String {
        let codes = [
            "slot": "3 2f", "id": "3 39", "x": "3 35", "y": "3 36", "tool": "3 37", "key": "1 14a", "three": "1 14e",
        ]
        var (lines, time) = ("", 0)
        for frame in text.split(separator: "|") {
            for event in frame.split(separator: ",") {
                let words = event.split(separator: " ")
                if words == ["dropped"] { lines += "E: \(stamp(time)) 0 3 0\n" }
                guard words.count == 2, let code = codes[String(words[0])] else { continue }
                lines += "E: \(stamp(time)) \(code) \(words[1])\n"
            }
            lines += "E: \(stamp(time)) 0 0 0\n"
            time += 2
        }
        return lines
    }

    /// Hundredths of a second as evemu writes them.
    private static func stamp(_ hundredths: Int) -> String {
        "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())0000"
    }
}
