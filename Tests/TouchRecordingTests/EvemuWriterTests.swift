import RecordingWriters
import Testing
import TouchDevice
import TouchRecording

struct EvemuWriterTests {
    private static func panel() -> DeviceDescription {
        var device = DeviceDescription(
            name: "Mock Touchscreen", numbers: .init(bus: 0x18, vendor: 0x1234, product: 0x5678, version: 1))
        device.properties = [1]
        device.codes = [1: [330], 3: [0, 1, 0x2f, 0x35, 0x36, 0x39]]
        device.axes[0x35] = Axis(minimum: 0, maximum: 4095, resolution: 16)
        device.lights[0] = 1
        return device
    }

    @Test func `a description is written in the fixed order with a row for every type`() {
        let text = Dialect.evemu.text(of: [DeviceRecording(description: Self.panel())])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "# EVEMU 1.3")
        #expect(
            lines[1...3].elementsEqual([
                "N: Mock Touchscreen", "I: 0018 1234 5678 0001", "P: 02 00 00 00 00 00 00 00",
            ]))
        #expect(lines[4] == "B: 00 0b 00 00 00 00 00 00 00")
        #expect(lines.count { $0.hasPrefix("B: 01") } == 12)
        #expect(lines.count { $0.hasPrefix("B: 15") } == 2)
        #expect(lines.contains("B: 03 03 00 00 00 00 80 60 02"))
        #expect(lines.suffix(3).elementsEqual(["A: 35 0 4095 0 0 16", "L: 00 1", ""]))
    }

    @Test(arguments: [
        (
            InputEvent(microseconds: 1, type: 3, code: 0x39, value: 45),
            "E: 0.000001 0003 0039 0045\t# EV_ABS / ABS_MT_TRACKING_ID   45\n"
        ),
        (
            InputEvent(microseconds: 1_048_001, type: 3, code: 0x39, value: -1),
            "E: 1.048001 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1\n"
        ),
        (
            InputEvent(microseconds: 12_000, type: 0, code: 0, value: 0),
            "E: 0.012000 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +12ms\n"
        ),
        (
            InputEvent(microseconds: 0, type: 3, code: 0x35, value: .min),
            "E: 0.000000 0003 0035 -2147483648\t# EV_ABS / ABS_MT_POSITION_X    -2147483648\n"
        ),
    ])
    func `an event is written as evemu-record writes it`(event: InputEvent, line: String) {
        var writer = Dialect.evemu.writer
        #expect(writer.write([event], of: 0) == line)
    }
}
