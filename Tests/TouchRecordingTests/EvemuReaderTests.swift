import RecordingWriters
import Testing
import TouchDevice
import TouchRecording

struct EvemuReaderTests {
    private static let panel = """
        # EVEMU 1.3
        # Kernel: 4.9.20
        N: EP0430M09 # not a comment
        I: 0018 1234 5678 0001
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 01 00 00 00 00 00 00 80
        B: 03 03 00 00 00 00 80 60 02 # axes
        A: 35 -10 4095 4 2 16
        L: 00 1
        S: 0d 0

        """

    private static func read(_ text: String) -> RecordingFile { RecordingFile(reading: Array(text.utf8), as: .evemu) }

    @Test func `a description is read with every field`() throws {
        let recording = Self.read(Self.panel)
        #expect(recording.problem == nil)
        let device = try #require(recording.device)
        #expect(device.name == "EP0430M09 # not a comment")
        #expect(device.numbers == Device.Numbers(bus: 0x18, vendor: 0x1234, product: 0x5678, version: 1))
        #expect(device.properties == [1])
        #expect(device.has(type: 1, code: 64) && device.has(type: 1, code: 127) && !device.has(type: 1, code: 65))
        #expect(device.has(type: 3, code: 0x35) && !device.has(type: 3, code: 0x34))
        #expect(device.axes[0x35]?.numbers == [-10, 4095, 4, 2, 16])
        #expect(device.lights == [0: 1] && device.switches == [13: 0])
    }

    @Test(arguments: [
        ("E: 0.000001 0003 0039 0045", Int64(1), UInt16(0x39), Int32(45)),
        ("E: 1.048001 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1", 1_048_001, 0x39, -1),
        ("E: 1338955459.300482 0003 0035 22496", 1_338_955_459_300_482, 0x35, 22_496),
        ("  E: 2.5 0003 002f 2147483647\r", 2_500_000, 0x2f, .max),
        ("E:0.000000\t0003\t002F\t-2147483648", 0, 0x2f, .min),
    ])
    func `an event has hexadecimal codes and a decimal value`(
        line: String, microseconds: Int64, code: UInt16, value: Int32
    ) {
        let recording = Self.read(line + "\nE: 9.000000 0000 0000 0\n")
        #expect(recording.problem == nil)
        #expect(
            recording.events.first == InputEvent(microseconds: microseconds, type: 3, code: code, value: value))
    }

    @Test(arguments: [("", 5), ("# EVEMU 1.0\n", 5), ("# EVEMU 1.1\n", 5), ("", 6), ("# EVEMU 1.3\n", 6)])
    func `an axis has five numbers in old versions and six in new ones`(header: String, count: Int) {
        let numbers = ["0", "3008", "1", "2", "10"].prefix(count - 1).joined(separator: " ")
        let recording = Self.read("\(header)A: 36 \(numbers)\n")
        #expect(recording.problem == nil)
        #expect(recording.device?.axes[0x36]?.maximum == 3008)
        #expect(recording.device?.axes[0x36]?.resolution == (count == 6 ? 10 : 0))
    }

    @Test(arguments: [
        ("# EVEMU 2.0\n", RecordingError.unsupportedVersion(line: 1, text: "2.0")),
        ("# EVEMU x\n", .unsupportedVersion(line: 1, text: "x")),
        ("# EVEMU 1.2\nA: 36 0 100 0 0\n", .missingField(line: 2, field: "the resolution")),
        ("\n\nhello\n", .unknownLine(line: 3, text: "hello")),
        ("X: 1\n", .unknownLine(line: 1, text: "X: 1")),
        ("I: 0018 0000 0000\n", .missingField(line: 1, field: "the version")),
        ("I: 0018 0000 0000 10000\n", .badNumber(line: 1, field: "the version", text: "10000")),
        ("P: 02 00\n", .missingField(line: 1, field: "a byte of the properties")),
        ("B: 01 00 100 00 00 00 00 00 00\n", .badNumber(line: 1, field: "a byte of the codes", text: "100")),
        ("A: 35 0 2147483648 0 0\n", .badNumber(line: 1, field: "the maximum", text: "2147483648")),
        ("E: 1 0003 0039 0\n", .badNumber(line: 1, field: "the time", text: "1")),
        ("E: -1.000000 0003 0039 0\n", .badNumber(line: 1, field: "the time", text: "-1.000000")),
        ("E: 1.0000000 0003 0039 0\n", .badNumber(line: 1, field: "the time", text: "1.0000000")),
        (
            "E: 9223372036854.775808 0003 0039 0\n",
            .badNumber(line: 1, field: "the time", text: "9223372036854.775808")
        ),
        ("E: 1.000000 0003 0039 0x2d\n", .badNumber(line: 1, field: "the value", text: "0x2d")),
        ("E: 1.000000 0003 0039 -\n", .badNumber(line: 1, field: "the value", text: "-")),
        // The value may have lost digits; then a frame without its end.
        ("E: 0.000001 0003 0035 12", .cutOff(line: 1)),
        ("E: 0.000001 0003 0035 12\n# the end\n", .unfinishedFrame(line: 1)),
    ])
    func `a broken line is named with its number and the reason`(text: String, problem: RecordingError) {
        #expect(Self.read(text).problem == problem)
    }

    @Test func `a newer minor version is read with a remark`() {
        let recording = Self.read("# EVEMU 1.7\nN: x\n")
        #expect(recording.problem == nil)
        #expect(recording.remarks.count == 1)
    }

    private static let frames = """
        E: 0.000001 0003 0039 0045
        E: 0.000001 0000 0000 0000
        E: 0.010000 0003 0035 1234
        E: 0.010000 0000 0000 0000

        """

    @Test func `every prefix of a recording gives the events before its end`() {
        let bytes = Array(Self.frames.utf8)
        for count in bytes.indices {
            let recording = RecordingFile(reading: Array(bytes[..<count]), as: .evemu)
            let lines = bytes[..<count].count { $0 == UInt8(ascii: "\n") }
            let endsAtLine = count == 0 || bytes[count - 1] == UInt8(ascii: "\n")
            let isWholeFrame = lines % 2 == 0 && endsAtLine
            // A truncated frame end is complete from its value's first digit on.
            let isCutFrameEnd = lines % 2 == 1 && recording.events.count == lines + 1
            #expect(recording.events.count == lines || isCutFrameEnd)
            #expect((recording.problem == nil) == (isWholeFrame || isCutFrameEnd), "\(count) bytes")
            if let problem = recording.problem {
                #expect("\(problem)".hasPrefix("line \(endsAtLine ? lines : lines + 1): "))
            }
        }
    }
}
