import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct PictureTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    private static func widget(_ made: JSONObject, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> JSON
    {
        [
            "id": "puzzle", "kind": "captcha", "x": .real(x), "y": .real(y), "width": .real(width),
            "height": .real(height), "captcha": ["challengeId": made["challengeId"]],
        ]
    }

    @Test func `a challenge comes with a picture of the original's size or the caller's, a piece and its place`() throws
    {
        let usual = try kiosk.call("io.touchd.captcha.Create", ["profile": "default"])["picture"]?.objectValue
        #expect(usual?["width"] == 400 && usual?["height"] == 268)
        // As large as its widget, so that one pixel of the picture is one of the view.
        let wish: JSONObject = ["profile": "default", "puzzle": ["width": 480, "height": 300]]
        let made = try kiosk.call("io.touchd.captcha.Create", wish)
        let picture = made["picture"]?.objectValue
        #expect(picture?["width"] == 480 && picture?["height"] == 300)
        for image in [picture, made["piece"]?.objectValue] {
            let text = image?["png"]?.stringValue ?? ""
            #expect(text.hasPrefix("iVBORw0KGgo") && text.utf8.count <= 512 << 10)
        }
        let screen = try kiosk.present(Self.widget(made, 400, 200, 480, 300))
        let piece = try #require(screen.parts(of: "puzzle")?["piece"]?.objectValue)
        let start = try #require(made["start"]?.objectValue)
        #expect(piece["x"]?.doubleValue == 400 + (start["x"]?.doubleValue ?? -1))
        #expect(piece["y"]?.doubleValue == 200 + (start["y"]?.doubleValue ?? -1))
    }

    @Test func `a widget that moves and grows keeps its target and its attempts`() throws {
        let given: JSONObject = [
            "profile": "given", "given": ["targetValue": 0.5, "gapCenterY": .real(100.0 / 268)],
            "puzzle": ["pictures": true, "drive": "bar"], "maxAttempts": 3,
        ]
        let made = try kiosk.call("io.touchd.captcha.Create", given)
        let screen = try kiosk.present(Self.widget(made, 100, 100, 400, 300))
        let change: JSONObject = ["scene": .string(screen.scene), "widgets": [Self.widget(made, 300, 150, 800, 568)]]
        try kiosk.call("io.touchd.scene.Update", change)
        // Half the way of a piece 80 pixels wide, by a knob of 32.
        try kiosk.draw("slide 0.46875 in 300,686,800,32 speed 5000 rate 500")
        #expect(try screen.event("judged")["passed"] == true)
    }

    @Test func `a drag that another picture, or the end of the panel, interrupts is no attempt`() throws {
        let given: JSONObject = [
            "profile": "given", "given": ["targetValue": 0.5], "puzzle": ["pictures": true, "drive": "bar"],
            "maxAttempts": 1,
        ]
        let made = try kiosk.call("io.touchd.captcha.Create", given)
        let screen = try kiosk.present(Self.widget(made, 100, 100, 400, 300))
        func drag(until reason: JSON, _ interrupt: () throws -> Void) throws {
            try kiosk.draw("down 0 116,384")
            _ = try screen.event("began")
            try interrupt()
            #expect(try screen.event("cancelled")["reason"] == reason)
        }
        try drag(until: "reset") {
            try kiosk.call("io.touchd.captcha.Refresh", ["challengeId": made["challengeId"]])
        }
        try kiosk.draw("up 0")
        try drag(until: "contact_lost") { try kiosk.unplug() }
        try kiosk.plug()
        try kiosk.slide(to: 0.5, on: screen)
        #expect(try screen.event("judged")["passed"] == true)
    }
}
