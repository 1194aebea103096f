/// One line of `libinput debug-events`, taken apart.
struct DebugEventLine {
    /// `event5`.
    let sysname: String
    /// `TOUCH_DOWN`.
    let type: String
    /// Microseconds since the tool's start; nil where there is none.
    private(set) var time: Int64?
    /// The slot; -1 on a single touch panel.
    private(set) var slot: Int32?
    /// In percent of the units of the axes.
    private(set) var percent: (x: Double, y: Double)?
    /// In millimeters, or raw units where the panel has no resolution.
    private(set) var millimeters: (x: Double, y: Double)?
    /// What a line about a device calls it.
    private(set) var deviceName = ""
    /// How large it is, in millimeters.
    private(set) var size: (width: Double, height: Double)?
    /// How many fingers it knows.
    private(set) var touchCount: Int32?

    /// Milliseconds after which the tool's clock, an unsigned number, begins again.
    private static let wrap: Int64 = 1 << 32

    /// Takes a line apart; nil if it is none of an event.
    init?(_ line: Line) {
        let text = line.string
        // A log line without an end may stand in front of it.
        guard let start = Self.start(of: text) else { return nil }
        let parts = text[start...].split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].split { $0 == " " || $0 == "\r" }
        guard words.count >= 2 else { return nil }
        (sysname, type) = (String(words[0]), String(words[1]))
        guard type.contains("_"), type.utf8.allSatisfy({ ($0 >= 65 && $0 <= 90) || $0 == 95 }) else { return nil }
        if type.hasPrefix("DEVICE_") { readDevice(String(parts[0]), words) }
        if type.hasPrefix("TOUCH_"), let last = words.last, words.count > 2 {
            time = Self.time(last)
            if parts.count > 1 { readPlace(parts[1]) }
        }
    }

    private static func start(of text: String) -> String.Index? {
        var rest = text[...]
        while let found = rest.range(of: "event") {
            let digits = rest[found.upperBound...].prefix { $0.isASCII && $0.isNumber }
            let isStart = found.lowerBound == text.startIndex || !text[text.index(before: found.lowerBound)].isLetter
            if isStart, !digits.isEmpty, digits.endIndex < text.endIndex, text[digits.endIndex] == " " {
                return found.lowerBound
            }
            rest = rest[found.upperBound...]
        }
        return nil
    }

    private static func time(_ word: Substring) -> Int64? {
        guard word.last == "s", let seconds = Double(word.dropLast()), abs(seconds) < 1e9 else { return nil }
        let milliseconds = Int64((seconds * 1000).rounded())
        // A stamp from before the start is printed as one just before the clock's end.
        return (milliseconds > wrap - 3_600_000 ? milliseconds - wrap : milliseconds) * 1000
    }

    private mutating func readPlace(_ text: Substring) {
        slot = Int32(text.prefix { $0 != " " })
        guard let close = text.firstIndex(of: ")") else { return }
        let rest = text[text.index(after: close)...]
        percent = Self.pair(rest.prefix { $0 != "(" })
        if let open = rest.firstIndex(of: "(") {
            millimeters = Self.pair(rest[rest.index(after: open)...].prefix { $0 != "m" && $0 != ")" })
        }
    }

    private mutating func readDevice(_ text: String, _ words: [Substring]) {
        if let seat = words.lastIndex(where: { $0.hasPrefix("group") }), seat >= 4 {
            deviceName = words[2..<seat - 2].joined(separator: " ")
        }
        for (word, next) in zip(words, words.dropFirst()) {
            if word == "size", next.hasSuffix("mm") {
                let sides = next.dropLast(2).split(separator: "x").compactMap { Double($0) }
                if sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 < 1e6 }) { size = (sides[0], sides[1]) }
            }
            if word == "ntouches", let count = Int32(next), (1...4096).contains(count) { touchCount = count }
        }
    }

    private static func pair(_ text: Substring) -> (x: Double, y: Double)? {
        let numbers = text.split(separator: "/").map { part in Double(part.split(separator: " ").joined()) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) < 1e7, abs(y) < 1e7 else { return nil }
        return (x, y)
    }
}

extension Substring {
    /// Where a text is first in it.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
