internal import Glibc
internal import StrictJSON

/// `touchctl study captcha|gesture|pattern`: measures the own public on the own kiosk.
///
/// Gestures and patterns are shown by the terminal; the pictures of a captcha by the front end that serves the screen.
/// Nothing is measured before somebody touched that they agree. No names and no places of fingers are written.
struct Study {
    let session: Session
    let kind: String
    let prompts: JSONObject
    private let visit: String
    private var random = SystemRandomNumberGenerator()

    private static let consent = """
        A study of how well people solve this. You will see a few tasks, one after the other. What is kept: whether and
        how quickly each was solved, and how the finger moved as a whole. No name, no picture, no place of a finger.
        You may stop at any time.

        Touch the LEFT half of the screen to agree, the RIGHT half to leave.

        """

    init(_ session: Session, _ kind: String) throws(ControlError) {
        (self.session, self.kind) = (session, kind)
        prompts = try session.prompts()
        visit = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
    }

    /// Runs the rounds of one visit.
    ///
    /// - Parameter keep: takes a line of the file after each round.
    mutating func run(rounds: Int, keep: (String) throws(ControlError) -> Void) throws(ControlError) -> ExitStatus {
        guard let choices = StudyPlan.choices(of: kind) else { throw .usage("study takes captcha, gesture or pattern") }
        session.note(Self.consent)
        guard try touched(["agree", "leave"]) == "agree" else { return .refused }
        for (number, round) in StudyPlan(rounds, of: choices, using: &random).rounds.enumerated() {
            session.note("\nround \(number + 1) of \(rounds)\n")
            let record = kind == "pattern" ? try draw(round) : try solve(round)
            try keep(record.line)
            session.note("\(record.outcome.rawValue)\n")
            if record.outcome == .cancelled { return .refused }
        }
        session.note("\nThank you.\n")
        return .passed
    }

    /// Which of some buttons beside each other over the whole screen is touched first.
    private func touched(_ names: [String]) throws(ControlError) -> String? {
        let width = 1 / Double(names.count)
        let widgets = names.enumerated().map { index, name -> JSON in
            [
                "id": .string(name), "kind": "button", "unit": "fractions", "x": .real(Double(index) * width), "y": 0.0,
                "width": .real(width), "height": 1.0,
            ]
        }
        var answer: String?
        try session.stream("io.touchd.scene.Present", ["widgets": .array(widgets)]) { reply in
            guard let event = reply["event"]?.objectValue, event["name"] == "pressed" else { return true }
            answer = event["widget"]?.stringValue
            return false
        }
        return answer
    }

    // MARK: - Challenges

    private func solve(_ round: StudyPlan.Round) throws(ControlError) -> StudyRecord {
        let isOnScreen = kind == "captcha"
        var wish: JSONObject = ["profile": .string(round.profile), "attempts": 1, "study": true]
        if isOnScreen {
            wish["onScreen"] = true
            wish["prompt"] = .string(round.input == "tap" ? "Study: use taps only" : "Study")
        } else {
            wish["kind"] = .string(kind)
        }
        let made = try session.call("io.touchd.captcha.Create", wish)
        guard let challenge = made["challenge"] else {
            throw .violation("a captcha was made, but its challenge is not told")
        }
        if isOnScreen { return try verdict(of: challenge, round) }
        if let words = GestureWords(made) { session.note("\(words.symbols)\n\(words.sentence(prompts))\n") }
        let widget: JSON = [
            "id": "study", "kind": .string(kind), "unit": "fractions", "x": 0.0, "y": 0.0, "width": 1.0, "height": 1.0,
            kind: ["challenge": challenge],
        ]
        var record: StudyRecord?
        try session.stream("io.touchd.scene.Present", ["widgets": [widget]]) { reply throws(ControlError) in
            guard reply["scene"] != nil else { return true }
            record = try verdict(of: challenge, round)
            return false
        }
        guard let record else { throw .violation("the scene ended before its challenge") }
        return record
    }

    private func verdict(of challenge: JSON, _ round: StudyPlan.Round) throws(ControlError) -> StudyRecord {
        var record = StudyRecord(
            kind: kind, profile: round.profile, input: round.input, visit: visit, outcome: .cancelled)
        try session.stream("io.touchd.captcha.Verdict", ["challenge": challenge]) { reply in
            if let attempt = reply["attempt"]?.objectValue { record.take(attempt) }
            switch reply["outcome"]?.stringValue {
            case "passed": record.outcome = .solved
            case "failed": record.outcome = .missed
            case "declined": record.outcome = .declined
            case "expired": record.outcome = .expired
            default: break
            }
            return true
        }
        return record
    }

    // MARK: - Patterns

    /// A pattern that is given, so that nobody shows one of their own.
    private mutating func draw(_ round: StudyPlan.Round) throws(ControlError) -> StudyRecord {
        let wanted = StudyPlan.pattern(using: &random)
        session.note("draw \(wanted.map { "\($0 + 1)" }.joined(separator: "-")) (dots 1 to 9, row by row)\n")
        var record = StudyRecord(
            kind: kind, profile: round.profile, input: round.input, visit: visit, outcome: .cancelled)
        let widget: JSON = [
            "id": "study", "kind": "pattern", "unit": "fractions", "x": 0.2, "y": 0.05, "width": 0.6, "height": 0.9,
            "pattern": ["trail": "live", "input": .string(round.input)],
        ]
        var (dots, began): ([Int], Int) = ([], 0)
        let shown = Self.now
        try session.stream("io.touchd.scene.Present", ["widgets": [widget]]) { reply in
            guard let event = reply["event"]?.objectValue else { return true }
            switch event["name"]?.stringValue {
            case "began": (dots, began) = ([], began + 1)
            case "dot": dots.append(Int(clamping: event["dot"]?.integerValue ?? -1))
            case "completed":
                record.outcome = dots == wanted ? .solved : .missed
                record.microseconds = max((event["timeUSec"]?.integerValue ?? shown) - shown, 0)
                record.corrections = began - 1
                return false
            default: break
            }
            return true
        }
        return record
    }

    /// CLOCK_MONOTONIC, in microseconds, as events have it.
    private static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

extension StudyRecord {
    /// Takes what a challenge tells of an attempt.
    mutating func take(_ attempt: JSONObject) {
        let facts = attempt["facts"]?.objectValue ?? [:]
        microseconds = facts["sinceShownUSec"]?.integerValue.map { max($0, 0) }
        score = attempt["score"]?.integerValue.map { Int(clamping: $0) }
        flaw = attempt["flaw"]?.stringValue
        if kind == "captcha" {
            input = attempt["mode"]?.stringValue ?? input
            // One movement, or two taps, brings it there and hands it in.
            let more = facts["movements"]?.integerValue.map { $0 - 1 } ?? facts["touches"]?.integerValue.map { $0 - 2 }
            corrections = Int(clamping: max(more ?? 0, 0))
        }
    }
}
