internal import Arguments
internal import StrictJSON
internal import TouchCore

/// One round of a study, a line of its file; without names and places of fingers.
struct StudyRecord: Equatable {
    enum Outcome: String, CaseIterable {
        case solved, missed, refused, declined, cancelled, expired
    }

    /// The task: `captcha` or `gesture`.
    var kind: String
    /// How the challenge was made.
    var profile: String
    /// How it was driven; `both` if nobody did.
    var input: String
    /// Identifies the visit of a round, and nothing else.
    var visit: String
    var outcome: Outcome
    /// From showing it to the end of the gesture.
    var length: Interval?
    /// Number of restarts, or of further taps, before it was handed in.
    var corrections = 0
    /// Why it was refused, whether the answer was right or wrong.
    var flaw: String?

    var line: String {
        let object: JSONObject = [
            "study": 1, "kind": .string(kind), "profile": .string(profile), "input": .string(input),
            "visit": .string(visit), "outcome": .string(outcome.rawValue),
            "timeUSec": length.map { .integer($0.microseconds) }, "corrections": .integer(Int64(corrections)),
            "flaw": flaw.map { .string($0) },
        ]
        return object.description + "\n"
    }

    init(kind: String, profile: String, input: String, visit: String, outcome: Outcome) {
        (self.kind, self.profile, self.input, self.visit, self.outcome) = (kind, profile, input, visit, outcome)
    }

    /// Reads a line; nil if it is not a round of a study.
    init?(line: some StringProtocol) {
        guard let object = try? JSONObject(parsing: String(line)), object["study"] == 1,
            let kind = object.text("kind"), let profile = object.text("profile"),
            let input = object.text("input"), let visit = object.text("visit"),
            let outcome = object.text("outcome").flatMap({ Outcome(rawValue: $0) }),
            let corrections = object.whole("corrections"), (0...1_000_000).contains(corrections)
        else { return nil }
        self.init(kind: kind, profile: profile, input: input, visit: visit, outcome: outcome)
        self.corrections = Int(corrections)
        length = object["timeUSec"]?.intervalValue
        flaw = object.text("flaw")
        if let length, length < .zero { return nil }
    }

    static func all(in text: String, of path: String) throws(CommandError) -> [StudyRecord] {
        var records: [StudyRecord] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty { continue }
            guard let record = StudyRecord(line: line) else {
                throw .file("\(path): line \(number + 1): not a round of a study")
            }
            records.append(record)
        }
        return records
    }
}
