import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// `io.touchd.scene` as front ends see it.
@Suite struct ScenesOnScreenTests {
    @Test func `the first reply has the places of the dots`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            #expect(screen.ready["viewWidth"] == 1280)
            #expect(screen.ready["viewHeight"] == 800)
            let dots = screen.parts(of: "pad")?["dots"]?.arrayValue ?? []
            #expect(dots.count == 9)
            let third = 640.0 / 3
            #expect(dots.first?.objectValue?["x"] == .real(320 + third / 2))
            #expect(dots.last?.objectValue?["y"] == .real(80 + third * 2.5))
        }
    }

    @Test func `a drawing is reported in order and ends once`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.live())
            try kiosk.draw(dots: "1-2-3-6")
            try screen.event("judged")
            let told = screen.events.filter { $0["name"] != "moved" }
            #expect(told.map { $0["name"] } == ["began", "dot", "dot", "dot", "dot", "completed", "judged"])
            #expect(told.compactMap { $0["dot"] } == [0, 1, 2, 5])
            let times = screen.events.compactMap { $0["timeUSec"]?.integerValue }
            #expect(times == times.sorted())
        }
    }

    @Test func `every drawing has one end`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            try kiosk.draw(dots: "1-2")
            try screen.event("too_short")
            try kiosk.draw(dots: "1-2-3-6")
            try screen.event("judged")
            try kiosk.draw("down 3 500,300")
            try screen.event("began")
            try kiosk.draw("unplug")
            try screen.event("cancelled")
            let ends: Set = ["completed", "too_short", "cancelled"]
            let names = screen.names.filter { $0 == "began" || ends.contains($0) }
            #expect(names == ["began", "too_short", "began", "completed", "began", "cancelled"])
        }
    }

    @Test func `two fingers drive two widgets at once`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(
                Widgets.pattern("left", x: 0, y: 0, width: 600, height: 600),
                Widgets.pattern("right", x: 640, y: 0, width: 600, height: 600))
            try kiosk.draw(
                "together pattern 1-2-3-6 in 0,0,600,600 speed 20000 | pattern 1-4-7-8-9 in 640,0,600,600 speed 20000")
            try screen.event("judged")
            try screen.event("judged")
            let ends = screen.events.filter { $0["name"] == "completed" }
            #expect(Set(ends.compactMap { $0["widget"]?.stringValue }) == ["left", "right"])
            #expect(Set(ends.compactMap { $0["count"]?.integerValue }) == [4, 5])
        }
    }

    @Test func `a second finger on a widget is ignored`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            try kiosk.draw("down 0 400,200")
            try kiosk.draw("down 1 640,400")
            try kiosk.draw("up 1")
            try kiosk.draw("up 0")
            try screen.event("too_short")
            #expect(screen.names.filter { $0 == "began" }.count == 1)
        }
    }

    @Test func `a finger beside every widget reaches none`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            try kiosk.draw("tap 50,50 hold 1")
            try kiosk.draw("tap 400,200 hold 1")
            try screen.event("too_short", "cancelled")
            #expect(screen.names.filter { $0 == "began" }.count == 1)
        }
    }

    @Test func `another connection of the same user dismisses`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            #expect(try screen.rest().last == ["scene": .string(screen.scene), "dismissed": true])
            #expect(screen.failure == nil)
        }
    }

    @Test func `a scene is dismissed once`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            let scene: JSONObject = ["scene": .string(screen.scene)]
            try kiosk.call("io.touchd.scene.Dismiss", scene)
            #expect(try kiosk.refusal("io.touchd.scene.Dismiss", scene)?.name == "io.touchd.scene.NoSuchScene")
        }
    }

    @Test func `dismissing cancels the drawing in progress`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            try kiosk.draw("down 0 400,200")
            try screen.event("began")
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            let rest = try screen.rest()
            let names = rest.compactMap { $0["event"]?.objectValue?["name"]?.stringValue }
            #expect(names.filter { $0 != "dot" } == ["cancelled", "cleared"])
            #expect(rest.last?["dismissed"] == true)
        }
    }

    @Test func `disconnecting removes the scene`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            let verification = try kiosk.verification(on: screen)
            _ = try verification.next()
            screen.hangUp()
            #expect(try verification.last()["outcome"] == "cancelled")
            #expect(try kiosk.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] == 0)
        }
    }

    @Test func `the newest scene gets the finger`() throws {
        try withKiosk { kiosk in
            let below = try kiosk.present(Widgets.pattern())
            let above = try kiosk.present(Widgets.pattern())
            try kiosk.draw(dots: "1-2-3-6")
            try above.event("judged")
            #expect(below.names.isEmpty)
        }
    }

    @Test func `a finger that landed below continues below`() throws {
        try withKiosk { kiosk in
            let below = try kiosk.present(Widgets.pattern())
            try kiosk.draw("down 0 400,200")
            try below.event("began")
            let above = try kiosk.present(Widgets.pattern())
            try kiosk.draw("up 0")
            try below.event("too_short", "cancelled")
            #expect(above.names.isEmpty)
        }
    }

    @Test func `the scene below gets the finger when the one above is gone`() throws {
        try withKiosk { kiosk in
            let below = try kiosk.present(Widgets.pattern())
            let above = try kiosk.present(Widgets.pattern())
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(above.scene)])
            try kiosk.draw(dots: "1-2-3-6")
            try below.event("judged")
        }
    }

    @Test func `a scene is presented only with more`() throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal("io.touchd.scene.Present", ["widgets": [Widgets.pattern()]])
            #expect(refusal == .expectedMore)
        }
    }

    @Test(arguments: [
        Widgets.pattern(x: -1), Widgets.pattern(x: 641), Widgets.pattern(y: 161), Widgets.pattern(width: 0),
        Widgets.pattern(height: -5), Widgets.pattern(width: 1e300), Widgets.pattern(x: 1e308, width: 1e308),
        Widgets.pattern(""), Widgets.pattern(String(repeating: "x", count: 65)),
        Widgets.pattern(settings: ["hitRadiusFraction": 0.9]),
        Widgets.pattern(settings: ["rows": 7]), Widgets.pattern(settings: ["minDots": 10]),
    ])
    func `an impossible widget is rejected by name`(widget: JSON) throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal(of: widget)
            #expect(refusal?.name == "io.touchd.scene.BadWidget")
            #expect(refusal?.parameters["widget"] == widget.objectValue?["id"])
        }
    }

    @Test(arguments: ["{}", #"{"items": "tea"}"#])
    func `a list without rows is rejected by the path of its rows, with what they are`(settings: String) throws {
        try withKiosk { kiosk in
            let settings = try JSON.object(JSONObject(parsing: settings))
            let refusal = try kiosk.refusal(
                of: [
                    "id": "list", "kind": "reorder_list", "x": 0, "y": 0, "width": 300, "height": 300,
                    "reorderList": settings,
                ])
            #expect(refusal?.parameters["parameter"] == "widgets[0].reorderList.items")
            #expect(
                refusal?.parameters["allowed"]
                    == "an array, each member an object with id, height, section, canMove, canDrop")
        }
    }

    @Test func `a list without settings is rejected with the name of the one that it needs`() throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal(
                of: ["id": "list", "kind": "reorder_list", "x": 0, "y": 0, "width": 300, "height": 300])
            #expect(refusal?.parameters["reason"] == "reorderList.items: a list needs its rows, each with an id")
        }
    }

    @Test func `two widgets with one id are rejected`() throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal(of: Widgets.pattern("same"), Widgets.pattern("same"))
            #expect(refusal?.name == "io.touchd.scene.BadWidget")
            #expect(refusal?.parameters["widget"] == "same")
        }
    }

    @Test func `sixty-five widgets are rejected and sixty-four are not`() throws {
        try withKiosk { kiosk in
            func widgets(_ count: Int) -> JSONObject {
                ["widgets": .array((0..<count).map { Widgets.pattern("\($0)", x: 0, y: 0, width: 90, height: 90) })]
            }
            let tooMany = try kiosk.stream("io.touchd.scene.Present", widgets(65))
            let refusal = ClientError.remote(.invalidParameter("widgets", allowed: "at most 64"))
            #expect(throws: refusal) { try tooMany.next() }
            let most = try kiosk.stream("io.touchd.scene.Present", widgets(64))
            #expect(try most.next()["layout"]?.arrayValue?.count == 64)
        }
    }

    @Test func `an unknown setting is rejected`() throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal(of: Widgets.pattern(settings: ["color": "red"]))
            #expect(refusal?.name == "org.varlink.service.InvalidParameter")
        }
    }

    @Test(arguments: ["1e999", "NaN", "Infinity"])
    func `a size that is not a number ends only its sender's connection`(number: String) throws {
        try withKiosk { kiosk in
            let other = try kiosk.present(Widgets.pattern())
            let client = try kiosk.peer()
            let widget = #"{"id":"a","kind":"pattern","x":0,"y":0,"width":\#(number),"height":9}"#
            let call = #"{"method":"io.touchd.scene.Present","more":true,"parameters":{"widgets":[\#(widget)]}}"#
            try client.send(Array(call.utf8) + [0])
            #expect(try client.next() == nil && client.all.isEmpty)
            try kiosk.draw(dots: "1-2-3-6")
            try other.event("judged")
        }
    }

    @Test func `a scene is dismissed at the moment its front end disconnects`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Widgets.pattern())
            let other = try kiosk.peer()
            // The daemon finds both in one round of its loop.
            try kiosk.whileStopped {
                screen.hangUp()
                try other.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            }
            _ = try other.next()
            #expect(try kiosk.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] == 0)
        }
    }
}
