import Testing
import TouchCore

@testable import TouchInput

/// Recordings as read by a seat.
@Suite struct RecordedSeatTests {
    private static func panel(
        fuzz: Int32 = 0, slots: Int32? = 5, maximum: Int32 = 1_000, resolution: Int32 = 10
    ) -> DeviceRecording {
        var description = DeviceDescription(name: "Panel")
        let axis = DeviceDescription.AbsoluteAxis(
            axis: Axis(minimum: 0, maximum: maximum, resolution: resolution, fuzz: fuzz))
        description.axes = [0: axis, 1: axis]
        if let slots {
            description.axes[0x2f] = .init(axis: Axis(minimum: 0, maximum: slots - 1))
            description.axes[0x35] = axis
            description.axes[0x36] = axis
        }
        return DeviceRecording(node: "/dev/input/event5", description: description)
    }

    /// Events from `type code value` words; `/` ends a frame, which comes every 10 ms.
    private static func events(_ text: String) -> [InputEvent] {
        var events: [InputEvent] = []
        var time: Int64 = 10_000
        let codes: [Substring: (UInt16, UInt16)] = [
            "slot": (3, 0x2f), "id": (3, 0x39), "x": (3, 0x35), "y": (3, 0x36), "tool": (3, 0x37), "X": (3, 0),
            "Y": (3, 1), "touch": (1, 0x14a),
        ]
        for word in text.split(separator: " ") {
            if word == "/" || word == "drop" {
                events.append(.init(microseconds: time, type: 0, code: word == "/" ? 0 : 3, value: 0))
                if word == "/" { time += 10_000 }
                continue
            }
            let parts = word.split(separator: "=")
            guard let (type, code) = codes[parts[0]] else { continue }
            events.append(.init(microseconds: time, type: type, code: code, value: Int32(parts[1]) ?? 0))
        }
        return events
    }

    private final class Listener: SeatSink {
        var lines: [String] = []
        var notices: [Notice.Code] = []
        var hasMillimeters = false
        func deviceAdded(_ device: Device) {}
        func deviceRemoved(_ id: DeviceID) {}
        func notice(_ notice: Notice) { notices.append(notice.code) }
        func frame(_ frame: borrowing Frame) {
            let contacts = frame.contacts.map { "\($0.id.number)\($0.phase.word.prefix(1)) \(Int($0.position.x))" }
            lines.append(contacts.joined(separator: ","))
            if frame.contacts.contains(where: { $0.millimeters != nil }) { hasMillimeters = true }
        }
    }

    private static func play(_ text: String, _ panel: DeviceRecording = panel()) -> [String] {
        var recording = panel
        recording.events = events(text)
        let listener = Listener()
        let view = PanelView(view: Size(width: 1000, height: 1000))
        RecordedSeat([recording], view: { _ in view }, sink: listener).play([recording])
        return listener.lines
    }

    @Test(arguments: [
        // landing, moving, lifting
        ("id=1 x=100 y=5 / x=110 / id=-1 /", ["1b 100", "1m 110", "1e 110"]),
        // two slots in one frame
        (
            "id=1 x=100 y=5 slot=1 id=2 x=500 y=5 / slot=0 id=-1 slot=1 x=510 / id=-1 /",
            ["1b 100,2b 500", "1e 100,2m 510", "2e 510"]
        ),
        // a palm cancels its finger; the rest of it is ignored
        ("id=1 x=100 y=1 / tool=2 x=120 / x=130 / id=-1 /", ["1b 100", "1c 100"]),
        // contacts that are down at the end are cancelled
        ("id=1 x=100 y=1 /", ["1b 100", "1c 100"]),
        // lost events: contacts that were down are cancelled
        ("id=1 x=100 y=1 / drop x=120 / x=130 / id=-1 /", ["1b 100", "1c 100"]),
        // another id without a lift in between is another finger
        ("id=1 x=100 y=1 / id=2 x=110 / id=-1 /", ["1b 100", "1c 100,2b 110", "2e 110"]),
        // a place off the panel is moved to its edge
        ("id=1 x=1200 y=1 / id=-1 /", ["1b 1000", "1e 1000"]),
    ])
    func `events of slots become contacts`(events: String, expected: [String]) {
        #expect(Self.play(events) == expected)
    }

    @Test func `a single-touch panel is read by its button`() {
        let panel = Self.panel(slots: nil)
        #expect(Self.play("touch=1 X=100 Y=1 / X=120 / touch=0 /", panel) == ["1b 100", "1m 120", "1e 120"])
    }

    @Test func `movements within the fuzz are noise`() {
        let panel = Self.panel(fuzz: 20)
        #expect(
            Self.play("id=1 x=100 y=100 / x=105 / x=109 / x=130 / id=-1 /", panel) == ["1b 100", "1m 120", "1e 120"])
    }

    @Test(arguments: [(32_767, 1, 1), (32_767, 100, 0), (1_000, 34, 1), (1_000, 33, 0), (32_767, 6, 1), (32_767, 7, 0)])
    func `a panel that claims a size no panel has counts as one without a size`(
        maximum: Int32, resolution: Int32, notices: Int
    ) {
        var drag = "id=1 x=0 y=9 / "
        for step in 1...20 as ClosedRange<Int32> { drag += "x=\(maximum / 50 * step) / " }
        let listener = Listener()
        var recording = Self.panel(maximum: maximum, resolution: resolution)
        recording.events = Self.events(drag + "id=-1 /")
        let view = PanelView(view: Size(width: 1000, height: 1000))
        RecordedSeat([recording], view: { _ in view }, sink: listener).play([recording])
        #expect(listener.notices == Array(repeating: .impossibleSize, count: notices))
        #expect(listener.hasMillimeters == (notices == 0))
        if notices > 0 { #expect(listener.lines.count { $0.contains("b") } == 1, "\(listener.lines)") }
    }

    @Test func `the same recording gives the same frames`() {
        let text = "id=1 x=100 y=1 / x=110 slot=1 id=2 x=4 y=1 / slot=0 id=-1 / slot=1 id=-1 /"
        #expect(Self.play(text) == Self.play(text))
    }
}
