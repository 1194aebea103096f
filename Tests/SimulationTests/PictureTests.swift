import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Captchas with pictures, as front ends see them.
@Suite struct PictureTests {
    private static let given: JSONObject = [
        "profile": "given", "given": ["targetValue": 0.5, "gapCenterY": .real(100.0 / 268)],
        "puzzle": ["pictures": true],
        "maxAttempts": 3,
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
        try withKiosk { kiosk in
            let made = try kiosk.call("io.touchd.captcha.Create", ["profile": "default"])
            #expect(made["picture"]?.objectValue?["width"] == 400 && made["picture"]?.objectValue?["height"] == 268)
        }
    }

    /// Impossible sizes are rejected, and the error names the allowed ones.
    @Test(arguments: [
        ("width", 561, 300, "252 to 560"), ("width", 251, 300, "252 to 560"), ("width", 160, 360, "300 to 560"),
        ("height", 400, 119, "120 to 360"), ("height", 400, 361, "120 to 360"),
        ("height", 400, 1 << 40, "120 to 360"), ("width", -1, 120, "160 to 560"),
    ])
    func `an impossible size is rejected with the allowed ones`(
        side: String, width: Int64, height: Int64, allowed: String
    ) throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal(
                "io.touchd.captcha.Create",
                ["profile": "default", "puzzle": ["width": .integer(width), "height": .integer(height)]])
            #expect(refusal?.name == "org.varlink.service.InvalidParameter")
            #expect(refusal?.parameters == ["parameter": .string("puzzle.\(side)"), "allowed": .string(allowed)])
        }
    }

    @Test func `a removed profile is rejected by name`() throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal("io.touchd.captcha.Create", ["profile": "hard"])
            #expect(refusal == .invalidParameter("profile", allowed: "given, simple, default"))
        }
    }

    @Test func `a challenge comes with a picture, a piece and its place`() throws {
        try withKiosk { kiosk in
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
    }

    @Test func `a bar would reveal the height of the gap, so default has none`() throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal(
                "io.touchd.captcha.Create", ["profile": "default", "puzzle": ["drive": "bar"]])
            #expect(refusal == .invalidParameter("puzzle.drive", allowed: "piece"))
        }
    }

    @Test func `a picture shown at twice its size is solved where it is shown`() throws {
        try withKiosk { kiosk in
            var wish = Self.given
            wish["puzzle"] = ["pictures": true, "drive": "bar"]
            let made = try kiosk.call("io.touchd.captcha.Create", wish)
            let screen = try kiosk.present(Self.widget(made, x: 100, y: 100, width: 800, height: 568))
            let picture = try #require(screen.parts(of: "puzzle")?["picture"]?.objectValue)
            #expect(picture["width"] == 800.0 && picture["height"] == 536.0)
            try kiosk.slide(to: 0.5, on: screen)
            #expect(try screen.event("judged")["passed"] == true)
        }
    }

    @Test func `a widget that moves and grows keeps its target and its attempts`() throws {
        try withKiosk { kiosk in
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
    }

    @Test func `after a miss no finger is accepted until another picture has come`() throws {
        try withKiosk { kiosk in
            let made = try kiosk.call("io.touchd.captcha.Create", Self.wish)
            let screen = try kiosk.present(Self.widget(made))
            try kiosk.miss(made, on: screen)
            #expect(try screen.event("judged")["passed"] == false)
            let began = screen.names.count { $0 == "began" }
            try kiosk.draw("tap 640,350")
            let next = try kiosk.call("io.touchd.captcha.Refresh", ["challengeId": made["challengeId"]])
            let rearmed = try screen.event("rearmed")
            let start = next["start"]?.objectValue
            #expect(rearmed["x"]?.doubleValue == start?["x"]?.doubleValue)
            #expect(screen.names.count { $0 == "began" } == began)
            #expect(next["picture"]?.objectValue?["png"] != made["picture"]?.objectValue?["png"])
            try kiosk.miss(next, on: screen)
            try screen.event("judged")
            #expect(screen.names.count { $0 == "missed" } == 2)
        }
    }

    @Test func `two other pictures are free, further ones cost attempts`() throws {
        try withKiosk { kiosk in
            let made = try kiosk.call(
                "io.touchd.captcha.Create", ["profile": "simple", "puzzle": ["width": 160, "height": 120]])
            for _ in 0..<4 { try kiosk.call("io.touchd.captcha.Refresh", ["challengeId": made["challengeId"]]) }
            let refusal = try kiosk.refusal("io.touchd.captcha.Refresh", ["challengeId": made["challengeId"]])
            #expect(refusal?.name == "io.touchd.captcha.NoPicture")
        }
    }

    @Test func `another picture while a finger drags cancels the drag`() throws {
        try withKiosk { kiosk in
            let made = try kiosk.call("io.touchd.captcha.Create", Self.wish)
            let screen = try kiosk.present(Self.widget(made))
            try kiosk.draw("down 0 640,350")
            try screen.event("began")
            try kiosk.call("io.touchd.captcha.Refresh", ["challengeId": made["challengeId"]])
            #expect(try screen.event("cancelled")["reason"] == "reset")
        }
    }

    @Test func `a panel unplugged while dragging returns the piece and costs nothing`() throws {
        try withKiosk { kiosk in
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
    }

    @Test func `a finger that leaves the picture keeps the piece at its edge`() throws {
        try withKiosk { kiosk in
            let made = try kiosk.call("io.touchd.captcha.Create", Self.wish)
            let screen = try kiosk.present(Self.widget(made))
            let side = made["piece"]?.objectValue?["width"]?.doubleValue ?? 0
            let height = made["piece"]?.objectValue?["height"]?.doubleValue ?? 0
            try kiosk.draw("down 0 640,350")
            for step in 1...8 { try kiosk.draw("move 0 \(640 + 70 * step),\(350 + 50 * step)") }
            try kiosk.draw("up 0")
            try screen.event("judged")
            let last = try #require(screen.events.last { $0["name"] == "moved" })
            #expect(last["x"] == .real(480 - side) && last["y"] == .real(300 - height))
        }
    }

    @Test func `two captchas are dragged at once`() throws {
        try withKiosk { kiosk in
            let wish: JSONObject = [
                "profile": "given", "given": ["targetValue": 0.5], "puzzle": ["pictures": true], "maxAttempts": 1,
            ]
            let (one, other) = (
                try kiosk.call("io.touchd.captcha.Create", wish), try kiosk.call("io.touchd.captcha.Create", wish)
            )
            let screen = try kiosk.present(
                Self.widget(one, id: "one", x: 100, y: 100, width: 400, height: 300),
                Self.widget(other, id: "two", x: 700, y: 100, width: 400, height: 300))
            try kiosk.draw(
                "together slide 0.48913 in 100,368,400,32 speed 5000 rate 500 | slide 0.9 in 700,368,400,32 speed 5000 rate 500"
            )
            let ends = try [screen.event("judged"), screen.event("judged")]
            #expect(Set(ends.compactMap { $0["widget"]?.stringValue }) == ["one", "two"])
            #expect(ends.first { $0["widget"] == "one" }?["passed"] == true)
            #expect(ends.first { $0["widget"] == "two" }?["passed"] == false)
        }
    }

    @Test func `a finger on another widget is handled while many pictures are drawn`() throws {
        try withKiosk { kiosk in
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
}

extension Kiosk {
    /// Drags the piece of a challenge at (400, 200) into the corner that is farthest from it, which is its target only
    /// with a chance of one in a thousand.
    fileprivate func miss(_ made: JSONObject, on screen: Presentation<KioskStream>) throws {
        let (start, piece) = (made["start"]?.objectValue, made["piece"]?.objectValue)
        func number(_ object: JSONObject?, _ key: String) -> Double { object?[key]?.doubleValue ?? 0 }
        let (x, y) = (
            400 + number(start, "x") + number(piece, "width") / 2,
            200 + number(start, "y") + number(piece, "height") / 2
        )
        try draw("down 0 \(x),\(y)")
        let (endX, endY) = (x < 640 ? 878.0 : 402.0, y < 350 ? 498.0 : 202.0)
        for step in 1...10 {
            let part = Double(step) / 10
            try draw("move 0 \(x + (endX - x) * part),\(y + (endY - y) * part)")
        }
        try draw("up 0")
    }
}
