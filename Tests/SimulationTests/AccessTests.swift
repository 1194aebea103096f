import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

@Suite(.showsLogs) struct AccessTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    /// A group that exists on every Debian system and is unused.
    private static let games: UInt32 = 60
    private static let denied = "org.varlink.service.PermissionDenied"

    @Test func `only an administrator chooses the target of a captcha`() throws {
        let given: JSONObject = ["profile": "given", "given": ["targetValue": 0.5]]
        let refusal = try kiosk.refusal("io.touchd.captcha.Create", given, as: .nobody)
        #expect(refusal?.name == Self.denied)
        #expect(try kiosk.refusal("io.touchd.captcha.Create", ["profile": "simple"], as: .nobody) == nil)
    }

    @Test func `on the socket for monitoring no token is used up`() throws {
        try kiosk.enroll()
        let token = try kiosk.verify(drawing: "1-4-8-5-9").last?["token"]
        var reader = Identity(user: geteuid(), group: getegid())
        reader.isReader = true
        #expect(try kiosk.refusal("io.touchd.token.Redeem", ["token": token], as: reader)?.name == Self.denied)
        #expect(try kiosk.call("io.touchd.token.Redeem", ["token": token])["passed"] == true)
    }

    @Test func `a user sees the results of its own calls alone`() throws {
        try kiosk.enroll()
        _ = try kiosk.verify(drawing: "1-4-8-5-9", as: .nobody)
        #expect(try kiosk.results(as: .nobody).map { $0["kind"] } == ["unlock"])
        #expect(try kiosk.results(as: .stranger).isEmpty)
        #expect(try kiosk.results().count == 2)
    }

    @Test func `a member of the group of backends sees all results`() throws {
        try kiosk.restartDaemon { $0.access = "group-frontend=\ngroup-backend=games" }
        try kiosk.enroll()
        #expect(try kiosk.results(as: .nobody.joining(Self.games)).count == 1)
    }

    @Test func `a result can be read by its id`() throws {
        let id = try #require(try kiosk.verify(drawing: "1-2-3-6", as: .nobody).last?["resultId"])
        let result = try kiosk.call("io.touchd.result.Get", ["id": id], as: .stranger)
        #expect(result["result"]?.objectValue?["outcome"] == "failed")
    }

    @Test func `no scene can cover a pattern of another user`() throws {
        let guarded = try kiosk.present(Widgets.pattern(), as: .nobody)
        #expect(try kiosk.refusal(of: Widgets.pattern(), as: .stranger)?.name == "io.touchd.scene.Busy")
        try kiosk.draw(dots: "1-2-3-6")
        // No call waits for it.
        let event = try guarded.event("judged")
        #expect(event["passed"] == false && event["reason"] == "no_attempt")
    }

    @Test func `a finger on another user's scene is cancelled when a pattern covers it`() throws {
        let other = try kiosk.present(
            ["id": "free", "kind": "button", "x": 0, "y": 0, "width": 1_280, "height": 800], as: .stranger)
        try kiosk.draw("down 1 640,400")
        try other.event("began")
        let guarded = try kiosk.present(Widgets.pattern(), as: .nobody)
        #expect(try other.event("pressed", "cancelled")["name"] == "cancelled")
        try kiosk.draw("move 1 700,500")
        try kiosk.draw("up 1")
        try kiosk.draw(dots: "1-2-3-6")
        try guarded.event("judged")
        #expect(other.names == ["began", "cancelled"])
    }

    @Test func `a scene below another user's does not become a pattern`() throws {
        let button: JSON = ["id": "b", "kind": "button", "x": 0, "y": 0, "width": 100, "height": 100]
        let below = try kiosk.present(button, as: .nobody)
        let above = try kiosk.present(button, as: .stranger)
        let change: JSONObject = ["scene": .string(below.scene), "widgets": [Widgets.pattern()]]
        #expect(try kiosk.refusal("io.touchd.scene.Update", change, as: .nobody)?.name == "io.touchd.scene.Busy")
        above.hangUp()
    }

    @Test func `an empty update reports nothing`() throws {
        let button: JSON = ["id": "b", "kind": "button", "x": 0, "y": 0, "width": 100, "height": 100]
        let screen = try kiosk.present(button)
        try kiosk.call("io.touchd.scene.Update", ["scene": .string(screen.scene)])
        try kiosk.call("io.touchd.scene.Update", ["scene": .string(screen.scene), "widgets": [], "remove": []])
        try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        let rest = try screen.rest()
        #expect(rest.count == 1 && rest.first?["dismissed"] == true)
    }

    @Test func `another user's scene can be neither dismissed, nor changed, nor used for an unlock`() throws {
        let screen = try kiosk.present(Widgets.pattern(), as: .nobody)
        let scene = JSON.string(screen.scene)
        for method in ["Dismiss", "Update"] {
            let refusal = try kiosk.refusal("io.touchd.scene.\(method)", ["scene": scene], as: .stranger)
            #expect(refusal?.name == "io.touchd.scene.NoSuchScene")
        }
        let verification = try kiosk.refusal(
            "io.touchd.unlock.Verify", ["user": "anna", "scene": scene, "widget": "pad"], as: .stranger)
        #expect(verification?.name == "io.touchd.unlock.NoSuchWidget")
    }

    @Test func `another user's challenge can be neither shown nor queried`() throws {
        let made = try kiosk.call("io.touchd.captcha.Create", ["profile": "simple"], as: .nobody)
        let challenge = made["challengeId"]?.stringValue ?? ""
        let scene = try kiosk.refusal(of: Widgets.captcha(challenge), as: .stranger)
        #expect(scene?.name == "io.touchd.scene.NoSuchChallenge")
        let verdict = try kiosk.refusal("io.touchd.captcha.Await", ["challengeId": .string(challenge)], as: .stranger)
        #expect(verdict?.name == "io.touchd.captcha.NoSuchChallenge")
    }
}
