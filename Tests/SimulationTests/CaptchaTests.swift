import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

@Suite(.showsLogs) struct CaptchaTests {
    private let kiosk: Kiosk
    private let challenge: String
    private let screen: Presentation<KioskStream>
    private let verdict: KioskStream

    /// A challenge is on screen.
    init() throws {
        kiosk = try Kiosk()
        challenge = try kiosk.challenge(at: 0.33)
        screen = try kiosk.present(Widgets.captcha(challenge))
        verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
    }

    @Test func `a challenge reports its progress`() throws {
        func state(_ challenge: String) throws -> JSON? {
            try kiosk.call("io.touchd.captcha.Await", ["challengeId": .string(challenge)])["state"]
        }
        #expect(try state(kiosk.challenge(at: 0.33)) == "issued" && state(challenge) == "shown")
        try kiosk.draw("down 0 460,534")
        try screen.event("began")
        #expect(try state(challenge) == "active")
    }

    @Test(arguments: [0.33, 0.7])
    func `a caller who chose the target is told that the verdict proves nothing`(end: Double) throws {
        try kiosk.slide(to: end, on: screen)
        let last = try verdict.last()
        #expect(last["demo"] == true && last["token"] == nil)
        #expect(last["outcome"] == (end == 0.33 ? "passed" : "failed"))
        let result = try kiosk.call("io.touchd.result.Get", ["id": last["resultId"]])["result"]?.objectValue
        #expect(result?["demo"] == true && result?["provenance"] == "virtual")
    }

    @Test func `a scene that ends at the moment of the lift leaves one result, either way`() throws {
        // The daemon finds the drag and the end of the connection in one round of its loop.
        try kiosk.whileStopped {
            try kiosk.slide(to: 0.33, on: screen)
            screen.hangUp()
        }
        let outcome = try verdict.last()["outcome"]
        #expect(try kiosk.results().map { $0["outcome"] } == [outcome])
        // The end of the connection may be found a round after the lift.
        #expect(try kiosk.until { try kiosk.status("screen")["scenes"] == 0 })
    }

    @Test(arguments: [false, true])
    func `a challenge that is on screen, or decided, cannot be shown again`(isDecided: Bool) throws {
        if isDecided {
            try kiosk.slide(to: 0.33, on: screen)
            #expect(try screen.event("judged")["passed"] == true)
        }
        let refusal = try kiosk.refusal(of: Widgets.captcha(challenge))
        #expect(refusal?.name == "io.touchd.scene.NoSuchChallenge")
        screen.hangUp()
    }

    @Test func `a scene rejected for naming a challenge twice does not use it up`() throws {
        let challenge = try kiosk.challenge(at: 0.33)
        let twice = try kiosk.refusal(
            of: Widgets.captcha(challenge, id: "one", x: 0, y: 0), Widgets.captcha(challenge, id: "two"))
        #expect(twice?.name == "io.touchd.scene.NoSuchChallenge")
        let screen = try kiosk.present(Widgets.captcha(challenge))
        try kiosk.slide(to: 0.33, on: screen)
        #expect(try screen.event("judged")["passed"] == true)
    }

    @Test(arguments: [false, true])
    func `a challenge whose scene is dismissed, or whose front end disconnects, is cancelled`(hangsUp: Bool) throws {
        if hangsUp { screen.hangUp() } else { try kiosk.dismiss(screen) }
        #expect(try verdict.last()["outcome"] == "cancelled")
    }
}
