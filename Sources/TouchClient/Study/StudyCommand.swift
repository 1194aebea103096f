internal import Arguments
internal import Glibc
internal import StrictJSON
internal import TouchCore
internal import Varlink

/// `touchctl study`: measures people at this kiosk, with challenges that the page serving the screen shows them.
///
/// A page serves the screen only while a person agrees, as examples/web/study.html does: until then, and when the
/// person has left, no front end takes requests. Neither names nor positions of fingers are written.
enum StudyCommand {
    private static let rounds = 10
    /// How often it is tried whether a page serves the screen, which a call waits for in addition.
    private static let pause = Interval.seconds(1)

    static func run(_ session: Session, _ words: [String], _ arguments: Arguments) throws(CommandError) -> ExitStatus {
        if words.first == "report" {
            guard words.count > 1 else { throw .usage("study report takes one or more files") }
            var records: [StudyRecord] = []
            for path in words.dropFirst() {
                let text = try File.text(path)
                records += try StudyRecord.all(in: text, of: path)
            }
            session.output(StudyReport(records).text)
            return .passed
        }
        guard words.count == 1, ControlTable.challenges.contains(words[0]) else {
            throw .usage("study takes \(ControlTable.challenges.joined(separator: ", ")) or report FILE...")
        }
        guard let path = arguments["to"] else { throw .usage("study requires --to FILE") }
        let count = try arguments.number("rounds", in: 1...200) ?? rounds
        return try run(session, words[0], rounds: count) { line throws(CommandError) in
            try File.append(Array(line.utf8), to: path)
        }
    }

    /// Runs the rounds of one visit; `keep` receives a line of the file after each.
    private static func run(
        _ session: Session, _ kind: String, rounds: Int, keep: (String) throws(CommandError) -> Void
    ) throws(CommandError) -> ExitStatus {
        var random = SystemRandomNumberGenerator()
        let visit = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
        for number in 1...rounds {
            // Both kinds of puzzles equally often, in an order that nobody gets used to.
            let profile = kind != "captcha" || Bool.random(using: &random) ? "default" : "simple"
            var record = StudyRecord(kind: kind, profile: profile, input: "both", visit: visit, outcome: .cancelled)
            guard let challenge = try challenge(session, record, "\(number) / \(rounds)", isFirst: number == 1) else {
                return .refused
            }
            session.note("round \(number) of \(rounds)\n")
            try session.stream("io.touchd.captcha.Await", ["challengeId": challenge]) { reply throws(CommandError) in
                if let attempt = reply["attempt"]?.objectValue { record.fill(from: attempt) }
                if let outcome = reply.text("outcome") { record.end(outcome) }
                return true
            }
            try keep(record.line)
            if record.outcome == .cancelled { return .refused }
        }
        return .passed
    }

    /// The id of a challenge that the front end shows; nil if no front end serves the screen any longer.
    private static func challenge(
        _ session: Session, _ round: StudyRecord, _ prompt: String, isFirst: Bool
    ) throws(CommandError) -> JSON? {
        let wish: JSONObject = [
            "kind": round.kind == "captcha" ? nil : .string(round.kind), "profile": .string(round.profile),
            "maxAttempts": 1,
            "study": true, "asking": ["prompt": .string(prompt)],
        ]
        var isWaiting = false
        while true {
            do throws(CommandError) {
                let made = try session.call("io.touchd.captcha.Create", wish)
                guard let challenge = made["challengeId"] else {
                    throw CommandError.violation("Create returned no challenge")
                }
                return challenge
            } catch {
                guard case .remote(let refusal)? = error.cause as? ClientError,
                    refusal.name == "io.touchd.captcha.NoFrontEnd"
                else { throw error }
                guard isFirst else { return nil }
                if !isWaiting { session.note("waiting for a person who agrees, on a page such as study.html\n") }
                isWaiting = true
                usleep(UInt32(pause.microseconds))
            }
        }
    }
}

extension StudyRecord {
    mutating func fill(from attempt: JSONObject) {
        let facts = attempt.object("facts")
        length = facts["sinceShownUSec"]?.intervalValue.map { max($0, .zero) }
        flaw = attempt.text("flaw")
        guard kind == "captcha" else { return }
        input = attempt.text("input") ?? input
        // Two taps move it there and hand it in.
        corrections = Int(clamping: max((facts.whole("touches") ?? 2) - 2, 0))
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
