import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

@Suite(.showsLogs) struct AccessTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test func `only an administrator chooses the target of a captcha`() throws {
        let given: JSONObject = ["profile": "given", "given": ["targetValue": 0.5]]
        let refusal = try kiosk.refusal("io.touchd.captcha.Create", given, as: .nobody)
        #expect(refusal == .permissionDenied)
        #expect(try kiosk.refusal("io.touchd.captcha.Create", ["profile": "simple"], as: .nobody) == nil)
    }

    @Test func `on the socket for monitoring no token is used up`() throws {
        try kiosk.enroll()
        let token = try kiosk.verify(drawing: "1-4-8-5-9").last?["token"]
        // Even root, as whom the daemon runs, is an observer there.
        var reader = Identity(user: geteuid(), group: getegid())
        reader.isReader = true
        #expect(try kiosk.status("access", as: reader)["rights"] == [])
        #expect(try kiosk.refusal("io.touchd.token.Redeem", ["token": token], as: reader) == .permissionDenied)
        #expect(try kiosk.call("io.touchd.token.Redeem", ["token": token])["passed"] == true)
    }

    @Test func `a user sees the results of its own calls alone, a backend all, and anybody the one whose id it knows`()
        throws
    {
        try kiosk.restartDaemon { $0.access = "group-frontend=\ngroup-backend=games" }
        try kiosk.enroll()
        let id = try #require(try kiosk.verify(drawing: "1-4-8-5-9", as: .nobody).last?["resultId"])
        #expect(try kiosk.results(as: .nobody).map { $0["kind"] } == ["unlock"])
        #expect(try kiosk.results(as: .stranger).isEmpty)
        for who in [nil, Identity.nobody.joining(60)] { #expect(try kiosk.results(as: who).count == 2) }
        let result = try kiosk.call("io.touchd.result.Get", ["id": id], as: .stranger)["result"]?.objectValue
        #expect(result?["outcome"] == "passed")
    }

    @Test func `a stream of results that is open when its right is lost tells those of its user alone`() throws {
        try kiosk.restartDaemon { $0.access = "group-frontend=\ngroup-backend=games" }
        try kiosk.enroll()
        let watch = try kiosk.watching("io.touchd.result.Watch", as: Identity.nobody.joining(60))
        func heard() -> Int { watch.all.count { $0["result"]?.objectValue?["kind"] == "unlock" } }
        _ = try kiosk.verify(drawing: "1-4-8-5-9", as: .stranger)
        #expect(heard() == 1)
        try kiosk.reload { $0.access = "group-frontend=\ngroup-backend=" }
        _ = try kiosk.verify(drawing: "1-4-8-5-9", as: .stranger)
        #expect(heard() == 1)
        _ = try kiosk.verify(drawing: "1-4-8-5-9", as: .nobody)
        #expect(heard() == 2)
    }

    @Test func `a finger on another user's scene is cancelled when a pattern covers it`() throws {
        let other = try kiosk.present(Widgets.button, as: .stranger)
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
        let below = try kiosk.present(Widgets.button, as: .nobody)
        let above = try kiosk.present(Widgets.button, as: .stranger)
        let change: JSONObject = ["scene": .string(below.scene), "widgets": [Widgets.pattern()]]
        #expect(try kiosk.refusal("io.touchd.scene.Update", change, as: .nobody)?.name == "io.touchd.scene.Busy")
        above.hangUp()
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
}
