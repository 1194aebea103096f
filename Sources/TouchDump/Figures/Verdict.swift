import TouchCore
import RecordingWriters

extension TouchStatistics {
    /// Longer report intervals can be felt: 60 reports a second.
    static let slowGap = Interval.microseconds(16_700)
    /// Jitter above this is visible, in millimeters.
    static let unsteady = 0.3

    /// The conclusions, one sentence each, for a technician; the last one says what to do.
    var verdict: [String] { (refusal.map { ["not read by touchd: \($0)"] } ?? []) + ownVerdict }

    private var ownVerdict: [String] {
        guard contacts > 0 else {
            return [isGrabbed ? "no contacts: another program has grabbed the panel" : "no contacts"] + ignoredVerdict
        }
        var sentences = ignoredVerdict
        if losses > 0 { sentences.append("events were lost: a reader is too slow") }
        if let median = gap(0.5), median > Self.slowGap { sentences.append("slow: fewer than 60 reports per second") }
        if hasManyGaps, let median = gap(0.5), let slowest = gap(0.99), slowest.microseconds > 4 * median.microseconds {
            sentences.append("irregular: some reports arrive late")
        }
        if isMillimeters, let jitter, jitter > Self.unsteady { sentences.append("unsteady: resting fingers jitter") }
        if ghosts > 0 { sentences.append("\(ghosts) too short to be fingers: ghosts, or a bad contact") }
        if isStuck {
            sentences.append("contacts never end: their ids stay when nothing touches (another driver helps)")
        }
        if crowds > 0 {
            sentences.append(
                "three or more fingers landed in one report, \(crowds) times: one finger with several contacts?")
        }
        if let reach, min(reach.low.x, reach.low.y) < 0 || max(reach.high.x, reach.high.y) > 1 {
            let x = Self.percent(reach.low.x, reach.high.x), y = Self.percent(reach.low.y, reach.high.y)
            sentences.append("places off its axes (x \(x), y \(y)): correct their ranges as in 61-touchd-example.hwdb")
        }
        let ownCancelled = cancelled - cancelledOutside - jumps
        if ownCancelled > 0, !isStuck { sentences.append("\(ownCancelled) cancelled by the panel or the driver") }
        if cancelledOutside > 0 { sentences.append("\(cancelledOutside) cancelled by a reader, not by the panel") }
        if let gone = filters?.removals, gone > 0 {
            sentences.append("the configured filters would remove or join \(gone) of \(contacts) contacts")
        }
        if !isMillimeters { sentences.append("unknown size: touchctl doctor has the line that sets it") }
        return sentences.isEmpty ? ["healthy"] : sentences
    }

    private var jumps: Int { ignored[.jump] ?? 0 }

    private var ignoredVerdict: [String] {
        var sentences: [String] = []
        if jumps > 0 {
            sentences.append("\(jumps) jumps faster than a finger: mixed-up fingers, or a wrong size (max-speed=)")
        }
        if let count = ignored[.pressedAndReleased] {
            sentences.append(
                "\(count) pressed and released in one report: not a finger, or the wrong driver (try hid-multitouch)")
        }
        return sentences
    }

    /// Where places were reported, as rows of the panel as built: `.` never, 1 to 9 for tenths of the field with most of them.
    var map: [String] {
        let most = Double(max(1, fields.max() ?? 1))
        return stride(from: 0, to: fields.count, by: Self.columns).map { start in
            fields[start..<start + Self.columns].map { count in
                count == 0 ? "." : String(max(1, min(9, Int(Double(count) * 10 / most))))
            }.joined(separator: " ")
        }
    }

    private static func percent(_ low: Double, _ high: Double) -> String {
        "\(TextLayout.fixed(low * 100, 0)) to \(TextLayout.fixed(high * 100, 0)) %"
    }

    func text(of name: String) -> String {
        var lines = ["Summary of \(name.onOneLine):"]
        func line(_ label: String, _ value: String) { lines.append("  " + label.padded(to: 12) + value) }
        let left = leftDown > 0 ? ", \(leftDown) down at the end" : ""
        line("fingers", "\(contacts) contacts, at most \(maxFingers) at once, \(cancelled) cancelled\(left)")
        let reasons = ignored.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($1) \($0.rawValue)" }
        if !reasons.isEmpty { line("ignored", reasons.joined(separator: ", ")) }
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
        if contacts > 0 {
            line("where", "reports by field of the panel as built, 9 the most, . none")
            for row in map { line("", row) }
        }
        if let silence { line("silent", "\(TextLayout.fixed(silence.seconds, 1)) s before the end") }
        line("lost", losses == 0 ? "nothing" : "events, \(losses) times")
        if let filters { line("filters", filters.text(of: contacts)) }
        line("verdict", verdict.joined(separator: "; "))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rate(_ median: Interval?, _ slowest: Interval?) -> String {
        guard let median, let slowest, median.microseconds > 0 else { return "" }
        let hertz = TextLayout.fixed(1 / median.seconds, 0)
        let gap = TextLayout.fixed(Double(median.microseconds) / 1000, 1)
        let most = TextLayout.fixed(Double(slowest.microseconds) / 1000, 1)
        return ", every \(gap) ms (\(hertz) Hz; 99 of 100 within \(most) ms)"
    }
}
