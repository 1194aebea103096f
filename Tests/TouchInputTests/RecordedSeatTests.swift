import SeededNumbers
import Testing
import TouchCore
import TouchDevice

@testable import TouchInput

/// What a seat makes of recordings.
@Suite struct RecordedSeatTests {
    /// What it reads of events in the words of ``Bench``, by default of a panel without slots (SYN_MT_REPORT).
    private static func read(
        _ text: String, _ axis: Axis = Axis(minimum: 0, maximum: 1_000, resolution: 10), others: [UInt16: Axis] = [:]
    ) -> Bench {
        var (time, description) = (Int64(10_000), DeviceDescription(name: "Panel"))
        description.axes = [0: axis, 1: axis, InputCode.positionX: axis, InputCode.positionY: axis]
        description.axes.merge(others) { $1 }
        let events = Bench.events(text, from: &time)
        return Bench.reading(
            DeviceRecording(node: "/dev/input/event5", description: description, events: events))
    }

    @Test(arguments: [(32_767, 1, 1), (32_767, 100, 0), (1_000, 34, 1), (1_000, 33, 0), (32_767, 6, 1), (32_767, 7, 0)])
    func `a panel that claims a size no panel has counts as one without a size`(
        maximum: Int32, resolution: Int32, notices: Int
    ) {
        var drag = "id=1 x=0 y=9 / "
        for step in 1...20 as ClosedRange<Int32> { drag += "x=\(maximum / 50 * step) / " }
        let axis = Axis(minimum: 0, maximum: maximum, resolution: resolution)
        let bench = Self.read(drag + "id=-1 /", axis, others: [InputCode.slot: Axis(minimum: 0, maximum: 4)])
        #expect(bench.notices == Array(repeating: .impossibleSize, count: notices))
        #expect(bench.frames.contains { $0.contacts.contains { $0.millimeters != nil } } == (notices == 0))
        if notices > 0 { #expect(bench.story.count { $0.contains("b") } == 1, "\(bench.story)") }
    }

    private static let ids = [InputCode.trackingID: Axis(minimum: 0, maximum: 31)]

    @Test func `fingers with ids are tracked by id, however they jump`() {
        let text = "id=3 x=100 y=500 end id=4 x=150 y=500 end / id=3 x=150 y=500 end id=4 x=100 y=500 end / end /"
        let story = Self.read(text, others: Self.ids).story
        #expect(story == ["1b 100, 2b 150", "1m 150, 2m 100", "1e 150, 2e 100"])
    }

    @Test func `a contact without breadth is not a finger where fingers have one`() {
        let text = "major=8 x=100 y=500 end / major=0 x=120 y=500 end / end /"
        #expect(
            Self.read(text, others: [InputCode.touchMajor: Axis(minimum: 0, maximum: 255)]).story == [
                "1b 100", "1e 100",
            ])
    }

    @Test func `fingers that are down at a loss or at the end are cancelled`() {
        #expect(Self.read("x=100 y=500 end / x=120 y=500 end /").story == ["1b 100", "1m 120", "1c 120"])
        #expect(Self.read("x=100 y=500 end / drop x=120 y=500 end /").story.prefix(2) == ["1b 100", "1c 100"])
    }

    @Test(arguments: [true, false])
    func `with far more fingers than any panel has, each ends once`(hasIDs: Bool) {
        var random = SplitMix64(seed: 5)
        var text = ""
        for number in 0..<400 {
            let count = Int.random(in: 0...60, using: &random)
            for _ in 0..<count {
                if hasIDs { text += "id=\(Int.random(in: 0...number * 100 + 1, using: &random)) " }
                let (x, y) = (
                    Int32.random(in: .min...(.max), using: &random), Int32.random(in: .min...(.max), using: &random)
                )
                text += "x=\(x) y=\(y) end "
            }
            text += count == 0 ? "end / " : "/ "
        }
        let found = Self.read(text, others: hasIDs ? Self.ids : [:])
        #expect(found.lives.oddities.isEmpty && found.lives.left == 0, "\(found.lives)")
        #expect(found.story.joined().count { $0 == "b" } > 100)
    }
}
