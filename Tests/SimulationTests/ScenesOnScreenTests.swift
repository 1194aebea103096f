import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

@Suite(.showsLogs) struct ScenesOnScreenTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test func `dismissing cancels the drawing in progress`() throws {
        let screen = try kiosk.present(Widgets.pattern())
        try kiosk.draw("down 0 400,200")
        try screen.event("began")
        try kiosk.dismiss(screen)
        let rest = try screen.rest()
        let names = rest.compactMap { $0["event"]?.objectValue?["name"]?.stringValue }
        #expect(names.filter { $0 != "dot" } == ["cancelled", "cleared"])
        #expect(rest.last?["dismissed"] == true)
    }

    @Test func `a scene is presented only with more`() throws {
        let refusal = try kiosk.refusal("io.touchd.scene.Present", ["widgets": [Widgets.pattern()]])
        #expect(refusal == .expectedMore)
    }

    @Test(arguments: [
        Widgets.pattern(x: -1), Widgets.pattern(x: 641), Widgets.pattern(y: 161), Widgets.pattern(width: 0),
        Widgets.pattern(height: -5), Widgets.pattern(width: 1e300), Widgets.pattern(x: 1e308, width: 1e308),
        Widgets.pattern(""), Widgets.pattern(String(repeating: "x", count: 65)),
        Widgets.pattern(settings: ["hitRadiusFraction": 0.9]),
        Widgets.pattern(settings: ["rows": 7]), Widgets.pattern(settings: ["minDots": 10]),
    ])
    func `an impossible widget is rejected by name`(widget: JSON) throws {
        let refusal = try kiosk.refusal(of: widget)
        #expect(refusal?.name == "io.touchd.scene.BadWidget")
        #expect(refusal?.parameters["widget"] == widget.objectValue?["id"])
    }

    @Test(arguments: ["{}", #"{"items": "tea"}"#])
    func `a list without rows is rejected by the path of its rows, with what they are`(settings: String) throws {
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

    @Test func `a list without settings is rejected with the name of the one that it needs`() throws {
        let refusal = try kiosk.refusal(
            of: ["id": "list", "kind": "reorder_list", "x": 0, "y": 0, "width": 300, "height": 300])
        #expect(refusal?.parameters["reason"] == "reorderList.items: a list needs its rows, each with an id")
    }

    @Test func `sixty-five widgets are rejected and sixty-four are not`() throws {
        func widgets(_ count: Int) -> JSONObject {
            ["widgets": .array((0..<count).map { Widgets.pattern("\($0)", x: 0, y: 0, width: 90, height: 90) })]
        }
        let tooMany = try kiosk.stream("io.touchd.scene.Present", widgets(65))
        let refusal = ClientError.remote(.invalidParameter("widgets", allowed: "at most 64"))
        #expect(throws: refusal) { try tooMany.next() }
        let most = try kiosk.stream("io.touchd.scene.Present", widgets(64))
        #expect(try most.next()["layout"]?.arrayValue?.count == 64)
    }

    @Test func `a scene is dismissed at the moment its front end disconnects`() throws {
        let screen = try kiosk.present(Widgets.pattern())
        let other = try kiosk.peer()
        // The daemon finds both in one round of its loop.
        try kiosk.whileStopped {
            screen.hangUp()
            try other.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        }
        _ = try other.next()
        #expect(try kiosk.status("screen")["scenes"] == 0)
    }

    @Test func `a front end that misses only movements is kept and gets the last one and the end`() throws {
        let deaf = try kiosk.peer()
        deaf.isDeaf = true
        let widgets: JSON = [Widgets.pattern("deaf", settings: ["trail": "live"])]
        try deaf.call("io.touchd.scene.Present", ["widgets": widgets], more: true)
        try kiosk.draw("down 0 640,400")
        let moves = (0..<8_000).map { "E: 0.000001 3 35 \(2_000 + $0 % 2)\nE: 0.000001 0 0 0\n" }.joined()
        try kiosk.draw("play \(kiosk.folder.write(moves, to: "moves.events")) speed 0")
        try kiosk.draw("up 0")
        deaf.isDeaf = false
        try deaf.finishWriting()
        // The daemon's end closes the connection after pending output.
        let events = try deaf.messages(until: #""too_short""#).compactMap { message in
            try JSONObject(parsing: String(decoding: message, as: UTF8.self))["parameters"]?.objectValue?["event"]?
                .objectValue
        }.map(Presentation<KioskStream>.row)
        let moved = events.filter { $0["name"] == "moved" }
        #expect(moved.count < 8_000)
        let expected = 2_001.0 / 4_095 * 1_280 - 320
        #expect(abs((moved.last?["x"]?.doubleValue ?? 0) - expected) < 0.001)
        #expect(events.last { $0["name"] != "cleared" }?["name"] == "too_short")
    }
}
