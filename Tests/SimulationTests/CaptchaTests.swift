import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

@Suite(.showsLogs) struct CaptchaTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test(arguments: [0.33, 0.7])
    func `a caller who chose the target is told that the verdict proves nothing`(end: Double) throws {
        let challenge = try kiosk.challenge(at: 0.33)
        let screen = try kiosk.present(Widgets.captcha(challenge))
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
        try kiosk.slide(to: end, on: screen)
        let last = try verdict.last()
        #expect(last["demo"] == true && last["token"] == nil)
        #expect(last["outcome"] == (end == 0.33 ? "passed" : "failed"))
        let result = try kiosk.call("io.touchd.result.Get", ["id": last["resultId"]])["result"]?.objectValue
        #expect(result?["demo"] == true)
        #expect(result?["provenance"] == "virtual")
    }

    @Test func `a scene that ends at the moment of the lift leaves one result, either way`() throws {
        let challenge = try kiosk.challenge(at: 0.33)
        let screen = try kiosk.present(Widgets.captcha(challenge))
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
        // The daemon finds the drag and the end of the connection in one round of its loop.
        try kiosk.whileStopped {
            try kiosk.slide(to: 0.33, on: screen)
            screen.hangUp()
        }
        let outcome = try verdict.last()["outcome"]
        #expect(try kiosk.results().map { $0["outcome"] } == [outcome])
        // The end of the connection may be found a round after the lift.
        #expect(try kiosk.until { try kiosk.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] == 0 })
    }

    @Test(arguments: [false, true])
    func `a challenge that is on screen, or decided, cannot be shown again`(isDecided: Bool) throws {
        let challenge = try kiosk.challenge(at: 0.33)
        let screen = try kiosk.present(Widgets.captcha(challenge))
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
        let challenge = try kiosk.challenge(at: 0.33)
        let screen = try kiosk.present(Widgets.captcha(challenge))
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
        if hangsUp {
            screen.hangUp()
        } else {
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        }
        #expect(try verdict.last()["outcome"] == "cancelled")
    }

    /// Everything sent about a challenge with a random target, from its creation to a miss: only what the interface
    /// defines, and the place of the piece, which is independent of the gap.
    @Test func `nothing sent about a random challenge reveals its target`() throws {
        let made = try kiosk.call("io.touchd.captcha.Create", ["profile": "simple", "maxAttempts": 1])
        #expect(made.map(\.key) == ["challengeId", "picture", "piece", "start", "timeLeftUSec"])
        for image in ["picture", "piece"] {
            #expect(made[image]?.objectValue?.map(\.key) == ["width", "height", "png"])
        }
        let challenge = made["challengeId"]?.stringValue ?? ""
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
        let screen = try kiosk.present(Widgets.captcha(challenge))
        let layout = try #require(screen.parts(of: "puzzle"))
        #expect(Set(layout.map(\.key)) == ["picture", "piece", "outline", "bar"])
        // A piece at rest lies at the left end and in the middle, whatever the target is.
        #expect(layout["piece"]?.objectValue?["x"] == layout["picture"]?.objectValue?["x"])
        // Solved or missed, by chance: the same must hold.
        try kiosk.slide(to: 0.02, on: screen)
        try screen.event("judged")
        // A hint gives the look and duration of a miss, the same for every miss.
        let known: Set = [
            "widget", "name", "timeUSec", "x", "y", "value", "reason", "passed", "resultId", "input", "hint",
            "hintUSec", "hintPixels", "hintTimes", "waitUSec",
        ]
        for event in screen.events { #expect(Set(event.map(\.key)).isSubset(of: known), "\(event)") }
        for reply in try verdict.rest() {
            #expect(Set(reply.map(\.key)).isSubset(of: ["attempt", "state", "outcome", "resultId"]), "\(reply)")
        }
        let words = ["target", "tolerance", "distance"]
        for text in kiosk.log() + screen.events.map(\.description) {
            #expect(!words.contains(where: text.contains), "\(text)")
        }
    }
}
