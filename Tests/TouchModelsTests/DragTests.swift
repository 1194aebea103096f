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

struct ConfinedDragTests {
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
