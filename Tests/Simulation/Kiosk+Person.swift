private import SeededNumbers
private import SyntheticTracks
private import TestSupport

extension Kiosk {
    /// Drags along a bar like a person: plays what a panel would report.
    ///
    /// - Parameters:
    ///   - start: where the finger lands, in pixels of the view of 1280 by 800.
    ///   - way: distance to the right, in pixels.
    ///   - seed: chooses a drag.
    ///   - breadth: the reported size of the finger, in the panel's units; nil: none.
    package func dragLikeAPerson(
        from start: (x: Double, y: Double), by way: Double, seed: UInt64, breadth: Int? = nil
    ) throws {
        var random = SplitMix64(seed: seed)
        var track = Hand.submovements.track(on: .fixed(hertz: 120), using: &random)
        // A drag along a bar, without stretching, which would look unlike a hand's.
        while !(0.5...2).contains(Self.stretch(track, to: way)) || abs(track.reports[track.reports.count - 1].y) > 5 {
            track = Hand.submovements.track(on: .fixed(hertz: 120), using: &random)
        }
        let stretch = Self.stretch(track, to: way)
        var text = ""
        for (number, report) in track.reports.enumerated() {
            let x = Int(((start.x / 5 + report.x * stretch) * 16).rounded())
            var events = ["0003 0035 \(x)", "0003 0036 \(Int(((start.y / 5 + report.y) * 16).rounded()))"]
            if number == 0 {
                let size = breadth.map { ["0003 0030 \($0)"] } ?? []
                events = ["0003 002f 0", "0003 0039 \(seed % 60_000 + 1)"] + size + events + ["0001 014a 1"]
            }
            text += Self.frame(at: report.microseconds, events)
        }
        text += Self.frame(at: track.liftMicroseconds + 1, ["0003 0039 -1", "0001 014a 0"])
        try draw("play \(try folder.write(text, to: "person.evemu"))")
    }

    /// Taps in the upper left corner of the panel, each 24 ms long.
    ///
    /// - Parameter breadth: the reported size of the finger, in the panel's units.
    package func tap(times: Int, breadth: Int) throws {
        var text = ""
        for number in 0..<Int64(times) {
            let landing = [
                "0003 002f 0", "0003 0039 \(number + 1)", "0003 0030 \(breadth)", "0003 0035 \(100 + number % 2)",
                "0003 0036 100", "0001 014a 1",
            ]
            text += Self.frame(at: number * 30_000, landing)
            text += Self.frame(at: number * 30_000 + 24_000, ["0003 0039 -1", "0001 014a 0"])
        }
        try draw("play \(try folder.write(text, to: "taps.evemu"))")
    }

    private static func frame(at time: Int64, _ events: [String]) -> String {
        let stamp = "\(10 + time / 1_000_000).\(String(1_000_000 + time % 1_000_000).dropFirst())"
        return (events + ["0000 0000 0"]).map { "E: \(stamp) \($0)\n" }.joined()
    }

    private static func stretch(_ track: SyntheticTrack, to way: Double) -> Double {
        way / 5 / track.reports[track.reports.count - 1].x
    }
}
