import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Lists on the way from a request to a model and from a model to a reply.
struct WidgetListTests {
    private let rig: Kiosk
    init() throws { rig = try Kiosk.large() }

    /// What the daemon says of the parts of a widget.
    private func layout(of widget: String) throws -> JSONObject {
        let screen = try rig.present(.object(JSONObject(parsing: widget)))
        return screen.layout(of: "it") ?? [:]
    }

    @Test
    func `rows arrive in pixels of their widget, whose frame is in those of the view, and null counts as missing`()
        throws
    {
        let layout = try layout(
            of: """
                {"id":"it","kind":"reorder_list","x":10,"y":20,"width":300,"height":400,"reorderList":
                 {"items":[{"id":"a","height":50},{"id":"b","section":null}],"rowHeight":70,"input":null}}
                """)
        #expect(layout["frame"] == ["x": 10.0, "y": 20.0, "width": 300.0, "height": 400.0])
        #expect(
            layout["reorderList"]?.objectValue?["rows"] == [
                ["x": 0.0, "y": 0.0, "width": 300.0, "height": 50.0],
                ["x": 0.0, "y": 50.0, "width": 300.0, "height": 70.0],
            ])
    }

    @Test func `the nodes of a step slider are read from its member in the widget`() throws {
        let layout = try layout(
            of: """
                {"id":"it","kind":"step_slider","x":0,"y":0,"width":300,"height":40,"stepSlider":{"nodes":["s","m","l"]}}
                """)
        #expect(layout["stepSlider"]?.objectValue?["nodes"]?.arrayValue?.count == 3)
    }

    /// Lists with so many rows each.
    private static func lists(_ rows: [Int]) -> [JSON] {
        rows.enumerated().map { number, count in
            [
                "id": .string("list \(number)"), "kind": "reorder_list", "x": 0, "y": 0, "width": 300, "height": 400,
                "reorderList": ["items": .array((0..<count).map { ["id": .string("row \($0)")] })],
            ]
        }
    }

    @Test func `the lists of a scene together have a maximum number of rows`() throws {
        let screen = try Presentation(Self.lists([512, 512, 512, 512]), on: rig)
        let counts = screen.ready["layout"]?.arrayValue?.map {
            $0.objectValue?["reorderList"]?.objectValue?["rows"]?.arrayValue?.count
        }
        #expect(counts == [512, 512, 512, 512])
    }

    @Test(arguments: [[512, 512, 512, 512, 1], Array(repeating: 512, count: 60)])
    func `one row more is refused, naming its list`(rows: [Int]) throws {
        let refusal = VarlinkError(
            "io.touchd.scene.BadWidget", ["widget": "list 4", "reason": "the lists of a scene have at most 2048 rows"])
        #expect(throws: ClientError.remote(refusal)) { try Presentation(Self.lists(rows), on: rig) }
    }
}
