import Testing
import TouchCore

@testable import TouchInput

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
