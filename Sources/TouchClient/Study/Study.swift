internal import Arguments
internal import System
internal import Glibc
internal import StrictJSON
internal import TouchCore
internal import Varlink

/// `touchctl study captcha|gesture|pattern`: measures your own users on your own kiosk.
///
/// The terminal shows everything, full screen. Nothing is measured before a person has agreed by a touch. Neither names
/// nor positions of fingers are written.
struct Study {
    let session: Session
    let kind: String
    let prompts: JSONObject
    private let visit: String
    private var random = SystemRandomNumberGenerator()

    /// The place of the widget of a round; for a pattern, right of the path to draw.
    private static let area: StudyScreen.Place = (0.1, 0.2, 0.8, 0.64)
    private static let grid: StudyScreen.Place = (0.45, 0.2, 0.45, 0.64)
    private static let answers: [(name: String, place: StudyScreen.Place)] = [
        ("study_agree", (0.06, 0.5, 0.4, 0.4)), ("study_leave", (0.54, 0.5, 0.4, 0.4)),
    ]

    /// How long the last message is shown.
    private static let farewell = Interval.milliseconds(1_500)

    init(_ session: Session, _ kind: String) throws(CommandError) {
        (self.session, self.kind) = (session, kind)
        prompts = try session.prompts()
        visit = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
    }

    /// Runs the rounds of one visit.
    ///
    /// - Parameter keep: receives a line of the file after each round.
    mutating func run(rounds: Int, keep: (String) throws(CommandError) -> Void) throws(CommandError) -> ExitStatus {
        guard let choices = StudyPlan.choices(of: kind) else { throw .usage("study takes captcha, gesture or pattern") }
        TerminalPicture.closeOnInterrupt()
        session.output(TerminalPicture.opening)
        defer { TerminalPicture.close() }
        guard try isAgreed() else { return .refused }
        for (number, round) in StudyPlan(rounds, of: choices, using: &random).rounds.enumerated() {
            let heading = "\(number + 1) / \(rounds)"
            let record = kind == "pattern" ? try draw(round, heading) : try solve(round, heading)
            try keep(record.line)
            if record.outcome == .cancelled { return .refused }
        }
        var picture = TerminalPicture(width: 1, height: 1)
        picture.write(word("study_thanks"), .right, x: 0.5, y: 0.5)
        session.output(picture.text())
        usleep(UInt32(Self.farewell.microseconds))
        return .passed
    }

    private func word(_ key: String) -> String { prompts[key]?.stringValue ?? key }

    /// Shows what is recorded, and waits for a touch that agrees or declines.
    private func isAgreed() throws(CommandError) -> Bool {
        let widgets = Self.answers.map { JSON.object(StudyScreen.widget($0.name, "button", $0.place)) }
        var answer: String?
        try session.stream("io.touchd.scene.Present", ["widgets": .array(widgets)]) { reply in
            if let width = reply["viewWidth"]?.doubleValue, let height = reply["viewHeight"]?.doubleValue {
                var picture = TerminalPicture(width: width, height: height)
                for (number, key) in ["study_about", "study_kept", "study_stop"].enumerated() {
                    let y = height * (0.06 + 0.14 * Double(number))
                    picture.write(word(key), .ink, x: width / 2, y: y, within: width * 0.9)
                }
                for (name, place) in Self.answers {
                    StudyScreen.button(word(name), place, in: &picture, Size(width: width, height: height))
                }
                session.output(picture.text())
            }
            guard let event = reply["event"]?.objectValue, event["name"] == "pressed" else { return true }
            answer = event["widget"]?.stringValue
            return false
        }
        return answer == "study_agree"
    }

    private func record(of round: StudyPlan.Round) -> StudyRecord {
        StudyRecord(kind: kind, profile: round.profile, input: round.input, visit: visit, outcome: .cancelled)
    }

    // MARK: - Challenges

    private func solve(_ round: StudyPlan.Round, _ heading: String) throws(CommandError) -> StudyRecord {
        var wish: JSONObject = ["profile": .string(round.profile), "maxAttempts": 1, "study": true]
        if kind == "gesture" { wish["kind"] = "gesture" }
        let made = try session.call("io.touchd.captcha.Create", wish)
        guard let challenge = made["challengeId"] else {
            throw .violation("Create returned no challenge")
        }
        // Attempts are reported only to callers that already wait.
        let verdict = try session.connect()
        do throws(ClientError) {
            try verdict.beginStream("io.touchd.captcha.Await", ["challengeId": challenge])
        } catch { throw .client(error) }
        let end: StudyEnd
        if kind == "gesture" {
            guard let words = GestureWords(made) else { throw .violation("Create returned a gesture without steps") }
            var drawing = StudyGesture(words)
            end = try StudyScreen(
                session: session, prompts: prompts, heading: heading, sentence: words.sentence(prompts)
            )
            .show("gesture", at: Self.area, ["challengeId": challenge], &drawing, until: "judged")
        } else {
            var drawing = try StudyCaptcha(made)
            let sentence = word(
                round.input != "tap" ? "slide" : round.profile == "simple" ? "study_bar" : "study_taps")
            end = try StudyScreen(session: session, prompts: prompts, heading: heading, sentence: sentence).show(
                "captcha", at: Self.area, ["challengeId": challenge, "input": .string(round.input)], &drawing,
                until: "judged")
        }
        var record = record(of: round)
        switch end {
        case .declined: record.outcome = .declined
        case .expired: record.outcome = .expired
        case .left: record.outcome = .cancelled
        case .ended(let event):
            record.outcome = event["judged"]?.objectValue?["passed"] == true ? .solved : .missed
            do {
                try verdict.replies { reply in
                    if let attempt = reply["attempt"]?.objectValue { record.fill(from: attempt) }
                    return true
                }
            } catch let error as ClientError {
                throw .client(error)
            } catch { preconditionFailure("a client throws its own errors only: \(error)") }
        }
        return record
    }

    // MARK: - Patterns

    /// A given pattern, so that people do not show their own.
    private mutating func draw(_ round: StudyPlan.Round, _ heading: String) throws(CommandError) -> StudyRecord {
        var drawing = StudyPattern(StudyPlan.pattern(using: &random))
        let sentence = word(round.input == "tap" ? "study_dots" : "study_line")
        let shown = Instant.now
        let end = try StudyScreen(session: session, prompts: prompts, heading: heading, sentence: sentence).show(
            "pattern", at: Self.grid, ["trail": "live", "input": .string(round.input)], &drawing, until: "completed")
        var record = record(of: round)
        record.corrections = max(drawing.begun - 1, 0)
        switch end {
        case .declined: record.outcome = .declined
        case .expired: record.outcome = .expired
        case .left: record.outcome = .cancelled
        case .ended(let event):
            record.outcome = drawing.dots == drawing.wanted ? .solved : .missed
            let end = event["timeUSec"]?.integerValue.map(Instant.init(microseconds:)) ?? shown
            record.length = max(end.since(shown), .zero)
        }
        return record
    }
}

extension StudyRecord {
    /// Fills in what a challenge reported about an attempt.
    mutating func fill(from attempt: JSONObject) {
        let facts = attempt["facts"]?.objectValue ?? [:]
        length = facts["sinceShownUSec"]?.intervalValue.map { max($0, .zero) }
        flaw = attempt["flaw"]?.stringValue
        if kind == "captcha" {
            input = attempt["input"]?.stringValue ?? input
            // Two taps move it there and hand it in.
            corrections = Int(clamping: max((facts["touches"]?.integerValue ?? 2) - 2, 0))
        }
    }
}
