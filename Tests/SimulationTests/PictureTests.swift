import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct PictureTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    private static let given: JSONObject = [
        "profile": "given", "given": ["targetValue": 0.5, "gapCenterY": .real(100.0 / 268)],
        "puzzle": ["pictures": true], "maxAttempts": 3,
    ]

    private static func widget(
        _ made: JSONObject, id: String = "puzzle", x: Double = 400, y: Double = 200, width: Double = 480,
        height: Double = 300
    ) -> JSON {
        [
            "id": .string(id), "kind": "captcha", "x": .real(x), "y": .real(y), "width": .real(width),
            "height": .real(height), "captcha": ["challengeId": made["challengeId"]],
        ]
    }

    /// As large as its widget, so that one pixel of the picture is one of the view.
    private static let wish: JSONObject = ["profile": "default", "puzzle": ["width": 480, "height": 300]]

    @Test func `a picture has the original's size unless the caller chooses another one`() throws {
        let made = try kiosk.call("io.touchd.captcha.Create", ["profile": "default"])
        #expect(made["picture"]?.objectValue?["width"] == 400 && made["picture"]?.objectValue?["height"] == 268)
    }

    @Test func `a challenge comes with a picture, a piece and its place`() throws {
        let made = try kiosk.call("io.touchd.captcha.Create", Self.wish)
        #expect(made["picture"]?.objectValue?["width"] == 480 && made["picture"]?.objectValue?["height"] == 300)
        for image in ["picture", "piece"] {
            let text = made[image]?.objectValue?["png"]?.stringValue ?? ""
            #expect(text.hasPrefix("iVBORw0KGgo") && text.utf8.count <= 512 << 10)
        }
        let screen = try kiosk.present(Self.widget(made))
        let piece = try #require(screen.parts(of: "puzzle")?["piece"]?.objectValue)
        let start = try #require(made["start"]?.objectValue)
        #expect(piece["x"]?.doubleValue == 400 + (start["x"]?.doubleValue ?? -1))
        #expect(piece["y"]?.doubleValue == 200 + (start["y"]?.doubleValue ?? -1))
    }

    @Test func `a widget that moves and grows keeps its target and its attempts`() throws {
        var wish = Self.given
        wish["puzzle"] = ["pictures": true, "drive": "bar"]
        let made = try kiosk.call("io.touchd.captcha.Create", wish)
        let screen = try kiosk.present(Self.widget(made, x: 100, y: 100, width: 400, height: 300))
        try kiosk.call(
            "io.touchd.scene.Update",
            [
                "scene": .string(screen.scene),
                "widgets": [Self.widget(made, x: 300, y: 150, width: 800, height: 568)],
            ])
        // Half the way of a piece 80 pixels wide, by a knob of 32.
        try kiosk.draw("slide 0.46875 in 300,686,800,32 speed 5000 rate 500")
        #expect(try screen.event("judged")["passed"] == true)
    }

    @Test func `another picture while a finger drags cancels the drag`() throws {
        let made = try kiosk.call("io.touchd.captcha.Create", Self.wish)
        let screen = try kiosk.present(Self.widget(made))
        try kiosk.draw("down 0 640,350")
        try screen.event("began")
        try kiosk.call("io.touchd.captcha.Refresh", ["challengeId": made["challengeId"]])
        #expect(try screen.event("cancelled")["reason"] == "reset")
    }

    @Test func `a panel unplugged while dragging returns the piece and costs nothing`() throws {
        let made = try kiosk.call("io.touchd.captcha.Create", Self.wish)
        let screen = try kiosk.present(Self.widget(made))
        try kiosk.draw("down 0 640,350")
        try kiosk.draw("move 0 700,380")
        try screen.event("moved")
        try kiosk.draw("unplug")
        #expect(try screen.event("cancelled")["reason"] == "contact_lost")
        let rearmed = try screen.event("rearmed")
        #expect(rearmed["x"]?.doubleValue == made["start"]?.objectValue?["x"]?.doubleValue)
        let verdict = try kiosk.call("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
        #expect(verdict["outcome"] == nil)
    }

    @Test func `a finger on another widget is handled while many pictures are drawn`() throws {
        let screen = try kiosk.present(Widgets.live())
        let wish: JSONObject = ["profile": "default", "puzzle": ["width": 560, "height": 360]]
        var pending: [KioskStream] = []
        for _ in 0..<12 {
            pending.append(try kiosk.stream("io.touchd.captcha.Create", wish))
        }
        try kiosk.draw(dots: "1-2-3-6")
        try screen.event("completed")
        for call in pending { #expect(try call.next()["challengeId"] != nil) }
    }
}
