package import TouchCore
import RecordingWriters

extension TouchStatistics {
    /// Longer report intervals can be felt: 60 reports a second.
    package static let slowGap = Interval.microseconds(16_700)
    /// Jitter above this is visible, in millimeters.
    package static let unsteady = 0.3

    /// The conclusions, one sentence each, for a technician; the last one says what to do.
    package var verdict: [String] {
        guard contacts > 0 else { return ["no contacts"] }
        var sentences: [String] = []
        if losses > 0 { sentences.append("events were lost: a reader is too slow") }
        if let median = gap(0.5), median > Self.slowGap { sentences.append("slow: fewer than 60 reports per second") }
        if hasManyGaps, let median = gap(0.5), let slowest = gap(0.99), slowest.microseconds > 4 * median.microseconds {
            sentences.append("irregular: some reports arrive late")
        }
        if isMillimeters, let jitter, jitter > Self.unsteady { sentences.append("unsteady: resting fingers jitter") }
        if ghosts > 0 { sentences.append("\(ghosts) too short to be fingers: ghosts, or a bad contact") }
        if cancelled > 0 { sentences.append("\(cancelled) cancelled by the panel or the driver") }
        if !isMillimeters { sentences.append("unknown size: set a resolution as in 61-touchd-example.hwdb") }
        return sentences.isEmpty ? ["healthy"] : sentences
    }

    /// The statistics, as lines for users.
    ///
    /// - Parameter name: of the panel.
    package func text(of name: String) -> String {
        var lines = ["Summary of \(name.onOneLine):"]
        func line(_ label: String, _ value: String) { lines.append("  " + label.padded(to: 12) + value) }
        line("fingers", "\(contacts) contacts, at most \(maxFingers) at once, \(cancelled) cancelled")
        line("reports", "\(frames) in \(TextLayout.fixed(duration.seconds, 1)) s" + Self.rate(gap(0.5), gap(0.99)))
        let unit = isMillimeters ? "mm" : "%"
        if let jitter {
            let deviation = TextLayout.fixed(jitter, 3), widest = TextLayout.fixed(widest, 2)
            line("rest", "\(rests.count) resting, deviation \(deviation) \(unit), at most \(widest) \(unit) apart")
        }
        if !shortest.isEmpty {
            let lives = shortest.map { TextLayout.fixed(Double($0.microseconds) / 1000, 1) + " ms" }
            line("shortest", lives.joined(separator: ", "))
        }
        line("lost", losses == 0 ? "nothing" : "events, \(losses) times")
        line("verdict", verdict.joined(separator: "; "))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rate(_ median: Interval?, _ slowest: Interval?) -> String {
        guard let median, let slowest, median.microseconds > 0 else { return "" }
        let hertz = TextLayout.fixed(1 / median.seconds, 0)
        let gap = TextLayout.fixed(Double(median.microseconds) / 1000, 1)
        return ", every \(gap) ms (\(hertz) Hz; 99 of 100 within \(TextLayout.fixed(slowest.seconds * 1000, 1)) ms)"
    }
}
