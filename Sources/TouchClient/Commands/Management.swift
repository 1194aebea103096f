internal import Arguments
internal import StrictJSON
internal import TouchCore

/// `touchctl reload`, `clean`, `drain`, `stats` and `audit verify`: administration of the daemon.
enum Management {
    static func reload(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.manage.Reload")
        let isApplied = reply["applied"] == true
        session.show(reply) { reply in
            if !isApplied {
                return reply.texts("problems").map { $0 + "\n" }.joined() + "configuration unchanged\n"
            }
            let changes = reply.objects("changes")
            return changes.isEmpty ? "nothing changed\n" : changes.map(line).joined()
        }
        return isApplied ? .passed : .refused
    }

    private static func line(_ change: JSONObject) -> String {
        func text(_ key: String) -> String { change.text(key) ?? "?" }
        let program = ["web": "touchd-web", "fleet": "touchd-fleet"][text("section")] ?? "touchd"
        let when = change["needsRestart"] == true ? " (after a restart of \(program))" : ""
        return "[\(text("section"))] \(text("key")): \(text("before")) -> \(text("after"))\(when)\n"
    }

    /// Ignores touches for some seconds, half a minute if none are given, or no longer (`off`).
    static func clean(_ session: Session, _ word: String?) throws(CommandError) -> ExitStatus {
        if word == "off" {
            return try session.run("io.touchd.manage.StopCleaning") {
                $0["ended"] == true ? "touch input resumed\n" : "the screen was not being cleaned\n"
            }
        }
        let allowed = TimeLimit.cleaning.wholeSeconds
        guard let seconds = Int64(word ?? "30"), allowed.contains(seconds) else {
            throw .usage(
                "clean takes seconds from \(allowed.lowerBound) to \(allowed.upperBound), or off, not \(word ?? "")")
        }
        return try session.run(
            "io.touchd.manage.StartCleaning", ["durationUSec": .integer(Interval.seconds(seconds).microseconds)]
        ) { _ in
            "touch input paused for \(seconds) s (to end it, hold one finger still for 5 s or run touchctl clean off)\n"
        }
    }

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

    static func statistics(_ session: Session) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.monitor.Statistics") { reply in
            var text = "since \(Words.duration(reply["uptimeUSec"]?.intervalValue ?? .zero))\n"
            for latency in reply.objects("latencies") {
                text += "\n" + histogram(latency)
            }
            var table = Table(["COUNTED", "NUMBER"])
            for counter in reply.objects("counters") {
                let words = ["name", "kind", "outcome", "reason", "panel"].compactMap { counter[$0]?.stringValue }
                table.add([words.joined(separator: " "), "\(counter.whole("value") ?? 0)"])
            }
            return text + "\n" + table.text
        }
    }

    private static func histogram(_ latency: JSONObject) -> String {
        let count = latency.whole("count") ?? 0
        let stage = latency.text("stage") ?? "?"
        guard count > 0 else { return "kernel to \(stage): no frames yet\n" }
        let mean = Interval.microseconds((latency.whole("sumUSec") ?? 0) / count)
        let longest = latency["maxUSec"]?.intervalValue ?? .zero
        var text = "kernel to \(stage): \(count) frames, mean \(milliseconds(mean)), longest \(milliseconds(longest))\n"
        for step in latency.objects("buckets") {
            guard let inStep = step.whole("count"), inStep > 0 else { continue }
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

    static func verify(_ session: Session, head: String?) throws(CommandError) -> ExitStatus {
        // The time depends on the number of results; an interrupt ends the check.
        try session.result(
            "whether results were changed", of: "io.touchd.result.VerifyChain", ["head": head.map { .string($0) }]
        ) { reply in
            session.show(reply) { reply in
                let checked = reply.whole("checked") ?? 0
                if let broken = reply.text("broken") {
                    // A typing error in the head is not tampering.
                    let doubt = broken == "rewritten" ? "; check that the given head is the one you kept" : ""
                    return
                        "\(broken) at result \(reply.whole("sequence") ?? 0); the \(checked) before it are intact\(doubt)\n"
                }
                let found = "\(checked) results intact, up to \(reply.text("head") ?? "?")"
                if reply["compared"] == true { return "\(found)\n" }
                let why = head == nil ? "no head was given" : "the given head is older than the oldest result kept"
                return "\(found); cannot tell whether later ones were cut off: \(why)\n"
            }
            // A head that cannot be compared proves nothing.
            return reply["intact"] == true && (head == nil || reply["compared"] == true) ? .passed : .refused
        }
    }
}
