import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

@Suite(.showsLogs) struct ChangeTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk.ofAnna() }

    private static let everyday = "1-4-8-5-9"
    private static let forced = "7-5-9-6-2"
    private static let fresh = "2-4-8-6-9"

    /// A token of an unlock that counts as proof for a change.
    private func proof(_ dots: String, of user: String = "anna", as identity: Identity? = nil) throws -> JSON {
        let claims: JSONObject = ["claims": ["audience": "io.touchd.unlock"]]
        return try kiosk.verify(user, drawing: dots, with: claims, as: identity).last?["token"] ?? .null
    }

    private func change(
        proof: JSON, slot: JSON? = nil, drawing drawings: [String]
    ) throws -> (steps: [String], last: JSONObject) {
        let more: JSONObject = ["proof": proof, "slot": slot]
        let (screen, enrollment) = try kiosk.asking("Enroll", on: Widgets.enrollment(), more)
        try kiosk.draw(drawings, on: screen)
        let replies = try enrollment.rest()
        try kiosk.dismiss(screen)
        return (replies.compactMap { $0["step"]?.stringValue }, replies.last ?? [:])
    }

    private func setDuress() throws {
        let last = try change(
            proof: proof(Self.everyday), slot: "duress", drawing: [Self.forced, Self.forced]
        ).last
        #expect(last["outcome"] == "passed")
    }

    @Test func `a right drawing after a restriction neither passes nor proves anything`() throws {
        let asked = try kiosk.asking(
            on: Widgets.pattern(), ["maxAttempts": 1, "claims": ["audience": "io.touchd.unlock"]])
        // The daemon reads the drawing and the call one after the other, and has not compared the drawing by then.
        let administrator = try kiosk.peer()
        try kiosk.whileStopped {
            try kiosk.draw(dots: Self.everyday)
            try administrator.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
        }
        _ = try administrator.next()
        let last = try asked.call.last()
        #expect(last["outcome"] == "failed" && last["token"] == nil, "\(last)")
    }

    /// The block comes between the use of the proof and the removal, which wait for the disk one after the other.
    @Test func `a proof does not remove a user who is blocked while it is used`() throws {
        let token = try proof(Self.everyday)
        let (user, administrator) = (try kiosk.peer(), try kiosk.peer())
        kiosk.clock.workTime = { .seconds(1) }
        try user.call("io.touchd.unlock.Remove", ["user": "anna", "proof": token])
        try administrator.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
        #expect(try user.reply(with: "ProofRefused")["reason"] == "token_expired")
        kiosk.clock.workTime = { .zero }
        #expect(try kiosk.users().count == 1)
    }

    @Test func `a user changes the pattern with the old one, once for each proof`() throws {
        let token = try proof(Self.everyday)
        let (steps, last) = try change(proof: token, drawing: [Self.fresh, Self.fresh])
        #expect(steps == ["first_recorded"])
        #expect(last["outcome"] == "passed")
        #expect(try kiosk.verify(drawing: Self.everyday).last?["outcome"] == "failed")
        #expect(try kiosk.verify(drawing: Self.fresh).last?["outcome"] == "passed")
        #expect(try kiosk.results().map { $0["kind"] }.contains("change"))
        let screen = try kiosk.present(Widgets.enrollment())
        let refusal = try kiosk.refusal(
            "io.touchd.unlock.Enroll",
            ["user": "anna", "proof": token, "scene": .string(screen.scene), "widget": "pad"])
        #expect(refusal == VarlinkError("io.touchd.unlock.ProofRefused", ["reason": "token_expired"]))
    }

    @Test func `the proof of one user changes no other user, and a front end without a proof changes nothing`() throws {
        try kiosk.enroll("bert", dots: Self.fresh)
        let token = try proof(Self.fresh, of: "bert")
        #expect(
            try kiosk.refusal("io.touchd.unlock.Remove", ["user": "anna", "proof": token])
                == VarlinkError("io.touchd.unlock.ProofRefused", ["reason": "subject_mismatch"]))
        #expect(
            try kiosk.refusal("io.touchd.unlock.Remove", ["user": "anna"], as: .nobody)?.name
                == "org.varlink.service.PermissionDenied")
        #expect(try kiosk.verify(drawing: Self.everyday).last?["outcome"] == "passed")
    }

    @Test func `the normal pattern cannot be the duress pattern`() throws {
        let (steps, last) = try change(
            proof: proof(Self.everyday), slot: "duress",
            drawing: [Self.everyday, Self.everyday, Self.forced, Self.forced])
        #expect(steps == ["first_recorded", "same_as_everyday", "first_recorded"])
        #expect(last["outcome"] == "passed")
    }

    @Test func `an unlock under duress is reported to those who see all results`() throws {
        try setDuress()
        let log = try kiosk.logged("anna", drawing: Self.everyday)
        #expect(log == (try kiosk.logged("anna", drawing: Self.forced)) && !log.isEmpty)
        let free = try kiosk.verify(drawing: Self.everyday, as: .nobody).last
        let forced = try kiosk.verify(drawing: Self.forced, as: .nobody).last
        let id = forced?["resultId"] ?? .null
        let seen = try kiosk.call("io.touchd.result.Get", ["id": id], as: .nobody)["result"]?.objectValue
        #expect(seen?["outcome"] == "passed" && seen?["reason"] == nil)
        #expect(try kiosk.call("io.touchd.result.Get", ["id": id])["result"]?.objectValue?["reason"] == "duress")
        #expect(try kiosk.results(as: .nobody).allSatisfy { $0["reason"] == nil })
        #expect(try kiosk.call("io.touchd.token.Redeem", ["token": forced?["token"]])["duress"] == true)
        #expect(try kiosk.call("io.touchd.token.Redeem", ["token": free?["token"]])["duress"] == nil)
    }

    @Test func `after a removal under duress the normal pattern still passes, and administrators see the user`() throws
    {
        try setDuress()
        let token = try proof(Self.forced, as: .nobody)
        try kiosk.call("io.touchd.unlock.Remove", ["user": "anna", "proof": token], as: .nobody)
        #expect(try kiosk.verify(drawing: Self.everyday, as: .nobody).last?["outcome"] == "passed")
        #expect(try kiosk.users().first?["hidden"] == true)
        let removal = try kiosk.results().first { $0["kind"] == "removal" }
        #expect(removal?["reason"] == "duress")
        try kiosk.call("io.touchd.unlock.Remove", ["user": "anna"])
        #expect(try kiosk.users().isEmpty)
    }

    @Test func `only administrators see who has a duress pattern`() throws {
        #expect(try kiosk.users().first?["duress"] == false)
        try setDuress()
        #expect(try kiosk.users().first?["duress"] == true)
        #expect(try kiosk.users(as: .nobody).map { $0["duress"] } == [nil])
    }

    @Test func `a drawing that is being checked when the daemon stops costs no attempt`() throws {
        let asked = try kiosk.asking()
        kiosk.clock.workTime = { .seconds(1) }
        try kiosk.draw(dots: Self.everyday)
        try asked.screen.event("completed")
        kiosk.clock.workTime = { .zero }
        try kiosk.restartDaemon()
        #expect(try kiosk.users().first?["failedAttempts"] == 0)
        #expect(try kiosk.results().last?["outcome"] == "cancelled")
    }

    /// A right recovery key, and what happens while it is written.
    private func recover(meanwhile body: (KioskPeer) throws -> Void) throws -> Presentation<KioskStream> {
        let key = try kiosk.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])["key"] ?? .null
        let screen = try kiosk.present(Widgets.enrollment())
        let caller = try kiosk.peer()
        kiosk.clock.workTime = { .seconds(1) }
        let call: JSONObject = ["user": "anna", "key": key, "scene": .string(screen.scene), "widget": "pad"]
        try caller.call("io.touchd.unlock.Recover", call, more: true)
        try body(caller)
        kiosk.clock.workTime = { .zero }
        try kiosk.advance(by: .seconds(2))
        return screen
    }

    @Test func `a recovery is over if the user is removed while it is written`() throws {
        let administrator = try kiosk.peer()
        let screen = try recover { _ in try administrator.call("io.touchd.unlock.Remove", ["user": "anna"]) }
        try kiosk.draw([Self.fresh, Self.fresh], on: screen)
        #expect(try kiosk.users().isEmpty)
    }

    @Test func `a recovery whose caller leaves while it is written has a result`() throws {
        _ = try recover { $0.hangUp() }
        let last = try kiosk.results().last
        #expect(last?["kind"] == "recovery" && last?["outcome"] == "cancelled")
        #expect(try kiosk.users().first?["state"] == "recovering")
    }

    @Test func `a malformed recovery key is distinguished from a wrong one and costs no try`() throws {
        let screen = try kiosk.present(Widgets.enrollment())
        for _ in 0..<7 {
            let refusal = try kiosk.refusal(
                "io.touchd.unlock.Recover",
                ["user": "anna", "key": "abc", "scene": .string(screen.scene), "widget": "pad"])
            #expect(refusal?.name == "io.touchd.unlock.MalformedKey")
        }
    }
}
