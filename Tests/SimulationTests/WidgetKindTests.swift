import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Each kind of widget once through the whole system: request, finger, events.
@Suite struct WidgetKindTests {
    /// A widget of 400 × 300 in the corner of the view.
    static func widget(_ kind: String, member: String? = nil, _ settings: JSONObject) -> JSON {
        [
            "id": "it", "kind": .string(kind), "x": 0.0, "y": 0.0, "width": 400.0, "height": 300.0,
            member ?? kind: .object(settings),
        ]
    }

    @Test func `a button is pressed by a tap`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Self.widget("button", ["releaseMargin": 5.0]))
            try kiosk.draw("tap 200,150")
            #expect(try screen.event("pressed")["input"] == "tap")
        }
    }

    @Test func `a slider is dragged to its end`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Self.widget("slider", ["max": 10.0]))
            try kiosk.draw("line 16,150 600,150")
            let end = try screen.event("ended")
            #expect(end["value"] == 10.0)
            #expect(end["input"] == "drag")
        }
    }

    @Test func `a step slider is tapped on a node`() throws {
        try withKiosk { kiosk in
            let nodes: JSONObject = [
                "nodes": ["s", "m", "l"], "thumbWidth": 40.0, "margin": 20.0, "trackHeight": 40.0,
            ]
            let screen = try kiosk.present(Self.widget("step_slider", member: "stepSlider", nodes))
            #expect(screen.parts(of: "it")?["nodes"]?.arrayValue?.count == 3)
            try kiosk.draw("tap 380,150")
            #expect(try screen.event("snapped")["node"] == "l")
            #expect(try screen.event("ended")["index"] == 2)
        }
    }

    @Test func `a joystick goes to its rim and returns`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(
                Self.widget("confined_drag", member: "confinedDrag", ["onRelease": "recenter"]))
            try kiosk.draw("line 200,150 900,150")
            // The panel's grid of places bends the line slightly.
            #expect(try screen.event("ended")["dx"]?.doubleValue ?? 0 > 0.999)
            #expect(try screen.event("recentered")["distance"] == 0.0)
        }
    }

    @Test func `a throw has the data to play it and comes to rest`() throws {
        try withKiosk { kiosk in
            func thrown() throws -> (Presentation<KioskStream>, JSONObject) {
                let screen = try kiosk.present(
                    Self.widget("inertial_drag", member: "inertialDrag", ["durationUSec": 100_000]))
                try kiosk.draw("line 100,150 200,150 speed 800")
                return (screen, try screen.event("released"))
            }
            let (screen, end) = try thrown()
            #expect(end["curve"] == [0.1, 0.9, 0.2, 1.0])
            #expect(end["durationUSec"] == 100_000)
            let (rest, target) = (try screen.event("settled")["x"]?.doubleValue, end["targetX"]?.doubleValue)
            // Positions have three decimals.
            #expect(abs((rest ?? 0) - (target ?? .nan)) < 0.001)
        }
    }

    @Test func `a row that is held and dragged changes the order`() throws {
        try withKiosk { kiosk in
            let items: JSONObject = ["items": [["id": "a"], ["id": "b"], ["id": "c"]], "pressUSec": 100_000]
            let screen = try kiosk.present(Self.widget("reorder_list", member: "reorderList", items))
            try kiosk.draw("down 0 200,40")
            try screen.event("lifted")
            try kiosk.draw("move 0 200,130")
            try screen.event("moved")
            try kiosk.draw("up 0")
            let end = try screen.event("dropped")
            #expect(end["order"] == ["b", "a", "c"])
            #expect(end["to"] == 1)
        }
    }
}
