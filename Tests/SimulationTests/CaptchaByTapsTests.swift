import Simulation
import StrictJSON
import TestSupport
import Testing

/// Captchas without a drag, for people who cannot drag: through libinput, over the socket.
@Suite struct CaptchaByTapsTests {
    /// A captcha of 400 × 300 pixels in the middle of the view, driven by taps.
    private static func widget(_ made: JSONObject) -> JSON {
        [
            "id": "puzzle", "kind": "captcha", "x": 440.0, "y": 250.0, "width": 400.0, "height": 300.0,
            "captcha": ["challengeId": made["challengeId"], "input": "tap"],
        ]
    }

    private static func given(_ drive: String) -> JSONObject {
        [
            "profile": "given", "given": ["targetValue": 0.5, "gapCenterY": .real(1.0 / 3)],
            "puzzle": ["drive": .string(drive)],
        ]
    }

    /// The gap is 6 pixels from the first tap, and the tolerance is 3.
    @Test(arguments: [(0, "failed"), (1, "failed"), (2, "passed"), (3, "passed"), (4, "passed"), (5, "failed")])
    func `each tap beside the knob nudges it by two pixels, and one on it hands it in`(
        nudges: Int, outcome: String
    ) throws {
        try withKiosk { kiosk in
            var wish = Self.given("bar")
            wish["maxAttempts"] = 1
            let made = try kiosk.call("io.touchd.captcha.Create", wish)
            let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
            let screen = try kiosk.present(Self.widget(made))
            try kiosk.draw("tap 634,534")
            for _ in 0..<nudges { try kiosk.draw("tap 675,534") }
            try kiosk.draw("tap 640,534")
            #expect(try screen.event("judged")["passed"] == .bool(outcome == "passed"))
            let places = screen.events.filter { $0["name"] == "moved" }.compactMap { $0["x"]?.doubleValue }
            #expect(places.map { Int($0.rounded()) } == (0...nudges).map { 174 + 2 * $0 })
            // All taps together are one gesture, and one attempt.
            #expect(screen.names.count { $0 == "began" } == 1)
            let replies = try verdict.rest()
            let attempts = replies.compactMap { $0["attempt"]?.objectValue }
            #expect(attempts.map { $0["input"] } == ["tap"])
            #expect(replies.last?["outcome"] == .string(outcome))
        }
    }

    @Test func `without a bar taps move the piece in both coordinates`() throws {
        try withKiosk { kiosk in
            let made = try kiosk.call("io.touchd.captcha.Create", Self.given("piece"))
            let screen = try kiosk.present(Self.widget(made))
            // 5 pixels right of the gap and 7 above it.
            try kiosk.draw("tap 645,343")
            for _ in 0..<2 { try kiosk.draw("tap 600,343") }
            for _ in 0..<3 { try kiosk.draw("tap 641,388") }
            try kiosk.draw("tap 641,349")
            #expect(try screen.event("judged")["passed"] == true)
            #expect(screen.events.count { $0["name"] == "moved" } == 6)
        }
    }

    @Test func `the token of a captcha with a secret target records that it was tapped`() throws {
        try withKiosk(Kiosk.Setup(access: "group-frontend=\n[captcha]\ntolerance=100\nlockout=off")) { kiosk in
            var replies: [JSONObject] = []
            // Half of all targets are within reach of the place it is moved to.
            for _ in 0..<20 where replies.last?["outcome"] != "passed" {
                let made = try kiosk.call(
                    "io.touchd.captcha.Create", ["profile": "simple", "maxAttempts": 1, "puzzle": ["pictures": false]])
                let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
                let screen = try kiosk.present(Self.widget(made))
                try kiosk.draw("tap 700,534 hold 200")
                try kiosk.draw("wait 300")
                try kiosk.draw("tap 702,536 hold 130")
                replies = try verdict.rest()
                try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            }
            #expect(replies.last?["outcome"] == "passed")
            let answer = try kiosk.call("io.touchd.token.Redeem", ["token": replies.last?["token"]])
            let redeemed = try #require(answer["claims"]?.objectValue)
            #expect(redeemed["input"] == "tap")
        }
    }
}
