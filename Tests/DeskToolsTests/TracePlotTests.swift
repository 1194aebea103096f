import TestSupport
import Testing
import TouchCore
import TouchModels
import TouchPicture
import TouchRecording

@testable import DeskTools

/// Plots are drawn and read back pixel by pixel.
struct TracePlotTests {
    private static let header = "{\"trace\":1,\"about\":\"\",\"view\":[300,300]}\n"
    private static let lock = header + "{\"widget\":\"lock\",\"kind\":\"pattern\",\"frame\":[0,0,300,300]}\n"
    private static let stroke = """
        {"us":0,"frame":[[1,"began",100,100]]}
        {"us":100000,"frame":[[1,"moved",200,100]]}

        """

    private static func canvas(_ text: String) throws -> Canvas {
        try TracePlot(Trace(parsing: text)).draw(width: 600, height: 640)
    }

    /// The pixel for a place of the 300 × 300 view in a picture of 600 × 640.
    private static func pixel(_ canvas: borrowing Canvas, _ x: Double, _ y: Double) -> UInt32 {
        let room = Layout(width: 600, height: 640).room
        let place = Projection(of: Rect(x: 0, y: 0, width: 300, height: 300), into: room).place(Point(x: x, y: y))
        return canvas.pixel(x: Int(place.x), y: Int(place.y))
    }

    @Test func `without a height the picture has the shape of the view`() throws {
        let wide = try TracePlot(Trace(parsing: "{\"trace\":1,\"about\":\"\",\"view\":[200,100]}"))
        let tall = try TracePlot(Trace(parsing: "{\"trace\":1,\"about\":\"\",\"view\":[100,200]}"))
        #expect(wide.height(forWidth: 640) < 400 && tall.height(forWidth: 640) > 1_200)
        #expect(try wide.draw().height == wide.height(forWidth: 640))
    }

    private static let (first, second) = (Palette.contacts[0], Palette.contacts[1])

    /// A trace, and colors of places that it leaves in the picture, or does not.
    private static let drawings: [(String, lines: String, colors: [(x: Double, y: Double, color: Pixel, isIt: Bool)])] =
        [
            (
                "dots at their centers, with circles of the hit radius", lock,
                [50.0, 150, 250].flatMap { x in [50.0, 150, 250].map { (x, $0, Palette.mark, true) } } + [
                    (158, 150, Palette.widget, true), (180, 150, Palette.widget, false),
                    (170, 150, Palette.widget, true),
                ]
            ),
            (
                "a line in the contact's color, with a ring at the landing", header + stroke,
                [
                    (150, 100, first, true), (150, 110, Palette.view, true), (100, 100, Palette.view, true),
                    (95.5, 100, first, true),
                ]
            ),
            (
                "an earlier part paler than a later one",
                header + stroke + #"{"us":900000,"frame":[[1,"moved",200,200]]}"#,
                [(200, 150, first, true), (150, 100, first, false), (150, 100, Palette.view, false)]
            ),
            (
                "a second contact in another color",
                header + stroke + """
                    {"us":200000,"frame":[[2,"began",100,200]]}
                    {"us":300000,"frame":[[2,"moved",200,200]]}
                    """, [(150, 100, first, true), (150, 200, second, true)]
            ),
            (
                "a lift as a disc at the last place of the path",
                header + stroke + #"{"us":200000,"frame":[[1,"ended",200,250]]}"#,
                [(200, 103, first, true), (200, 180, Palette.view, true)]
            ),
            (
                "a cancelled contact with a cross",
                header + stroke + #"{"us":200000,"frame":[[1,"cancelled",200,100]]}"#,
                [(203, 103, first, true), (200, 104, Palette.view, true)]
            ),
            (
                "a cancelled scene with a cross", header + stroke + #"{"us":200000,"cancel":true}"#,
                [(203, 103, first, true), (200, 104, Palette.view, true)]
            ),
            (
                "a part that moved where it ended",
                header + """
                    {"widget":"c","kind":"captcha","frame":[0,0,300,300],"settings":{"targetX":200,"targetY":100}}
                    {"us":0,"frame":[[1,"began",20,284]]}
                    {"us":100000,"frame":[[1,"moved",220,284]]}
                    {"us":200000,"frame":[[1,"ended",220,284]]}
                    """, [(225, 110, Palette.view, true), (25, 110, Palette.ground, true)]
            ),
        ]

    @Test(arguments: drawings)
    func `a trace is drawn with`(
        _: String, lines: String, colors: [(x: Double, y: Double, color: Pixel, isIt: Bool)]
    ) throws {
        let canvas = try Self.canvas(lines)
        for (x, y, color, isIt) in colors {
            #expect((Self.pixel(canvas, x, y) == color.code) == isIt, "\(x), \(y)")
        }
    }

    @Test func `a close picture shows the part of the view with widgets and contacts`() throws {
        let trace = try Trace(parsing: Self.header + Self.stroke)
        let canvas = try TracePlot(trace, showing: .used).draw(width: 600, height: 640)
        let line = (0..<600).filter { canvas.pixel(x: $0, y: 308) == Palette.contacts[0].code }
        #expect(line.count > 400)
    }

