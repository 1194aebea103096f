import SeededNumbers
import Testing
import TouchDevice

/// Recordings of panels without slots (SYN_MT_REPORT).
@Suite struct ProtocolATests {
    private static func panel(hasIDs: Bool = false, hasBreadth: Bool = false) -> DeviceRecording {
        var description = DeviceDescription(name: "Old panel")
        let axis = DeviceDescription.AbsoluteAxis(axis: Axis(minimum: 0, maximum: 1000, resolution: 10))
        for code in [0, 1, InputCode.positionX, InputCode.positionY] { description.axes[code] = axis }
        if hasIDs { description.axes[InputCode.trackingID] = .init(axis: Axis(minimum: 0, maximum: 31)) }
        if hasBreadth { description.axes[0x30] = .init(axis: Axis(minimum: 0, maximum: 255)) }
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
