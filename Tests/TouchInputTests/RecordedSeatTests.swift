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
    private static func read(_ text: String, _ panel: DeviceRecording = panel()) -> Bench {
        var (recording, time) = (panel, Int64(10_000))
        recording.events = Bench.events(text, from: &time)
        return Bench.reading(recording)
    }

    @Test func `slots become contacts, and those that are down at the end are cancelled`() {
        let story = Self.read("id=1 x=100 y=5 slot=1 id=2 x=500 y=5 / slot=0 id=-1 slot=1 x=510 /").story
        #expect(story == ["1b 100, 2b 500", "1e 100, 2m 510", "2c 510"])
    }

    @Test func `a single-touch panel is read by its button`() {
        let panel = Self.panel(slots: nil)
        #expect(Self.read("touch=1 X=100 Y=1 / X=120 / touch=0 /", panel).story == ["1b 100", "1m 120", "1e 120"])
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

    @Test func `of a calibration of nine numbers the first six count, as in libinput`() throws {
        var panel = Self.panel()
        panel.udev = [.init(name: "LIBINPUT_CALIBRATION_MATRIX", value: "0 -1 1 1 0 0 0 0 1")]
        let device = try #require(Device(panel, id: DeviceID(1)))
        #expect(device.calibration == Transform(0, -1, 1, 1, 0, 0))
        #expect(Self.read("id=1 x=100 y=100 / id=-1 /", panel).story == ["1b 900", "1e 900"])
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

    private struct Finger {
        var x: Int32
        var y: Int32 = 500
        var id: Int32?
        var breadth: Int32?
    }

    private static func events(_ frames: [[Finger]]) -> [InputEvent] {
        var events: [InputEvent] = []
        for (number, frame) in frames.enumerated() {
            func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
                let time = Int64(number + 1) * 10_000
                events.append(InputEvent(microseconds: time, type: type, code: code, value: value))
            }
            for finger in frame {
                if let id = finger.id { add(3, InputCode.trackingID, id) }
                if let breadth = finger.breadth { add(3, 0x30, breadth) }
                add(3, InputCode.positionX, finger.x)
                add(3, InputCode.positionY, finger.y)
                add(0, 2, 0)
            }
            // No finger.
            if frame.isEmpty { add(0, 2, 0) }
            add(0, 0, 0)
        }
        return events
    }

    private static func play(_ events: [InputEvent], _ panel: DeviceRecording = panel()) -> Bench {
        var recording = panel
        recording.events = events
        return Bench.reading(recording)
    }

    @Test func `fingers are tracked by position, in any order`() {
        let found = Self.play(
            Self.events([
                [.init(x: 100)], [.init(x: 120), .init(x: 800)], [.init(x: 760), .init(x: 140)], [.init(x: 720)], [],
            ]))
        #expect(found.story == ["1b 100", "1m 120, 2b 800", "1m 140, 2m 760", "1e 140, 2m 720", "2e 720"])
        #expect(found.slots == 10)
    }

    @Test func `fingers with ids are tracked by id, however they jump`() {
        let found = Self.play(
            Self.events([
                [.init(x: 100, id: 3), .init(x: 150, id: 4)], [.init(x: 150, id: 3), .init(x: 100, id: 4)], [],
            ]), Self.panel(hasIDs: true))
        #expect(found.story == ["1b 100, 2b 150", "1m 150, 2m 100", "1e 150, 2e 100"])
    }

    @Test func `a contact without breadth is not a finger where fingers have one`() {
        let found = Self.play(
            Self.events([[.init(x: 100, breadth: 8)], [.init(x: 120, breadth: 0)], []]), Self.panel(hasBreadth: true))
        #expect(found.story == ["1b 100", "1e 100"])
    }

    @Test func `noise below a 250th of the range is removed`() {
        let found = Self.play(Self.events([[.init(x: 100)], [.init(x: 101)], [.init(x: 120)], []]))
        #expect(found.story == ["1b 100", "1m 120", "1e 120"])
    }

    @Test func `fingers that are down at a loss or at the end are cancelled`() {
        var events = Self.events([[.init(x: 100)], [.init(x: 120)]])
        #expect(Self.play(events).story == ["1b 100", "1m 120", "1c 120"])
        events.insert(InputEvent(microseconds: 15_000, type: 0, code: 3, value: 0), at: 4)
        #expect(Self.play(events).story.prefix(2) == ["1b 100", "1c 100"])
    }

    @Test(arguments: [true, false])
    func `with far more fingers than any panel has, each ends once`(hasIDs: Bool) {
        var random = SplitMix64(seed: 5)
        var frames: [[Finger]] = []
        for number in 0..<400 {
            frames.append(
                (0..<Int.random(in: 0...60, using: &random)).map { _ in
                    Finger(
                        x: .random(in: .min...(.max), using: &random), y: .random(in: .min...(.max), using: &random),
                        id: hasIDs ? .random(in: 0...(Int32(number) * 100 + 1), using: &random) : nil)
                })
        }
        let found = Self.play(Self.events(frames), Self.panel(hasIDs: hasIDs))
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