    @Test func `a map shows the fields where contacts were, and those where none was`() throws {
        let trace = try Trace(parsing: Self.header + Self.stroke)
        let canvas = try TracePlot(trace, showing: .map(columns: 3, rows: 3)).draw(width: 600, height: 640)
        let untouched = Palette.untouched.code
        for (x, y) in [(50.0, 50.0), (50, 150), (150, 250)] { #expect(Self.pixel(canvas, x, y) == untouched) }
        #expect(Self.pixel(canvas, 150, 150) == Self.pixel(canvas, 250, 150))
        #expect(![untouched, Palette.view.code].contains(Self.pixel(canvas, 150, 150)))
    }

    @Test func `an event is written beside the finger`() throws {
        let empty = Self.lock + "{\"us\":0,\"frame\":[[1,\"began\",100,100]]}"
        let quiet = try Self.canvas(empty)
        let noted = try Self.canvas(empty + "\n{\"us\":1000,\"frame\":[[1,\"ended\",100,100]]}")
        let right = (112..<150).map(Double.init)
        let letters = right.filter { x in
            (96..<104).contains { Self.pixel(quiet, x, Double($0)) != Self.pixel(noted, x, Double($0)) }
        }
        #expect(letters.count > 10)
    }

    @Test(arguments: ModelCatalog.all.map { $0.kind })
    func `every model has a trace for its picture, small and deterministic`(kind: String) throws {
        let trace = try Self.picture(kind)
        let pictures = try (0..<2).map { _ in try TracePlot(trace).draw(width: 520, height: 352).png() }
        #expect(Set(trace.widgets.map(\.kind)) == [kind])
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0].count < 24_576)
    }

    @Test(arguments: ModelCatalog.all.map { $0.kind })
    func `a label covers nothing but the ground`(kind: String) throws {
        let ground = [Palette.viewEdge, Palette.widgetEdge, Palette.groundEdge]
        let marks = try Self.marks(kind).filter { !ground.contains($0.stroke?.color ?? Palette.text) }
        let labels = marks.filter { $0.text != nil && $0.stroke != nil }
        #expect(!labels.isEmpty)
        for label in labels {
            let covered = marks.filter { $0 != label && $0.isCovered(by: label.shape.box) }
            #expect(covered.isEmpty, "\(label) covers \(covered)")
        }
    }

    @Test func `a drawing shows its direction at each dot, and a refused one is red`() throws {
        let marks = try Self.marks("pattern")
        let arrows = marks.filter { $0.fill == Palette.text }.compactMap { $0.corners?.count == 3 ? $0.corners : nil }
        #expect(arrows.count == 12)
        // From the first dot to the right, in the other drawing down.
        #expect(arrows[0][0].x > arrows[0][1].x + 5 && arrows[6][0].y > arrows[6][1].y + 5)
        let refused = marks.filter { $0.stroke?.color == Palette.refused }.compactMap(\.corners).flatMap(\.self)
        #expect(!refused.isEmpty && refused.allSatisfy { $0.x > 260 })
        #expect(marks.compactMap(\.text).filter(["right", "wrong"].contains) == ["right", "wrong"])
    }

    @Test func `a thrown object is drawn at each report on its way, closer and closer`() throws {
        let marks = try Self.marks("inertial_drag")
        let places = marks.filter { $0.fill == nil && $0.stroke?.dash == nil }.compactMap(\.rect?.center)
        let steps = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
        #expect(places.count == 19 && zip(steps, steps.dropFirst()).allSatisfy(>))
        #expect(marks.compactMap(\.text).contains("released: 997 px/s"))
    }

    @Test func `rows have their names in the new order, and the one that was held lies above the others`() throws {
        let marks = try Self.marks("reorder_list")
        #expect(
            marks.filter { $0.text != nil && $0.stroke == nil }.compactMap(\.text).prefix(5)
                == ["coffee", "cocoa", "tea", "water", "juice"])
        let rows = marks.filter { $0.fill == Palette.ground }.compactMap(\.rect)
        let lifted = try #require(marks.last { $0.fill == Palette.view && $0.rect != nil }?.rect)
        #expect(rows.count == 4 && rows.allSatisfy { lifted.size.width > $0.size.width + 2 })
        #expect(rows[1].maxY < lifted.center.y && lifted.center.y < rows[2].minY)
    }

    @Test func `nodes have their names below the widget`() throws {
        let marks = try Self.marks("step_slider")
        let nodes = marks.filter { $0.fill == Palette.mark }.map(\.shape.box.center)
        let frame = try #require(marks.first { $0.fill == Palette.widget }?.rect)
        for (node, name) in zip(nodes, ["s", "m", "l", "xl", "xxl"]) {
            let box = try #require(marks.first { $0.text == name }?.shape.box)
            #expect(abs(box.center.x - node.x) < 1 && box.minY > frame.maxY && box.maxY < frame.maxY + 40)
        }
        #expect(nodes.count == 5)
    }

    private static func picture(_ kind: String) throws -> Trace {
        try Trace(parsing: Fixtures.text(of: "traces/\(kind)/picture.jsonl"))
    }

    /// What is drawn of a kind, in order.
    private static func marks(_ kind: String) throws -> [Canvas.Mark] {
        try TracePlot(picture(kind)).draw(width: 520, height: 352).marks
    }
}

extension Canvas.Mark {
    fileprivate var text: String? {
        if case .text(let text, _) = shape { text } else { nil }
    }
    fileprivate var rect: Rect? {
        if case .rect(let rect, _) = shape { rect } else { nil }
    }
    fileprivate var corners: [Point]? {
        switch shape {
        case .polygon(let corners), .line(let corners): corners
        case .rect, .circle, .text: nil
        }
    }
}
