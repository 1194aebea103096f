import RecordingWriters
import TestSupport
import Testing
import TouchDevice
import TouchRecording

@Suite struct HostileFileTests {
    private static let texts = Dictionary(
        uniqueKeysWithValues: Dialect.allCases.map { ($0, $0.text(of: [Samples.panel, Samples.pen])) })

    @Test(arguments: Dialect.allCases)
    func `a truncated file gives the part before`(dialect: Dialect) throws {
        let bytes = Array(try #require(Self.texts[dialect]).utf8)
        let whole = RecordingFile(reading: bytes, as: dialect)
        #expect(whole.problem == nil)
        for count in stride(from: 0, to: bytes.count, by: 29) {
            let cut = RecordingFile(reading: Array(bytes[..<count]), as: dialect)
            let known = whole.devices.map(\.events.count).reduce(0, +)
            #expect(cut.devices.map(\.events.count).reduce(0, +) <= known)
        }
    }

    @Test(arguments: Dialect.allCases)
    func `a byte order mark before the text is ignored`(dialect: Dialect) throws {
        let bytes = Array(try #require(Self.texts[dialect]).utf8)
        let marked = [0xef, 0xbb, 0xbf] + bytes
        #expect(Dialect(of: marked) == dialect)
        #expect(RecordingFile(reading: marked) == RecordingFile(reading: bytes))
    }

    @Test func `deeply nested YAML is rejected`() {
        let text = "version: 1\ndevices: " + String(repeating: "[", count: 10_000)
        let file = RecordingFile(reading: Array(text.utf8), as: .record)
        #expect(file.problem != nil)
    }

    @Test(arguments: [
        ("version: 2\n", RecordingError.unsupportedVersion(line: 1, text: "2")),
        ("devices: []\n", .missingField(line: 1, field: "version")),
        ("version: 1\ndevices: &a [*a]\n", .refused(line: 2, reason: "aliases are not supported")),
        (
            "version: 1\ndevices:\n- node: x\n  events:\n  - evdev:\n    - [1, 1000000, 0, 0, 0]\n",
            .badNumber(line: 6, field: "the time", text: "1")
        ),
        (
            "version: 1\ndevices:\n- node: x\n  events:\n  - evdev:\n    - [1, 0, 3, 0]\n",
            .badNumber(line: 6, field: "an event", text: "")
        ),
        (
            "version: 1\ndevices:\n- node: x\n  events:\n  - evdev:\n    - [1, 0, 3, 0, 5]\n",
            .unfinishedFrame(line: 6)
        ),
    ])
    func `an invalid YAML file is reported with its line`(text: String, problem: RecordingError) {
        #expect(RecordingFile(reading: Array(text.utf8), as: .record).problem == problem)
    }

    @Test func `a device truncated within a frame does not affect the next one`() throws {
        var cut = Samples.panel
        cut.events.removeLast()
        let file = RecordingFile(reading: Array(Dialect.record.text(of: [cut, Samples.pen]).utf8))
        guard case .unfinishedFrame = file.problem else { return #expect(Bool(false), "\(file)") }
        #expect(file.devices.map(\.events) == [cut.events, Samples.pen.events])
    }

    @Test func `a YAML recording may be empty and have keys of later versions`() throws {
        let text = """
            version: 1
            ndevices: 2
            devices:
            - node: /dev/input/event5
              hid: [1, 2]
              evdev:
                name: "x"
                id: [1, 2, 3, 4]
              udev:
                virtual: true
                properties:
                - ID_INPUT=1
              quirks:
              events:
              - libinput:
                - {time: 0.012000, type: TOUCH_MOTION, point: [ 68.75,  35.00]}
              - hid:
                  time: [0, 12]

            """
        let file = RecordingFile(reading: Array(text.utf8))
        #expect(file.problem == nil)
        #expect(file.device?.name == "x")
        #expect(file.events.isEmpty)
        #expect(file.remarks == ["2 devices announced, 1 found"])
    }
}
