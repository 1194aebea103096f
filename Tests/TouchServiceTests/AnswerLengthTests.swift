import StrictJSON
import Testing
import TouchCore

@testable import TouchScreen
@testable import TouchSessions

struct AnswerLengthTests {
    private static let long = String(repeating: "f", count: 32)
    private static let standing: JSONObject = [
        "waitUSec": .integer(.max), "attemptsLeft": .integer(.max), "attemptsUntilLocked": .integer(.max),
        "locked": true,
    ]

    private static func attempt(_ fields: JSONObject) -> JSONObject {
        var attempt = fields
        for (key, value) in standing { attempt[key] = value }
        return ["attempt": .object(attempt)]
    }

    @Test(
        arguments: [
            ["outcome": "passed", "number": 1], ["outcome": "failed", "number": 20, "reason": "already_tried"],
            ["outcome": "failed", "number": .integer(.max), "reason": .string(long), "resultId": .string(long)],
        ] as [JSONObject])
    func `every reply about a drawing has the same length, even the longest`(fields: JSONObject) {
        #expect(Self.attempt(fields).padded(to: AnswerLength.attempt).description.utf8.count == AnswerLength.attempt)
    }

    @Test(arguments: [nil, String(repeating: "t", count: 4_096)])
    func `the last reply has the same length with the longest token and without one`(token: String?) {
        var last: JSONObject = [
            "outcome": "cancelled", "resultId": .string(Self.long), "token": token.map { .string($0) },
        ]
        last.add(Self.standing)
        #expect(last.padded(to: AnswerLength.last).description.utf8.count == AnswerLength.last)
    }

    @Test(arguments: ["", "x", "\u{1}\u{2}"])
    func `a reply written straight into the buffer is padded to the same length`(word: String) {
        var writer = JSONWriter()
        writer.beginObject()
        let start = writer.bytes.count
        writer.member("word", word)
        writer.pad(from: start, to: 200)
        #expect(writer.bytes.count - start == 200)
    }
}
