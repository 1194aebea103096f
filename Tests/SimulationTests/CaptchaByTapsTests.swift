import Simulation
import StrictJSON
import TestSupport
import Testing

/// Captchas without a drag, for people who cannot drag: through libinput, over the socket.
@Suite(.showsLogs) struct CaptchaByTapsTests {
    /// The gap is 6 pixels from the first tap, and the tolerance is 3.
    @Test(arguments: [(0, "failed"), (1, "failed"), (2, "passed"), (3, "passed"), (4, "passed"), (5, "failed")])
    func `each tap beside the knob nudges it by two pixels, and one on it hands it in`(
        nudges: Int, outcome: String
    ) throws {
        let kiosk = try Kiosk()
        let made = try kiosk.call(
            "io.touchd.captcha.Create",
            [
                "profile": "given", "given": ["targetValue": 0.5, "gapCenterY": .real(1.0 / 3)],
                "puzzle": ["drive": "bar"], "maxAttempts": 1,
            ])
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
        // In the middle of the view.
        let screen = try kiosk.present([
            "id": "puzzle", "kind": "captcha", "x": 440.0, "y": 250.0, "width": 400.0, "height": 300.0,
            "captcha": ["challengeId": made["challengeId"], "input": "tap"],
        ])
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
