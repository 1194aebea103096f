import SeededNumbers
import Testing
import TouchCore
import TouchDevice

@testable import TouchInput

@Suite struct RecordedSeatTests {
    private static func panel(
        fuzz: Int32 = 0, slots: Int32? = 5, maximum: Int32 = 1_000, resolution: Int32 = 10
    ) -> DeviceRecording {
        var description = DeviceDescription(name: "Panel")
        let axis = Axis(minimum: 0, maximum: maximum, resolution: resolution, fuzz: fuzz)
        description.axes = [0: axis, 1: axis]
        if let slots {
            description.axes[0x2f] = Axis(minimum: 0, maximum: slots - 1)
            description.axes[0x35] = axis
            description.axes[0x36] = axis
        }
        return DeviceRecording(node: "/dev/input/event5", description: description)
    }

    /// What a seat reads of events in the words of ``Bench``.
    fileprivate static func read(_ text: String, _ panel: DeviceRecording = panel()) -> Bench {
        var (recording, time) = (panel, Int64(10_000))
        recording.events = Bench.events(text, from: &time)
        return Bench.reading(recording)
    }

    @Test func `movements within the fuzz are noise`() {
        let story = Self.read("id=1 x=100 y=100 / x=105 / x=109 / x=130 / id=-1 /", Self.panel(fuzz: 20)).story
        #expect(story == ["1b 100", "1m 120", "1e 120"])
    }

    @Test(arguments: [(20, 3), (8, 5)]) func `so they are if udev has moved the fuzz to properties`(
        fuzz: Int, count: Int
    ) {
        var panel = Self.panel()
        panel.udev = [35, 36].map { .init(name: "LIBINPUT_FUZZ_\($0)", value: "\(fuzz)") }
        let story = Self.read("id=1 x=100 y=100 / x=105 / x=109 / x=130 / id=-1 /", panel).story
        #expect(story.count == count)
    }

    @Test(arguments: [(32_767, 1, 1), (32_767, 100, 0), (1_000, 34, 1), (1_000, 33, 0), (32_767, 6, 1), (32_767, 7, 0)])
    func `a panel that claims a size no panel has counts as one without a size`(
        maximum: Int32, resolution: Int32, notices: Int
    ) {
        var drag = "id=1 x=0 y=9 / "
        for step in 1...20 as ClosedRange<Int32> { drag += "x=\(maximum / 50 * step) / " }
        let bench = Self.read(drag + "id=-1 /", Self.panel(maximum: maximum, resolution: resolution))
        #expect(bench.notices == Array(repeating: .impossibleSize, count: notices))
        #expect(bench.frames.contains { $0.contacts.contains { $0.millimeters != nil } } == (notices == 0))
        if notices > 0 { #expect(bench.story.count { $0.contains("b") } == 1, "\(bench.story)") }
    }
}

/// Recordings of panels without slots (SYN_MT_REPORT).
@Suite struct ProtocolATests {
    private static func panel(hasIDs: Bool = false, hasBreadth: Bool = false) -> DeviceRecording {
        var description = DeviceDescription(name: "Old panel")
        let axis = Axis(minimum: 0, maximum: 1000, resolution: 10)
        for code in [0, 1, InputCode.positionX, InputCode.positionY] { description.axes[code] = axis }
        if hasIDs { description.axes[InputCode.trackingID] = Axis(minimum: 0, maximum: 31) }
        if hasBreadth { description.axes[0x30] = Axis(minimum: 0, maximum: 255) }
        return DeviceRecording(node: "/dev/input/event5", description: description)
    }

    private static func story(_ text: String, _ panel: DeviceRecording = panel()) -> [String] {
        RecordedSeatTests.read(text, panel).story
    }

    @Test func `fingers are tracked by position, in any order`() {
        let found = RecordedSeatTests.read(
            "x=100 y=500 end / x=120 y=500 end x=800 y=500 end / x=760 y=500 end x=140 y=500 end / x=720 y=500 end / end /",
            Self.panel())
        #expect(found.story == ["1b 100", "1m 120, 2b 800", "1m 140, 2m 760", "1e 140, 2m 720", "2e 720"])
        #expect(found.slots == 10)
    }

    @Test func `fingers with ids are tracked by id, however they jump`() {
        let story = Self.story(
            "id=3 x=100 y=500 end id=4 x=150 y=500 end / id=3 x=150 y=500 end id=4 x=100 y=500 end / end /",
            Self.panel(hasIDs: true))
        #expect(story == ["1b 100, 2b 150", "1m 150, 2m 100", "1e 150, 2e 100"])
    }

    @Test func `a contact without breadth is not a finger where fingers have one`() {
        let text = "major=8 x=100 y=500 end / major=0 x=120 y=500 end / end /"
        #expect(Self.story(text, Self.panel(hasBreadth: true)) == ["1b 100", "1e 100"])
    }

    @Test func `noise below a 250th of the range is removed`() {
        #expect(
            Self.story("x=100 y=500 end / x=101 y=500 end / x=120 y=500 end / end /") == ["1b 100", "1m 120", "1e 120"])
    }

    @Test func `fingers that are down at a loss or at the end are cancelled`() {
        #expect(Self.story("x=100 y=500 end / x=120 y=500 end /") == ["1b 100", "1m 120", "1c 120"])
        #expect(Self.story("x=100 y=500 end / drop x=120 y=500 end /").prefix(2) == ["1b 100", "1c 100"])
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
        let found = RecordedSeatTests.read(text, Self.panel(hasIDs: hasIDs))
        var down: Set<Substring> = []
        var landings = 0
        for contact in found.story.flatMap({ $0.split(separator: ", ") }) {
            let word = contact.split(separator: " ")[0]
            let id = word.dropLast()
            switch word.last {
            case "b":
                landings += 1
                let isNew = down.insert(id).inserted
                #expect(isNew)
            case "m": #expect(down.contains(id))
            default: #expect(down.remove(id) != nil)
            }
        }
        #expect(down.isEmpty && landings > 100)
    }
}
