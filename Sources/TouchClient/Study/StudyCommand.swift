internal import Arguments
internal import Glibc
internal import StrictJSON
internal import TouchCore
internal import Varlink

/// `touchctl study`: measures people at this kiosk, with challenges that the page serving the screen shows them.
///
/// They go only to a page whose person has agreed, such as examples/web/study.html. The daemon ends rounds and
/// consent with the connection that all calls share. Neither names nor positions of fingers are written.
enum StudyCommand {
    private static let rounds = 10
    /// How often it is tried whether a person has agreed, which a call waits for in addition.
    private static let pause = Interval.seconds(1)

    static func run(_ session: Session, _ words: [String], _ arguments: Arguments) throws(CommandError) -> ExitStatus {
        if words.first == "report" {
            guard words.count > 1 else { throw .usage("study report takes one or more files") }
            if let other = arguments.options.first { throw .usage("--\(other.name) cannot be used with study report") }
            var records: [StudyRecord] = []
            for path in words.dropFirst() {
                let text = try File.text(path)
                let found = try StudyRecord.all(in: text, of: path, session.note)
                guard !found.isEmpty else { throw .file("\(path): no rounds of a study") }
                records += found
            }
            session.output(StudyReport(records).text)
            return .passed
        }
        guard words.count == 1, ControlTable.challenges.contains(words[0]) else {
            throw .usage("study takes \(ControlTable.challenges.joined(separator: ", ")) or report FILE...")
        }
        guard let path = arguments["to"] else { throw .usage("study requires --to FILE") }
        let count = try arguments.number("rounds", in: 1...200) ?? rounds
        var file = try StudyFile(path, session.note)
        var session = session
        session.client = try session.connect(within: session.patience)
        session.note("waiting for a person who agrees, on a page such as study.html\n")
        var random = SystemRandomNumberGenerator()
        let visit = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
        for number in 1...count {
            let kept = "\(number - 1) of \(count) rounds are in \(path)"
            // Both kinds of puzzles equally often, in an order that nobody gets used to.
            let profile = words[0] != "captcha" || Bool.random(using: &random) ? "default" : "simple"
            var record = StudyRecord(kind: words[0], profile: profile, visit: visit, outcome: .cancelled)
            guard let challenge = try challenge(session, record, "\(number) / \(count)", isFirst: number == 1) else {
                throw .refused("the person no longer agrees, or has left: \(kept)")
            }
            session.note("round \(number) of \(count)\n")
            var fault: String?
            try session.stream("io.touchd.captcha.Await", ["challengeId": challenge]) { reply throws(CommandError) in
                if let attempt = reply["attempt"]?.objectValue { fault = record.fill(from: attempt) }
                if let outcome = reply.text("outcome"), fault == nil { record.end(outcome) }
                return true
            }
            try file.append(record)
            if let fault { throw .refused("round \(number) was not judged: \(fault) (see touchctl doctor)") }
            if record.outcome == .cancelled {
                throw .refused(
                    "round \(number) was taken off the screen: the person, the page or the panel has gone; \(kept)")
            }
        }
        return .passed
    }

    /// The id of a challenge that the front end shows; nil if nobody agrees any longer.
    private static func challenge(
        _ session: Session, _ round: StudyRecord, _ prompt: String, isFirst: Bool
    ) throws(CommandError) -> JSON? {
        let wish: JSONObject = [
            "kind": round.kind == "captcha" ? nil : .string(round.kind), "profile": .string(round.profile),
            "maxAttempts": 1, "study": true, "asking": ["prompt": .string(prompt)],
        ]
        while true {
            do throws(CommandError) {
                let made = try session.call("io.touchd.captcha.Create", wish)
                guard let challenge = made["challengeId"] else {
                    throw CommandError.violation("Create returned no challenge")
                }
                return challenge
            } catch {
                guard error.isRemote("io.touchd.captcha.NoFrontEnd") else { throw error }
                guard isFirst else { return nil }
                usleep(UInt32(pause.microseconds))
            }
        }
    }
}

extension StudyRecord {
    /// - Returns: why no person is to blame for a failure, if so.
    mutating func fill(from attempt: JSONObject) -> String? {
        let facts = attempt.object("facts")
        length = facts["sinceShownUSec"]?.intervalValue.map { max($0, .zero) }
        flaw = attempt.text("flaw")
        if kind == "captcha" {
            input = attempt.text("input") ?? input
            // Two taps move it there and hand it in.
            corrections = Int(min(max((facts.whole("touches") ?? 2) - 2, 0), Self.maxCorrections))
        }
        let reason = attempt.text("reason")
        return [nil, "missed", "track_rejected"].contains(reason) ? nil : reason?.onOneLine
    }

    mutating func end(_ outcome: String) {
        self.outcome =
            switch outcome {
            case "passed": .solved
            case "failed": flaw == nil ? .missed : .refused
            case "declined": .declined
            case "timed_out": .expired
            default: .cancelled
            }
    }
}
