import Testing
import TouchCore

@testable import TouchModels

struct SliderTests {
    static let size = Size(width: 300, height: 44)

    @Test(arguments: [(-10.0, -3.6), (0, 0.1), (-1e12, 1e12), (0.1, 0.3), (1e-9, 1e9)])
    func `both ends are reached exactly`(least: Double, most: Double) throws {
        var slider = try Slider(
            settings: ["min": .number(least), "max": .number(most), "value": .number(least)], size: Self.size)
        var events = Events()
        for (phase, x) in [(Phase.began, 16.0), (.moved, 400), (.ended, 400)] {
            slider.finger(phase, Point(x: x, y: 22), &events)
        }
        #expect(slider.value == most)
        slider.setValue(-.infinity)
        #expect(slider.value == least)
    }

    @Test func `the value never falls while the finger goes right`() throws {
        var slider = try Slider(
            settings: ["min": .number(-10), "max": .number(-3.6), "grab": .word("center")], size: Self.size)
        var events = Events()
        slider.finger(.began, Point(x: 15.5, y: 22), &events)
        var falls = 0
        for x in stride(from: 0.0, through: 300, by: 0.37) {
            let before = slider.value
            slider.finger(.moved, Point(x: x, y: 22), &events)
            if slider.value < before { falls += 1 }
        }
        #expect(falls == 0)
    }

    @Test(arguments: [(2.0, 1.0), (-1, 0), (.nan, 0.25)])
    func `a value that is set is clamped, and NaN is ignored`(put: Double, expected: Double) throws {
        var slider = try Slider(settings: ["value": .number(0.25)], size: Self.size)
        slider.setValue(put)
        #expect(slider.value == expected)
    }
}

struct StepSliderTests {
    /// STP-V6, V7 and V8: nearest node, ties up, without losing one to rounding.
    @Test(arguments: [
        (2, 0.374, 0), (2, 0.5, 1), (3, 0.25, 1), (3, 0.62, 1), (3, 0.75, 2), (6, 0.5, 3), (6, 0.7, 4), (50, 1, 49),
    ])
    func `a value snaps to its node`(count: Int, value: Double, index: Int) {
        #expect(StepSlider.index(of: value, count: count) == index)
    }

    @Test func `snapping twice equals snapping once, for every number of nodes`() {
        for count in StepSlider.nodeCount {
            for index in 0..<count {
                #expect(StepSlider.index(of: StepSlider.value(of: index, count: count), count: count) == index)
            }
        }
        #expect(StepSlider.value(of: 49, count: 50) == 1)
    }

    @Test func `an index out of range is ignored`() throws {
        var slider = try StepSlider(
            settings: ["nodes": .list([.word("a"), .word("b")])], size: Size(width: 300, height: 40))
        slider.setIndex(1)
        slider.setIndex(7)
        #expect(slider.index == 1)
        #expect(slider.value == 1)
    }

    @Test func `the nodes lie as in the table`() throws {
        let slider = try StepSlider(
            settings: ["nodes": .list((0..<5).map { .word("\($0)") })], size: Size(width: 300, height: 40))
        let nodes = slider.layout.first { $0.name == "nodes" }?.shape
        #expect(nodes == .points([20, 85, 150, 215, 280].map { Point(x: $0, y: 20) }))
    }
}
