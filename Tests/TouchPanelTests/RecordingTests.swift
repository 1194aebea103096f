import Testing
import TouchInput

@testable import TouchPanel

@Suite struct RecordingTests {
    static func recording(_ text: String) throws(PanelError) -> Recording {
        try Recording(Evemu(reading: Array(text.utf8)), path: "test")
    }

    static let tap = """
        E: 10.000001 0003 0039 0045
        E: 10.000001 0003 0035 0100
        E: 10.000002 0000 0000 0000
        E: 10.020001 0003 0039 -001
        E: 10.020001 0000 0000 0000

        """

    @Test func `frames begin with the first event`() throws {
        let recording = try Self.recording(Self.tap)
        #expect(recording.frames.map(\.offset) == [1, 20_000] && recording.eventCount == 5)
        #expect(recording.frames.map { text($0.events) } == ["id 45, mx 100, report", "id -1, report"])
    }

    @Test(arguments: ["E: 10.03 0003 0035 0001\n", "E: 10.03 0003 00"])
    func `a cut recording keeps its whole frames`(rest: String) throws {
        let recording = try Self.recording(Self.tap + rest)
        #expect(recording.isCut && recording.eventCount == 5)
    }

    @Test func `a foreign line is refused`() {
        #expect(throws: PanelError.self) { try Self.recording(Self.tap + "hello\n" + Self.tap) }
    }

    @Test func `an empty recording has no frames`() throws {
        #expect(try Self.recording("").frames.isEmpty)
    }

    @Test func `a missing file is named`() {
        #expect(throws: PanelError.failed(call: "open", subject: "/nonexistent", errno: 2)) {
            try Recording(path: "/nonexistent")
        }
    }
}

@Suite struct PanelDescriptionTests {
    @Test func `an evemu description becomes a panel`() throws {
        let panel = try Panels.description("ten-slots")
        #expect(panel.name == "Larch 1541 Multitouch" && panel.slotCount == 10 && panel.properties == [1])
        #expect(panel.identity == .init(bus: 3, vendor: 0x1fd2, product: 0x6007, version: 0x111))
        #expect(panel.axes[AbsoluteCode.positionX] == AxisDescription(0, 11007, resolution: 32))
        #expect(panel.codes[EventType.key] == [KeyCode.touch])
        #expect(panel.udevProperties["ID_INPUT_WIDTH_MM"] == "343")
    }

    @Test func `noise becomes properties as udev does it`() throws {
        let properties = try Panels.description("no-resolution").udevProperties
        #expect(
            properties.filter { $0.key.hasPrefix("LIBINPUT_FUZZ") } == [
                "LIBINPUT_FUZZ_00": "2", "LIBINPUT_FUZZ_01": "2", "LIBINPUT_FUZZ_35": "2", "LIBINPUT_FUZZ_36": "2",
            ])
        #expect(properties["ID_INPUT_WIDTH_MM"] == nil)
    }

    @Test(arguments: Panels.names) func `every panel lies below the virtual devices`(name: String) throws {
        let text = try Panels.description(name).sysfs(number: 20, numbers: "13:84", properties: [:])
        let paths = text.split(separator: "\n").filter { $0.hasPrefix("P:") }
        #expect(paths == ["P: /devices/virtual/input/input20", "P: /devices/virtual/input/input20/event20"])
    }

    @Test func `a name cannot smuggle lines into sysfs`() {
        var panel = Panels.small
        panel.name = "a\nE: ID_BUS=usb\\nb"
        let text = panel.sysfs(number: 20, numbers: "13:84", properties: [:])
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("E: ID_BUS") })
    }
}
