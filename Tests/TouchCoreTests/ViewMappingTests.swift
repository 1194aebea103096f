import Testing
import TouchCore

struct ViewMappingTests {
    private static let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map { UnitPoint(x: $0.0, y: $0.1) }

    /// An orientation by its corner order: where the device's top left, top right, bottom right and bottom left
    /// corner are seen (0 top left, 1 top right, 2 bottom right, 3 bottom left).
    struct Laid: Sendable {
        var calibration: Transform
        var rotation: Rotation
        var seen: [Int]
    }

    private static let mirrored = Transform(-1, 0, 1, 0, 1, 0)

    static let orientations = [
        Laid(calibration: .identity, rotation: .none, seen: [0, 1, 2, 3]),
        Laid(calibration: .identity, rotation: .quarter, seen: [1, 2, 3, 0]),
        Laid(calibration: .identity, rotation: .half, seen: [2, 3, 0, 1]),
        Laid(calibration: .identity, rotation: .threeQuarters, seen: [3, 0, 1, 2]),
        Laid(calibration: mirrored, rotation: .none, seen: [1, 0, 3, 2]),
        Laid(calibration: mirrored, rotation: .quarter, seen: [2, 1, 0, 3]),
        Laid(calibration: mirrored, rotation: .half, seen: [3, 2, 1, 0]),
        Laid(calibration: mirrored, rotation: .threeQuarters, seen: [0, 3, 2, 1]),
    ]

    @Test(arguments: orientations)
    func `each corner of the panel appears where the rotation puts it`(laid: Laid) {
        let mapping = ViewMapping(
            view: Size(width: 1280, height: 800), calibration: laid.calibration, rotation: laid.rotation)
        for (corner, seen) in zip(Self.corners, laid.seen) {
            let expected = Point(x: Self.corners[seen].x * 1280, y: Self.corners[seen].y * 800)
            #expect(mapping.place(corner).position == expected)
        }
    }

    @Test(arguments: orientations)
    func `each corner is as far in millimeters as the size of the turned panel`(laid: Laid) throws {
        let mapping = ViewMapping(
            view: Size(width: 1280, height: 800), calibration: laid.calibration, rotation: laid.rotation,
            panel: PanelSize(width: 256, height: 144))
        let size = try #require(mapping.visiblePanel)
        for (corner, seen) in zip(Self.corners, laid.seen) {
            let expected = Millimeters(x: Self.corners[seen].x * size.width, y: Self.corners[seen].y * size.height)
            #expect(mapping.place(corner).millimeters == expected)
        }
    }

    @Test func `a fine calibration moves pixels but not millimeters`() throws {
        let mapping = ViewMapping(
            view: Size(width: 100, height: 100), calibration: Transform(1.1, 0.02, -0.05, 0.01, 0.9, 0.05),
            panel: PanelSize(width: 200, height: 100))
        let place = mapping.place(UnitPoint(x: 0.5, y: 0.5))
        #expect(abs(place.position.x - 51) < 1e-9)
        #expect(place.millimeters == Millimeters(x: 100, y: 50))
    }

    @Test func `the calibration is applied before the rotation`() {
        let mapping = ViewMapping(
            view: Size(width: 100, height: 100), calibration: Transform(1, 0, 0.25, 0, 1, 0), rotation: .quarter)
        #expect(mapping.place(UnitPoint(x: 0, y: 0)).position == Point(x: 100, y: 25))
    }

    @Test(arguments: [
        (UnitPoint(x: -0.01, y: 0.5), Point(x: 0, y: 50)),
        (UnitPoint(x: 0.5, y: 1.04), Point(x: 50, y: 100)),
        (UnitPoint(x: .nan, y: .infinity), Point(x: 0, y: 100)),
        (UnitPoint(x: -.infinity, y: .nan), Point(x: 0, y: 0)),
    ])
    func `a place off the panel is moved to its edge and reported`(place: UnitPoint, expected: Point) {
        let mapping = ViewMapping(view: Size(width: 100, height: 100), panel: PanelSize(width: 10, height: 10))
        let answer = mapping.place(place)
        #expect(answer.position == expected)
        #expect(!answer.isOnPanel)
        #expect(answer.millimeters?.x.isFinite == true && answer.millimeters?.y.isFinite == true)
    }

    @Test(arguments: [
        Transform(.nan, 0, 0, 0, 1, 0), Transform(1, 0, .infinity, 0, 1, 0), Transform(1, 1, 0, 1, 1, 0),
        Transform(0, 0, 0, 0, 0, 0),
    ])
    func `a broken calibration is ignored`(broken: Transform) {
        let mapping = ViewMapping(view: Size(width: 100, height: 100), calibration: broken)
        #expect(mapping.place(UnitPoint(x: 0.25, y: 0.75)).position == Point(x: 25, y: 75))
    }

    @Test(arguments: [
        (600.0, 30.0, true), (601, 30, false), (30, 600, true), (30, 601, false), (5_000, 300, true), (29, 40, false),
        (5_001, 400, false),
    ])
    func `a size is plausible if a panel can have it`(width: Double, height: Double, isPlausible: Bool) {
        #expect(PanelSize(width: width, height: height).isPlausible == isPlausible)
    }

    @Test func `a panel without a size has no millimeters`() {
        let mapping = ViewMapping(
            view: Size(width: 100, height: 100), panel: PanelSize(width: 0, height: 90))
        #expect(mapping.place(UnitPoint(x: 0.5, y: 0.5)).millimeters == nil)
    }
}
