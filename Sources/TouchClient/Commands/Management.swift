internal import Arguments
internal import StrictJSON
internal import System
internal import TouchCore

/// `touchctl reload`, `clean`, `drain`, `stats`, `audit verify`, `keys`, `redeem` and `pin`: administration of the daemon.
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
            let rows = reply.objects("counters").map { counter in
                let words = ["name", "kind", "outcome", "reason", "panel"].compactMap(counter.text)
                return [words.joined(separator: " "), "\(counter.whole("value") ?? 0)"]
            }
            return text + "\n" + Table.text(["COUNTED", "NUMBER"], rows)
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

    // MARK: - Signed verdicts, for programs that verify them

    /// Signs with a new key from now on; those of older keys may become invalid at once.
    static func rotateKeys(_ session: Session, atOnce isAtOnce: Bool) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.token.RotateKeys", ["atOnce": .bool(isAtOnce)]) { reply in
            let end = isAtOnce ? "tokens of older keys are no longer valid" : "older keys stay valid for an hour"
            return "signing tokens with key \(reply.text("kid") ?? "?"); \(end)\n"
        }
    }

    static func redeem(_ session: Session, _ request: JSONObject) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.token.Redeem", request)
        let hasPassed = reply["passed"] == true
        // The caller relies on the printed claims: nothing is accepted without them.
        if hasPassed, let missing = required.first(where: { reply.object("claims").text($0) == nil }) {
            throw .violation("Redeem accepted a token without the claim \(missing)")
        }
        session.show(reply) { reply in
            guard hasPassed else { return "not accepted: \(reply.text("reason") ?? "?")\n" }
            let claims = reply.object("claims")
            func word(_ key: String) -> String { claims.text(key) ?? "?" }
            let who = claims.text("user").map { "of \($0)" } ?? "of challenge \(word("challengeId"))"
            let again = reply["repeated"] == true ? " (repeated)" : ""
            return "accepted\(again): \(word("kind")) \(who), \(word("provenance")) panel, "
                + "\(word("issuer")), result \(word("resultId"))\n"
        }
        return hasPassed ? .passed : .refused
    }

    private static let required = ["kind", "issuer", "provenance", "resultId"]

    // MARK: - Pinned panels

    static let pinnedPath = "/etc/touchd/touchd.conf.d/pinned-panels.conf"

    /// Writes a drop-in file that restricts the configuration to the present panels.
    static func pin(_ session: Session, to path: String) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.device.List")
        let panels = reply.objects("devices")
        guard !panels.isEmpty else { throw .file("no touch panel is plugged in") }
        let pins = panels.compactMap { $0.text("pin") }
        guard pins.count == panels.count, pins.allSatisfy(isPin) else {
            throw .violation("List returned a panel without a pin")
        }
        let named = panels.map { "#   \(($0.text("name") ?? "?").onOneLine)\n" }.joined()
        let text =
            "# Written by touchctl pin: only these panels are trusted. Run it again after replacing or moving a panel.\n"
            + "\(named)[input]\npinned-panels=\(pins.joined(separator: ","))\n"
        try write(text, to: path)
        if path == "-" { return .passed }
        session.show(["file": .string(path), "pins": .array(pins.map { .string($0) })]) { _ in
            "\(path): panels pinned: \(pins.count); to apply:\n"
                + "    touchd --check && systemctl reload touchd.service\n"
        }
        return .passed
    }

    /// Whether it may be written to the file unchanged.
    private static func isPin(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ",") }
    }

    /// Replaces the file atomically, readable for the daemon's user regardless of the umask.
    private static func write(_ text: String, to path: String) throws(CommandError) {
        guard path != "-" else {
            return try File.write(Array(text.utf8), to: path)
        }
        do throws(SystemError) {
            try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, isDurable: false)
        } catch { throw .file("\(path): \(error.reason)") }
    }
}
