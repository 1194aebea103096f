import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

@Suite struct CaptchaTests {
    @Test func `a drag to the given target solves`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            try kiosk.slide(to: 0.33, on: screen)
            let event = try screen.event("judged")
            #expect(screen.names.contains("solved"))
            #expect(event["passed"] == true)
        }
    }

    @Test func `a drag elsewhere misses`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            try kiosk.slide(to: 0.7, on: screen)
            let event = try screen.event("judged")
            #expect(screen.names.contains("missed"))
            #expect(event["passed"] == false)
            #expect(event["reason"] == "missed")
        }
    }

    @Test(arguments: [0.33, 0.7])
    func `a caller who chose the target is told that the verdict proves nothing`(end: Double) throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
            try kiosk.slide(to: end, on: screen)
            let last = try verdict.last()
            #expect(last["demo"] == true)
            let result = try kiosk.call("io.touchd.result.Get", ["id": last["resultId"]])["result"]?.objectValue
            #expect(result?["demo"] == true)
            #expect(result?["provenance"] == "virtual")
        }
    }

    @Test func `a scene that ends at the moment of the lift leaves one result, either way`() throws {
        try withKiosk { kiosk in
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
            #expect(
                try kiosk.until { try kiosk.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] == 0 })
        }
    }

    @Test func `a miss leaves the remaining attempts`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33, attempts: 3)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
            try kiosk.slide(to: 0.7, on: screen)
            try screen.event("rearmed")
            try kiosk.slide(to: 0.33, on: screen)
            let replies = try verdict.rest()
            #expect(replies.compactMap { $0["attempt"]?.objectValue?["outcome"] } == ["failed", "passed"])
            #expect(replies.last?["outcome"] == "passed")
        }
    }

    @Test func `a challenge that is on screen cannot be shown again`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.5)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            let refusal = try kiosk.refusal(of: Widgets.captcha(challenge))
            #expect(refusal?.name == "io.touchd.scene.NoSuchChallenge")
            withExtendedLifetime(screen) {}
        }
    }

    @Test func `a challenge that is decided cannot be shown again`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            try kiosk.slide(to: 0.33, on: screen)
            try screen.event("judged")
            let refusal = try kiosk.refusal(of: Widgets.captcha(challenge))
            #expect(refusal?.name == "io.touchd.scene.NoSuchChallenge")
        }
    }

    @Test func `a scene rejected for naming a challenge twice does not use it up`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let twice = try kiosk.refusal(
                of: Widgets.captcha(challenge, id: "one", x: 0, y: 0), Widgets.captcha(challenge, id: "two"))
            #expect(twice?.name == "io.touchd.scene.NoSuchChallenge")
            let screen = try kiosk.present(Widgets.captcha(challenge))
            try kiosk.slide(to: 0.33, on: screen)
            #expect(try screen.event("judged")["passed"] == true)
        }
    }

    @Test func `a verdict can be requested after the end of the challenge`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            try kiosk.slide(to: 0.33, on: screen)
            try screen.event("judged")
            let verdict = try kiosk.call("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
            #expect(verdict["outcome"] == "passed")
        }
    }

    @Test func `a challenge whose front end disconnects is cancelled`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
            screen.hangUp()
            #expect(try verdict.last()["outcome"] == "cancelled")
        }
    }

    @Test func `a challenge whose scene is dismissed is cancelled`() throws {
        try withKiosk { kiosk in
            let challenge = try kiosk.challenge(at: 0.33)
            let screen = try kiosk.present(Widgets.captcha(challenge))
            let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            #expect(try verdict.last()["outcome"] == "cancelled")
        }
    }

    @Test func `an unknown challenge has no verdict`() throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal("io.touchd.captcha.Await", ["challengeId": "none"])
            #expect(refusal == VarlinkError("io.touchd.captcha.NoSuchChallenge", ["challengeId": "none"]))
        }
    }

    /// Everything sent about a challenge with a random target, from its creation to a miss: only what the interface
    /// defines, and the place of the piece, which is independent of the gap.
    @Test func `nothing sent about a random challenge reveals its target`() throws {
        try withKiosk { kiosk in
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

    @Test(
        arguments: [
            ["profile": "given"], ["profile": "simple", "given": ["targetValue": 0.5]],
            ["profile": "given", "given": ["targetValue": 1.5]], ["profile": "simple", "maxAttempts": 11],
            ["profile": "simple", "timeoutUSec": 999_999], ["profile": "unheard-of"],
        ] as [JSONObject])
    func `an invalid challenge is rejected`(parameters: JSONObject) throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal("io.touchd.captcha.Create", parameters)
            #expect(refusal?.name == "org.varlink.service.InvalidParameter")
        }
    }

    /// The height of the gap is part of the target, and comes from outside.
    @Test(arguments: [-1e308, 1e308]) func `an absurd height of the gap is harmless`(height: Double) throws {
        try withKiosk { kiosk in
            let made = try kiosk.refusal(
                "io.touchd.captcha.Create",
                ["profile": "given", "given": ["targetValue": 0.5, "gapCenterY": .real(height)]])
            #expect(made == .invalidParameter("given.gapCenterY", allowed: "0 to 1"))
        }
    }
}
