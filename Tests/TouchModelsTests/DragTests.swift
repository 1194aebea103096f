import SeededNumbers
import TestSupport
import Testing
import TouchCore

@testable import TouchModels

struct CubicBezierTests {
    /// The values of the curve (0.1, 0.9, 0.2, 1.0) in section 7.1 of the research.
    @Test(arguments: [
        (0.05, 0.368536), (0.1, 0.585273), (0.2, 0.794394), (0.25, 0.849470), (0.3, 0.888456), (0.4, 0.938083),
        (0.5, 0.966236), (0.6, 0.982598), (0.75, 0.994933), (0.9, 0.999381),
    ])
    func `the curve of a throw has its known values`(time: Double, value: Double) {
        #expect(abs(CubicBezier.fling.value(at: time) - value) <= 5e-7)
    }

    @Test(arguments: [(-1.0, 0.0), (0, 0), (1, 1), (2, 1), (-Double.infinity, 0), (.infinity, 1)])
    func `beyond its ends the curve is constant`(time: Double, value: Double) {
        #expect(CubicBezier.fling.value(at: time) == value)
    }

    /// Corners of the square of allowed points, where the slope of the curve is 0 or infinite somewhere.
    @Test(arguments: [
        (0.0, 0.0, 1.0, 1.0), (1, 0, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 0), (0.5, 0.5, 0.5, 0.5),
    ])
    func `every curve rises from 0 to 1 and solves its time`(x1: Double, y1: Double, x2: Double, y2: Double) {
        let curve = CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
        var last = 0.0
        for step in 0...1_000 {
            let value = curve.value(at: Double(step) / 1_000)
            #expect(value >= last - 1e-9 && value <= 1)
            last = value
        }
        #expect(last == 1)
    }

    @Test func `a straight curve is the time itself`() {
        let line = CubicBezier(x1: 0, y1: 0, x2: 1, y2: 1)
        for time in stride(from: 0.0, through: 1, by: 0.01) { #expect(abs(line.value(at: time) - time) < 1e-12) }
    }
}

struct InertialDragTests {
    @Test(
        arguments: [
            (
                ["curve": .list([.number(0), .number(2), .number(1), .number(1)])],
                "curve[1] is 2.0, allowed are 0.0 to 1.0"
            ),
            (["curve": .list([.number(0)])], "curve: 1 numbers, allowed are 4 to 4"),
            (["minSpeed": .number(30), "maxSpeed": .number(20)], "maxSpeed: 20.0 is below the minimum 30.0"),
            (["positionX": .number(301)], "positionX is 301.0, allowed are 0.0 to 300.0"),
            (["durationUSec": .number(0.5)], "durationUSec is 0.5, allowed are 50000.0 to 10000000.0"),
            (["tickRate": .number(1.5)], "tickRate must be a whole number"),
        ] as [(Settings, String)])
    func `a bad setting is named with what is allowed`(settings: Settings, sentence: String) {
        expectRefusal(of: settings, by: InertialDrag.self, size: Size(width: 300, height: 200), sentence)
    }
}

struct ConfinedDragTests {
    @Test(
        arguments: [
            (["radius": .number(0)], "radius is 0.0, allowed are 1.0 to 100000.0"),
            (["inset": .number(100)], "inset: it leaves nothing of the radius 100.0"),
            (["shape": .word("ring"), "outer": .number(50)], "outer is 50.0, allowed are 100.0 to 200000.0"),
            (["deadZone": .number(1)], "deadZone is 1.0, allowed are 0.0 to 0.9"),
        ] as [(Settings, String)])
    func `a bad setting is named with what is allowed`(settings: Settings, sentence: String) {
        expectRefusal(of: settings, by: ConfinedDrag.self, size: Size(width: 300, height: 200), sentence)
    }

    @Test(arguments: ["disc", "ring"])
    func `projecting twice equals projecting once, within the precision of a double`(shape: String) throws {
        var generator = SplitMix64(seed: 6)
        var drag = try ConfinedDrag(
            settings: ["shape": .word(shape), "startOutside": .word("clamp")], size: Size(width: 200, height: 200))
        var events = Events()
        func move(_ phase: Phase, _ place: Point) -> Point {
            drag.finger(phase, place, &events)
            return drag.position
        }
        _ = move(.began, Point(x: 100, y: 100))
        for _ in 0..<1_000 {
            let reach = Double.random(in: 0...1e6, using: &generator)
            let place = Point(
                x: .random(in: -reach...reach, using: &generator), y: .random(in: -reach...reach, using: &generator))
            let once = move(.moved, place)
            let twice = move(.moved, once)
            #expect(once.distance(to: twice) < 1e-9)
            #expect(once.distance(to: Point(x: 100, y: 100)) <= 100 + 1e-9)
        }
    }
}

struct OtherSettingsTests {
    @Test(
        arguments: [
            ([:], "items: a list needs its rows, each with an id"),
            (["items": .list([])], "items: 0 objects, allowed are 1 to 512"),
            (["items": .list([.word("A")])], "items must be a list of objects"),
            (["items": .list([.group([:])])], "items[0].id: an item needs its id"),
            (
                ["items": .list([.group(["id": .word("A")]), .group(["id": .word("A")])])],
                "items[1].id: two items are called A"
            ),
            (
                ["items": .list([.group(["id": .word("A"), "height": .number(0)])])],
                "items[0].height is 0.0, allowed are 1.0 to 10000.0"
            ),
            (
                ["items": .list([.group(["id": .word("A"), "section": .number(1)])])],
                "items[0].section is 1.0, allowed are 0.0 to 0.0"
            ),
            (
                [
                    "sections": .list([.group([:]), .group([:])]),
                    "items": .list([
                        .group(["id": .word("A"), "section": .number(1)]),
                        .group(["id": .word("B"), "section": .number(0)]),
                    ]),
                ],
                "items[1].section: items are listed section by section"
            ),
            (
                ["items": .list([.group(["id": .word("A"), "size": .number(1)])])],
                "items[0].size is not a setting; known are id, height, section, canMove, canDrop"
            ),
            (
                ["sections": .list([.group(["header": .bool(true)])])],
                "sections[0].header must be a number"
            ),
        ] as [(Settings, String)])
    func `a bad setting of a list is named with its place`(settings: Settings, sentence: String) {
        expectRefusal(of: settings, by: ReorderList.self, size: Size(width: 300, height: 200), sentence)
    }

    @Test(
        arguments: [
            (["input": .word("drag")], "input: a button is tapped, never dragged"),
            (["longPressUSec": .number(1)], "longPressUSec is 1.0, allowed are 100000.0 to 10000000.0"),
            (["releaseMargin": .number(-1)], "releaseMargin is -1.0, allowed are 0.0 to 200.0"),
        ] as [(Settings, String)])
    func `a bad setting of a button is named with what is allowed`(settings: Settings, sentence: String) {
        expectRefusal(of: settings, by: Button.self, size: Size(width: 100, height: 60), sentence)
    }
}
