import Simulation
import StrictJSON
import TestSupport
import Testing

/// What can be observed by someone who sees neither the content of a reply nor the drawing: its time and its length.
@Suite(.showsLogs) struct EqualAnswersTests {
    /// The times from the lift to the reply, in microseconds, and the lengths of everything sent about it.
    private struct Answers {
        var delays: [Int64] = []
        var lengths: [String: Set<Int>] = [:]

        mutating func add(_ kind: String, _ reply: JSONObject) {
            lengths[kind, default: []].insert(reply.description.utf8.count)
        }
    }

    @Test func `right, wrong and repeated drawings and unknown users have equal replies`() throws {
        let kiosk = try Kiosk.ofAnna()
        var answers = Answers()
        var outcomes: [String] = []
        let watching = try kiosk.watching("io.touchd.result.Watch")
        for (user, dots) in [
            ("anna", "1-2-3-6-9"), ("anna", "1-2-3-6-9"), ("anna", "1-4-8-5-9"), ("bert", "1-4-8-5-9"),
        ] {
            let (screen, verification) = try kiosk.asking(of: user, ["maxAttempts": 1])
            try kiosk.draw(dots: dots)
            let lift = try screen.event("completed")["timeUSec"]?.integerValue ?? 0
            let event = try screen.reply(withEvent: "judged")
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
            try kiosk.dismiss(screen)
        }
        #expect(outcomes == ["wrong_pattern", "already_tried", "passed", "wrong_pattern"])
        #expect(answers.lengths.count == 4)
        for (kind, lengths) in answers.lengths { #expect(lengths.count == 1, "\(kind): \(lengths)") }
        #expect(answers.delays == Array(repeating: 300_000, count: 4))
    }

    @Test func `the log is the same for a wrong drawing and an unknown user`() throws {
        let kiosk = try Kiosk.ofAnna()
        let wrong = try kiosk.logged("anna", drawing: "1-2-3-6-9")
        #expect(wrong == (try kiosk.logged("zoe1", drawing: "1-2-3-6-9")))
        let right = try kiosk.logged("anna", drawing: "1-4-8-5-9")
        #expect(right != wrong && right.contains { $0.contains("unlock ") }, "\(right)")
    }
}
