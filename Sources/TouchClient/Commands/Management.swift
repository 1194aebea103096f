internal import Arguments
internal import StrictJSON
internal import TouchCore

/// `touchctl reload`, `clean`, `drain` and `stats`: administration of the daemon.
enum Management {
    /// Makes the daemon reload its configuration; fails if the files are invalid.
    static func reload(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.manage.Reload")
        let isApplied = reply["applied"] == true
        session.show(reply) { reply in
            let problems = reply["problems"]?.arrayValue?.compactMap(\.stringValue) ?? []
            if !isApplied {
                return problems.map { $0 + "\n" }.joined() + "configuration unchanged\n"
            }
            let changes = reply["changes"]?.arrayValue?.compactMap(\.objectValue) ?? []
            return changes.isEmpty ? "nothing changed\n" : changes.map(line).joined()
        }
        return isApplied ? .passed : .refused
    }

    private static func line(_ change: JSONObject) -> String {
        func text(_ key: String) -> String { change[key]?.stringValue ?? "?" }
        let program = ["web": "touchd-web", "fleet": "touchd-fleet"][text("section")] ?? "touchd"
        let when = change["needsRestart"] == true ? " (after a restart of \(program))" : ""
        return "[\(text("section"))] \(text("key")): \(text("before")) -> \(text("after"))\(when)\n"
    }

    /// Starts or stops ignoring touches so that the screen can be wiped.
    ///
    /// - Parameter word: seconds, `off`, or nil for half a minute.
    static func clean(_ session: Session, _ word: String?) throws(CommandError) -> ExitStatus {
        if word == "off" {
            let reply = try session.call("io.touchd.manage.StopCleaning")
            session.show(reply) { $0["ended"] == true ? "touch input resumed\n" : "the screen was not being cleaned\n" }
            return .passed
        }
        let allowed = TimeLimit.cleaning.wholeSeconds
        guard let seconds = Int64(word ?? "30"), allowed.contains(seconds) else {
            throw .usage(
                "clean takes seconds from \(allowed.lowerBound) to \(allowed.upperBound), or off, not \(word ?? "")")
        }
        let reply = try session.call(
            "io.touchd.manage.StartCleaning", ["durationUSec": .integer(Interval.seconds(seconds).microseconds)])
        session.show(reply) { _ in
            "touch input paused for \(seconds) s (to end it, hold one finger still for 5 s or run touchctl clean off)\n"
        }
        return .passed
    }

    /// Waits until nobody draws.
    ///
    /// - Parameter word: seconds, or nil for half a minute.
    static func drain(_ session: Session, _ word: String?) throws(CommandError) -> ExitStatus {
        let allowed = TimeLimit.drain.wholeSeconds
        guard let seconds = Int64(word ?? "30"), allowed.contains(seconds) else {
            throw .usage("drain takes seconds from \(allowed.lowerBound) to \(allowed.upperBound), not \(word ?? "")")
        }
        let longest = Interval.seconds(seconds)
        let reply = try session.call(
            "io.touchd.manage.Drain", ["timeoutUSec": .integer(longest.microseconds)], waiting: longest)
        let isIdle = reply["idle"] == true
        session.show(reply) { _ in isIdle ? "panels are at rest\n" : "a panel is still touched after \(seconds) s\n" }
        return isIdle ? .passed : .refused
    }

    /// Shows latencies and counters.
    static func statistics(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.monitor.Statistics")
        session.show(reply) { reply in
            var text = "since \(Words.duration(reply["uptimeUSec"]?.intervalValue ?? .zero))\n"
            for latency in reply["latencies"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
                text += "\n" + histogram(latency)
            }
            var table = Table(["COUNTED", "NUMBER"])
            for counter in reply["counters"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
                let words = ["name", "kind", "outcome", "reason", "panel"].compactMap { counter[$0]?.stringValue }
                table.add([words.joined(separator: " "), "\(counter["value"]?.integerValue ?? 0)"])
            }
            return text + "\n" + table.text
        }
        return .passed
    }

    /// The non-empty buckets of a latency, with bars.
    private static func histogram(_ latency: JSONObject) -> String {
        let count = latency["count"]?.integerValue ?? 0
        let stage = latency["stage"]?.stringValue ?? "?"
        guard count > 0 else { return "kernel to \(stage): no frames yet\n" }
        let mean = Interval.microseconds((latency["sumUSec"]?.integerValue ?? 0) / count)
        let longest = latency["maxUSec"]?.intervalValue ?? .zero
        var text = "kernel to \(stage): \(count) frames, mean \(milliseconds(mean)), longest \(milliseconds(longest))\n"
        for step in latency["buckets"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
            guard let inStep = step["count"]?.integerValue, inStep > 0 else { continue }
            let end = step["upToUSec"]?.intervalValue.map { "≤ " + milliseconds($0) } ?? "longer"
            let length = min(Double(inStep) * 40 / Double(count), 40)
            let bar = String(repeating: "▮", count: max(1, Int(length)))
            text += "  \(padded(end, to: 12))\(padded("\(inStep)", to: 9))\(bar)\n"
        }
        return text
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func milliseconds(_ length: Interval) -> String {
        let microseconds = length.microseconds
        let tenths = (microseconds / 100 + (microseconds % 100 + 50) / 100).magnitude
        return "\(microseconds < 0 ? "-" : "")\(tenths / 10).\(tenths % 10) ms"
    }
}
