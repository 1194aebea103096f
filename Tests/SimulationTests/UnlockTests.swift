import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

@Suite(.showsLogs) struct UnlockTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test func `a change without effect stores no result`() throws {
        try kiosk.enroll()
        let before = try kiosk.results().count
        #expect(try kiosk.call("io.touchd.unlock.ClearWait", ["user": "anna"]) == [:])
        for act in [["user": "anna", "disabled": false], ["user": "anna", "neverExpires": true], ["user": "anna"]]
            as [JSONObject]
        {
            #expect(try kiosk.call("io.touchd.unlock.Restrict", act) == [:])
        }
        let refusal = try kiosk.refusal("io.touchd.unlock.ClearWait", ["user": "bert"])
        #expect(refusal?.name == "io.touchd.unlock.NoSuchUser")
        #expect(try kiosk.results().count == before)
        #expect(try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])["resultId"] != nil)
        #expect(try kiosk.results().count == before + 1)
    }

    @Test func `failures are forgotten after the time that an administrator sets`() throws {
        try kiosk.restartDaemon { $0.access = "group-frontend=\n[unlock]\nforget-failures=24h" }
        try kiosk.enroll()
        func failed() throws -> JSON? { try kiosk.users("anna").first?["failedAttempts"] }
        _ = try kiosk.verify(drawing: "1-2-3-6", "1-2-3-5", "7-8-9-6", "3-6-9-8")
        try kiosk.advance(by: .seconds(24 * 3_600 - 10))
        #expect(try failed() == 4)
        try kiosk.advance(by: .seconds(20))
        #expect(try failed() == 0)
        #expect(try kiosk.verify(drawing: "1-2-5-6").last?["attemptsLeft"] == 4)
    }

    /// A change is being written when the finger lifts, so that the attempt waits for its turn.
    @Test func `an entry of a panel that is unplugged before it is counted counts like any other`() throws {
        try kiosk.enroll()
        let asked = try kiosk.asking()
        kiosk.clock.workTime = { .seconds(5) }
        let administrator = try kiosk.peer()
        try administrator.call("io.touchd.token.RotateKeys")
        try kiosk.draw(dots: "1-4-8-5-9")
        try kiosk.draw("unplug")
        let reply = try asked.call.first { $0["attempt"] != nil }
        #expect(reply["attempt"]?.objectValue?["outcome"] == "passed", "\(reply)")
    }

    @Test func `a call without more ends before clients time out`() throws {
        let screen = try kiosk.servingScreen()
        let client = try kiosk.peer()
        try client.call("io.touchd.unlock.Verify", ["user": "anna"])
        #expect(try screen.wanted()["timeLeftUSec"]?.integerValue ?? 0 <= 40_000_000)
        let verification = try kiosk.stream("io.touchd.unlock.Verify", ["user": "anna"])
        #expect(try screen.wanted()["timeLeftUSec"]?.integerValue ?? 0 > 40_000_000)
        _ = (client, verification)
    }

    /// Drawings of one enrollment, and the step after each; the last one is stored, and unlocks.
    @Test(arguments: [
        [("1-4-8-5-9", "first_recorded"), ("1-2-3-6-9", "mismatch"), ("1-4-8-5-9", nil)],
        [("2-7-6-1-8", "first_recorded"), ("1-4-8-5-9", "mismatch"), ("1-4-8-5-9", nil)],
        [("1-4-7-8-9", "too_common"), ("1-4-8-5-9", "first_recorded"), ("1-4-8-5-9", nil)],
        [
            ("1-4-8-5-9", "first_recorded"), ("1-4-7-8-9", "mismatch"), ("1-4-7-8-9", "too_common"),
            ("9-5-8-4-1", "first_recorded"), ("9-5-8-4-1", nil),
        ],
        [
            ("2-7-6-1-8", "first_recorded"), ("3-5-4-8-6", "mismatch"), ("1-4-8-5-9", "start_over"),
            ("1-4-8-5-9", "first_recorded"), ("1-4-8-5-9", nil),
        ],
    ])
    func `two equal drawings of three are stored, unless they are common`(
        drawings: [(dots: String, step: String?)]
    ) throws {
        let (screen, enrollment) = try kiosk.asking("Enroll", on: Widgets.enrollment())
        for (dots, step) in drawings {
            #expect(try kiosk.users().isEmpty)
            try kiosk.draw(dots: dots)
            guard let step else { break }
            #expect(try enrollment.next()["step"]?.stringValue == step)
        }
        #expect(try enrollment.last()["outcome"] == "passed")
        try kiosk.dismiss(screen)
        #expect(try kiosk.verify(drawing: drawings.last?.dots ?? "").last?["outcome"] == "passed")
    }

    @Test func `every reply has the number of tries left and the wait`() throws {
        try kiosk.enroll()
        let replies = try kiosk.verify(
            drawing: "1-2-3-6-9", "1-2-3-6-9", "1-2-3-6-5", "1-2-3-6-4", "1-2-3-5-4", "1-2-3-5-7", "1-4-8-5-9")
        let attempts = replies.compactMap { $0["attempt"]?.objectValue }
        let failed = "wrong_pattern"
        let reasons = [failed, "already_tried", failed, failed, failed, failed, "locked"]
        #expect(attempts.map { $0["reason"]?.stringValue } == reasons)
        #expect(attempts.map { $0["attemptsLeft"] } == [4, 4, 3, 2, 1, 0, 0])
        #expect(attempts.map { $0["attemptsUntilLocked"] } == [19, 19, 18, 17, 16, 15, 15])
        #expect(attempts.map { $0["waitUSec"] == nil } == [true, true, true, true, true, false, false])
        let last = try #require(replies.last)
        #expect(last["outcome"] == "failed")
        #expect((1...60_000_000).contains(last["waitUSec"]?.integerValue ?? 0))
    }

    @Test func `a wait survives a restart and ends when an administrator clears it`() throws {
        try kiosk.enroll()
        _ = try kiosk.verify(drawing: "1-2-3-6-9", "1-2-3-6-5", "1-2-3-6-4", "1-2-3-5-4", "1-2-3-5-7")
        try kiosk.restartDaemon()
        #expect(try kiosk.users().first?["waitUSec"] != nil)
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").first?["attempt"]?.objectValue?["reason"] == "locked")
        try kiosk.call("io.touchd.unlock.ClearWait", ["user": "anna"])
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        #expect(try kiosk.results().map { $0["kind"] }.contains("clearing"))
    }

    @Test func `recovery keys that are not checked push nothing out of the kept results`() throws {
        let key = JSON.string(String(repeating: "c", count: 64))
        let answers = try (0..<20).map { _ in
            try kiosk.call("io.touchd.unlock.Recover", ["user": "zoe", "key": key], as: .nobody)["reason"]
        }
        #expect(answers == Array(repeating: "wrong_key", count: 5) + Array(repeating: "locked", count: 15))
        #expect(try kiosk.results().count { $0["reason"] == "locked" } == 1)
        // Administrators are never kept waiting.
        #expect(try kiosk.call("io.touchd.unlock.Recover", ["user": "zoe", "key": key])["reason"] == "wrong_key")
    }

    @Test func `a recovery key lets a user without guesses draw a new pattern`() throws {
        try kiosk.enroll()
        let key = try kiosk.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])["key"] ?? .null
        _ = try kiosk.verify(drawing: "1-2-3-6-9", "1-2-3-6-5", "1-2-3-6-4", "1-2-3-5-4", "1-2-3-5-7")
        let screen = try kiosk.present(Widgets.enrollment())
        var parameters: JSONObject = ["user": "anna", "scene": .string(screen.scene), "widget": "pad"]
        parameters["key"] = .string(String(repeating: "c", count: 64))
        let refusal = try kiosk.call("io.touchd.unlock.Recover", parameters)
        #expect(refusal["outcome"] == "failed" && refusal["reason"] == "wrong_key")
        parameters["key"] = key
        let recovery = try kiosk.watching("io.touchd.unlock.Recover", parameters)
        try kiosk.draw(["2-4-8-6-9", "2-4-8-6-9"], on: screen)
        #expect(try recovery.last()["outcome"] == "passed")
        try kiosk.dismiss(screen)
        #expect(try kiosk.verify(drawing: "1-4-8-5-9", "2-4-8-6-9").last?["outcome"] == "passed")
        #expect(
            try kiosk.results().filter { $0["kind"] == "recovery" }.map { $0["outcome"] }
                == ["passed", "failed", "passed"])
    }

    @Test func `a widget for verifying accepts no enrollment and no second wait`() throws {
        let screen = try kiosk.present(Widgets.pattern())
        let call: JSONObject = ["user": "anna", "scene": .string(screen.scene), "widget": "pad"]
        #expect(try kiosk.refusal("io.touchd.unlock.Enroll", call)?.name == "io.touchd.unlock.NoSuchWidget")
        let first = try kiosk.watching("io.touchd.unlock.Verify", call)
        #expect(try kiosk.refusal("io.touchd.unlock.Verify", call)?.name == "io.touchd.unlock.Busy")
        withExtendedLifetime(first) {}
    }

    @Test(arguments: [("1-2-3-6-9", "failed"), ("1-4-8-5-9", "passed")])
    func `a drawing that counts is recorded, even if its caller disconnects`(dots: String, outcome: String) throws {
        try kiosk.enroll()
        let watch = try kiosk.watching("io.touchd.result.Watch")
        let (screen, verification) = try kiosk.asking()
        try kiosk.draw(dots: dots)
        // The reply comes 0.3 s after the lift.
        try screen.event("completed")
        screen.hangUp()
        verification.hangUp()
        #expect(try watch.next()["result"]?.objectValue?["outcome"]?.stringValue == outcome)
    }

    @Test func `disconnecting scene and wait at the same moment cancels the wait`() throws {
        let watch = try kiosk.watching("io.touchd.result.Watch")
        let (screen, verification) = try kiosk.asking()
        // The daemon finds both closed in one round of its loop.
        try kiosk.whileStopped {
            screen.hangUp()
            verification.hangUp()
        }
        #expect(try watch.next()["result"]?.objectValue?["outcome"] == "cancelled")
        #expect(try kiosk.status("screen")["scenes"] == 0)
    }
}
