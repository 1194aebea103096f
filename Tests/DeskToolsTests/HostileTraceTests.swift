import Testing
import TouchCore
import TouchModels

@testable import DeskTools
@testable import TouchRecording

/// Traces that no panel would make.
struct HostileTraceTests {
    private static let odd = [
        Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, -1e18,
        8_388_608, -8_388_609, .leastNonzeroMagnitude, 0, -0.0, 150,
    ]

    private static func trace(_ places: [Point], view: Size, widgets: [Trace.WidgetLine] = []) -> Trace {
        let inputs = places.enumerated().map { index, place in
            let phase: Phase = index == 0 ? .began : index == places.count - 1 ? .ended : .moved
            let time = Instant(microseconds: index % 2 == 0 ? .min : .max)
            return Trace.Input(
                time: time, action: .frame([Contact(id: ContactID(1), phase: phase, position: place)]))
        }
        return Trace(about: "", view: view, widgets: widgets, inputs: inputs, events: [])
    }

    @Test(arguments: [TracePlot.Extent.view, .used, .map(columns: 16, rows: 10)])
    func `contacts at any place and time are drawn as far as possible`(extent: TracePlot.Extent) throws {
        let places = Self.odd.flatMap { x in Self.odd.map { Point(x: x, y: $0) } }
        let lock = Trace.WidgetLine(
            id: "w", kind: "pattern", frame: Rect(x: 0, y: 0, width: 300, height: 300), settings: [:])
        let trace = Self.trace(places, view: Size(width: 300, height: 300), widgets: [lock])
        let canvas = try TracePlot(trace, showing: extent).draw(width: 120, height: 130)
        #expect(try canvas.png().count > 100)
    }

    @Test(arguments: [1e-300, 1, 1e300, Double.greatestFiniteMagnitude, .leastNonzeroMagnitude])
    func `a view of any size is drawn`(side: Double) throws {
        for view in [Size(width: side, height: 1), Size(width: 1, height: side), Size(width: side, height: side)] {
            let trace = Self.trace([Point(x: 0, y: 0), Point(x: side, y: side), .zero], view: view)
            for extent in [TracePlot.Extent.view, .used, .map(columns: 16, rows: 10)] {
                let plot = try TracePlot(trace, showing: extent)
                #expect(Canvas.sides.contains(plot.height(forWidth: 100)))
                #expect(try plot.draw(width: 100).png().count > 100)
            }
        }
    }

    @Test(arguments: odd)
    func `a shape of any place and size is drawn or left out`(value: Double) throws {
        var canvas = try Canvas(width: 40, height: 40, background: Palette.view)
        let stroke = Stroke(Palette.text, width: 1, dash: 2)
        for other in Self.odd {
            let place = Point(x: value, y: other)
            canvas.draw(
                .rect(Rect(x: value, y: other, width: value, height: other), corner: value), Palette.text, stroke)
            canvas.draw(.circle(place, radius: other), Palette.text)
            canvas.draw(.circle(Point(x: 20, y: 20), radius: value), nil, stroke)
            canvas.draw(.polygon([.zero, place, Point(x: other, y: value)]), Palette.text, stroke)
            canvas.draw(.line([.zero, place, Point(x: other, y: value)]), nil, stroke)
            canvas.write("a\u{0}\n…", at: place, size: 9, Palette.text, halo: Palette.view)
        }
        #expect(canvas.failure == nil)
    }

    @Test func `a line that leaves the picture keeps its direction`() throws {
        var canvas = try Canvas(width: 100, height: 100, background: Palette.view)
        canvas.draw(.line([.zero, Point(x: 1e8, y: 1e8)]), nil, Stroke(Palette.text, width: 3))
        #expect(canvas.pixel(x: 80, y: 80) != canvas.pixel(x: 80, y: 20))
        #expect(canvas.pixel(x: 80, y: 20) == 0xff_ffff)
    }

    @Test(arguments: [(0, 100), (100, 15), (4_097, 100), (Int.max, Int.min)])
    func `a picture of an impossible size is rejected`(width: Int, height: Int) throws {
        let plot = try TracePlot(Self.trace([], view: Size(width: 10, height: 10)))
        #expect(throws: ImageError.badSize(width: width, height: height)) {
            _ = try plot.draw(width: width, height: height)
        }
    }
}
