import RecordingWriters
import TestSupport
import Testing
import TouchDevice
import TouchRecording

@Suite struct RoundTripTests {
    private static func passed(_ devices: [DeviceRecording], through dialects: Dialect...) -> [DeviceRecording] {
        var devices = devices
        for dialect in dialects {
            let text = dialect.text(of: devices)
            let file = RecordingFile(reading: Array(text.utf8))
            #expect(Dialect(of: Array(text.utf8)) == dialect)
            #expect(file.problem == nil, "\(dialect): \(text)")
            devices = file.devices
        }
        return devices
    }

    @Test(arguments: Dialect.allCases)
    func `a recording comes back complete from every form that contains events`(dialect: Dialect) {
        #expect(Self.passed([Samples.panel], through: dialect) == [Samples.panel])
    }

    @Test(arguments: [Dialect.record, .json, .evtest])
    func `two devices stay two, each with its own events`(dialect: Dialect) {
        let passed = Self.passed([Samples.panel, Samples.pen], through: dialect)
        #expect(passed.map(\.node) == ["/dev/input/event5", "/dev/input/event6"])
        #expect(passed.map(\.events) == [Samples.panel.events, Samples.pen.events])
    }

    @Test(arguments: Dialect.allCases)
    func `events without a device stay without one`(dialect: Dialect) {
        let events = DeviceRecording(events: Samples.events)
        let passed = Self.passed([events], through: dialect)
        #expect(passed.map(\.description) == [nil])
        #expect(passed.map(\.events) == [events.events])
    }

    @Test(.needsCorpus, arguments: Corpus.files)
    func `recordings of real panels pass evemu, YAML and JSON without loss`(name: String) throws {
        let read = RecordingFile(reading: try TemporaryFolder.bytes(of: Corpus.path(of: name)), as: .evemu)
        var passed = Self.passed(read.devices, through: .record, .json, .evemu)
        // The YAML must name a node; evemu has none.
        for index in passed.indices { passed[index].node = read.devices[index].node }
        #expect(passed == read.devices)
    }

    @Test(arguments: [Dialect.record, .evemu])
    func `of a repeated property the last one counts`(dialect: Dialect) throws {
        var twice = Samples.panel
        twice.udev = [.init(name: "ID_PATH", value: "one"), .init(name: "ID_PATH", value: "two")]
        #expect(Self.passed([twice], through: dialect, .json).map(\.udev) == [[twice.udev[1]]])
    }

    @Test func `an empty file has no dialect`() {
        #expect(RecordingFile(reading: []).problem == .unknownDialect)
        #expect(RecordingFile(reading: Array("hello\n".utf8)).problem == .unknownDialect)
    }
}
