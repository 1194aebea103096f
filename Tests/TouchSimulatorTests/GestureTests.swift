import Testing
import TouchDevice
import TouchCore

@testable import TouchSimulator

@Suite struct GestureTests {
    /// 1000 × 500 units, 100 × 50 mm, below a view of 200 × 100 pixels: 5 units to the pixel, half a millimeter.
    let mapping: PanelMapping

    init() throws { mapping = try PanelMapping(view: Size(width: 200, height: 100), panel: Panels.small) }

    @Test(arguments: [
        (Point(x: 0, y: 0), Panels.at(0, 0)), (Point(x: 200, y: 100), Panels.at(1000, 500)),
        (Point(x: 100.2, y: 0.09), Panels.at(501, 0)), (Point(x: -10, y: 110), Panels.at(-50, 550)),
        (Point(x: 1e300, y: -1e300), Panels.at(.max, .min)),
    ])
    func `view pixels lie on the axes from end to end`(point: Point, expected: PanelPosition) {
        #expect(mapping.position(of: point) == expected)
    }

    @Test func `a line keeps its speed and its rate`() throws {
        let pen = Pen(speed: .pixels(1000), rate: 100)
        let line = try Gesture([Point(x: 0, y: 0), Point(x: 40, y: 0)], pen: pen).timeline(mapping)
        #expect(line.frames.map(\.offset.microseconds) == [0, 10_000, 20_000, 30_000, 40_000, 50_000])
        #expect(
            line.frames.map(\.changes) == [
                [.down(finger: 0, Panels.at(0, 0))], [.move(finger: 0, Panels.at(50, 0))],
                [.move(finger: 0, Panels.at(100, 0))], [.move(finger: 0, Panels.at(150, 0))],
                [.move(finger: 0, Panels.at(200, 0))], [.up(finger: 0)],
            ])
    }

    @Test func `a speed in millimeters is a speed on the panel`() throws {
        let pen = Pen(speed: .millimeters(100), rate: 10)
        let line = try Gesture([Point(x: 0, y: 0), Point(x: 0, y: 60)], pen: pen).timeline(mapping)
        // 60 pixels are 30 mm: three reports of 10 mm, then the lift.
        #expect(line.duration.microseconds == 400_000)
    }

    @Test func `without a size there are no millimeters`() throws {
        let blind = try PanelMapping(view: Size(width: 10, height: 10), panel: try Panels.description("no-resolution"))
        let gesture = Gesture([.zero, Point(x: 1, y: 1)], pen: Pen(speed: .millimeters(1)))
        #expect(throws: PanelError.noResolution) { try gesture.timeline(blind) }
    }

    @Test func `every corner has its own report`() throws {
        let corners = [Point(x: 0, y: 0), Point(x: 7, y: 0), Point(x: 7, y: 3), Point(x: 7, y: 3)]
        let line = try Gesture(corners, pen: Pen(speed: .pixels(500), rate: 100)).timeline(mapping)
        let positions = line.frames.compactMap { frame -> PanelPosition? in
            if case .move(_, let position) = frame.changes[0] { position } else { nil }
        }
        #expect(positions == [Panels.at(18, 0), Panels.at(35, 0), Panels.at(35, 15), Panels.at(35, 15)])
    }

    @Test func `a path too long for the memory is rejected`() {
        let gesture = Gesture([.zero, Point(x: 1e6, y: 0)], pen: Pen(speed: .pixels(0.001), rate: 1000))
        #expect(throws: PanelError.tooManyReports(Gesture.maxLength)) { try gesture.timeline(mapping) }
    }

    @Test func `dots lie in the middle of the cells, row by row`() {
        let area = Rect(x: 10, y: 20, width: 300, height: 200)
        let pattern = Gesture.pattern([1, 6, 8], in: area, columns: 3, rows: 4)
        #expect(pattern.points == [Point(x: 60, y: 45), Point(x: 260, y: 95), Point(x: 160, y: 145)])
    }

    @Test(arguments: [(0.0, 20.0), (0.5, 100), (1, 180)])
    func `a thumb goes from end to end of its track`(fraction: Double, x: Double) {
        let slide = Gesture.slide(to: fraction, in: Rect(x: 0, y: 10, width: 200, height: 40), thumb: 40)
        #expect(slide.points == [Point(x: 20, y: 30), Point(x: x, y: 30)])
    }

    @Test func `a tap rests before it lifts`() throws {
        let tap = try Gesture.tap(Point(x: 1, y: 1), pen: Pen(rate: 100, hold: 60)).timeline(mapping)
        #expect(tap.frames.map(\.offset.microseconds) == [0, 70_000])
    }

    @Test func `gestures at the same time share frames`() throws {
        let pen = Pen(speed: .pixels(1000), rate: 100)
        let one = try Gesture([.zero, Point(x: 10, y: 0)], pen: pen).timeline(mapping)
        var other = pen
        other.finger = 1
        let two = try Gesture([Point(x: 0, y: 9)], pen: other).timeline(mapping)
        let both = Timeline.together([one, two])
        #expect(
            both.frames.map(\.changes) == [
                [.down(finger: 0, Panels.at(0, 0)), .down(finger: 1, Panels.at(0, 45))],
                [.move(finger: 0, Panels.at(50, 0)), .up(finger: 1)], [.up(finger: 0)],
            ])
        #expect(both.duration.microseconds == 20_000)
    }
}
