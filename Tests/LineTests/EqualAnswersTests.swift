import StrictJSON
import Testing

/// What somebody sees who can tell neither the words of an answer nor the drawing: when it comes and how long it is.
@Suite struct EqualAnswersTests {
    /// The moments from the lift to the answer, in microseconds, and the lengths of what is said of it.
    private struct Answers {
        var delays: [Int64] = []
        var lengths: [String: Set<Int>] = [:]

        mutating func add(_ kind: String, _ reply: JSONObject) {
            lengths[kind, default: []].insert(reply.description.utf8.count)
        }
    }

    @Test func `a right, a wrong and a repeated drawing and that of a stranger are answered alike`() throws {
        try withLine { line in
            try line.enrol()
            var answers = Answers()
            var outcomes: [String] = []
            let watching = try line.stream("io.touchd.result.Watch")
            _ = try watching.next()
            for (user, dots) in [
                ("anna", "1-2-3-6-9"), ("anna", "1-2-3-6-9"), ("anna", "1-4-8-5-9"), ("bert", "1-4-8-5-9"),
            ] {
                let screen = try line.present(Widgets.pattern())
                let verification = try line.stream(
                    "io.touchd.unlock.Verify",
                    ["user": .string(user), "scene": .string(screen.scene), "widget": "pad", "attempts": 1])
                _ = try verification.next()
                try line.draw(dots: dots)
                let lift = try screen.event("completed")["timeUSec"]?.integerValue ?? 0
                let event = try screen.reply(withEvent: "result")
                answers.add("event", event)
                let judged = event["event"]?.objectValue?["timeUSec"]?.integerValue ?? 0
                answers.delays.append(judged - lift)
                let attempt = try verification.next()
                answers.add("attempt", attempt)
                let object = attempt["attempt"]?.objectValue
                outcomes.append((object?["reason"] ?? object?["outcome"])?.stringValue ?? "?")
                let last = try verification.last()
                #expect((last["token"] != nil) == (last["outcome"] == "passed"))
                answers.add("last", last)
                answers.add("watched", try watching.next())
                try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            }
            #expect(outcomes == ["wrong_pattern", "already_tried", "passed", "wrong_pattern"])
            #expect(answers.lengths.count == 4)
            for (kind, lengths) in answers.lengths { #expect(lengths.count == 1, "\(kind): \(lengths)") }
            // A busy machine may miss a moment; then the answer waits for the next one.
            for delay in answers.delays { #expect(delay > 0 && delay % 300_000 == 0, "\(answers.delays)") }
        }
    }
}
