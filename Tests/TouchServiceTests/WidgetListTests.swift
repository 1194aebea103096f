import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchScene
import Varlink

@testable import TouchModels
@testable import TouchScreen

/// Lists on the way from a request to a model and from a model to a reply.
struct WidgetListTests {
    static func widget(_ text: String) throws -> (request: WidgetRequest, widget: Widget) {
        let request = WidgetRequest(try JSONObject(parsing: text))
        let frame = request.frame(in: Size(width: 800, height: 600))
        let type = try #require(ModelCatalog.model(of: request.kind))
        let model = try type.init(settings: request.settings, size: frame.size)
        return (request, Widget(id: request.id, frame: frame, model: model))
    }

    @Test func `the rows of a list arrive in its model, and null counts as missing`() throws {
        let text = """
            {"id":"list","kind":"reorder_list","x":10,"y":20,"width":300,"height":400,
             "reorderList":{"items":[{"id":"a","height":50},{"id":"b","section":null}],"rowHeight":70,"input":null}}
            """
        let list = try #require(try Self.widget(text).widget.model as? ReorderList)
        #expect(list.order == ["a", "b"])
        #expect(
            list.layout.first?.shape
                == .rects([Rect(x: 0, y: 0, width: 300, height: 50), Rect(x: 0, y: 50, width: 300, height: 70)]))
    }

    @Test func `the nodes of a step slider are read from its member in the widget`() throws {
        let text = """
            {"id":"size","kind":"step_slider","x":0,"y":0,"width":300,"height":40,"stepSlider":{"nodes":["s","m","l"]}}
            """
        #expect((try Self.widget(text).widget.model as? StepSlider)?.nodes == ["s", "m", "l"])
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
        let rig = try Kiosk.large()
        let screen = try Presentation(Self.lists([512, 512, 512, 512]), on: rig)
        let counts = screen.ready["layout"]?.arrayValue?.map {
            $0.objectValue?["reorderList"]?.objectValue?["rows"]?.arrayValue?.count
        }
        #expect(counts == [512, 512, 512, 512])
    }

    @Test(arguments: [[512, 512, 512, 512, 1], Array(repeating: 512, count: 60)])
    func `one row more is refused, naming its list`(rows: [Int]) throws {
        let rig = try Kiosk.large()
        let refusal = VarlinkError(
            "io.touchd.scene.BadWidget", ["widget": "list 4", "reason": "the lists of a scene have at most 2048 rows"])
        #expect(throws: ClientError.remote(refusal)) { try Presentation(Self.lists(rows), on: rig) }
    }

    @Test func `rows are described in pixels of their widget, whose frame is in those of the view`() throws {
        let text = """
            {"id":"list","kind":"reorder_list","x":10,"y":20,"width":300,"height":400,
             "reorderList":{"items":[{"id":"a"}]}}
            """
        let (request, widget) = try Self.widget(text)
        let scene = try Scene(view: Size(width: 800, height: 600), widgets: [widget])
        var writer = JSONWriter()
        writer.beginObject()
        let texts = [WidgetTexts(request, widget.model.layout, at: widget.frame)]
        SceneDescription.write("s", scene, texts, into: &writer)
        writer.endObject()
        let layout = try JSONObject(parsing: writer.bytes)["layout"]?.arrayValue?.first?.objectValue
        #expect(layout?["frame"] == ["x": 10.0, "y": 20.0, "width": 300.0, "height": 400.0])
        let rows = layout?["reorderList"]?.objectValue?["rows"]
        #expect(rows == [["x": 0.0, "y": 0.0, "width": 300.0, "height": 80.0]])
    }
}
