import StrictJSON
import Testing
import TouchCore
import TouchDevice
import TouchInput

@testable import TouchDump

struct DumpLayoutTests {
    private static var device: Device {
        Device(
            id: DeviceID(3), name: "Kiosk \"15\" panel", node: "/dev/input/event5", sysname: "event5",
            numbers: .init(bus: 0x18, vendor: 0x04f3, product: 0xa, version: 0x111), phys: "i2c-1", uniq: "",
            origin: Origin(
                provenance: .physical, path: "/devices/platform/i2c/event5", bus: "i2c", remarks: ["odd"]),
            size: PanelSize(width: 255.9375, height: 143.9375),
            x: Axis(minimum: 0, maximum: 4095, resolution: 16, fuzz: 4), y: Axis(minimum: -5, maximum: 2298),
            slots: 10, fingersAtStart: 1, calibration: Transform(0, -1, 1, 1, 0, 0), seat: "seat0",
            properties: [.init(name: "ID_INPUT", value: "1"), .init(name: "ID_PATH", value: "platform-i2c")])
    }

    private static var frame: Frame {
        Frame(
            device: DeviceID(3), time: Instant(microseconds: 1_852_699_858), provenance: .physical,
            contacts: [
                Contact(
                    id: ContactID(7), phase: .began, position: Point(x: 31.59, y: 100),
                    millimeters: Millimeters(x: 80.5, y: 0)),
                Contact(id: ContactID(6), phase: .cancelled, position: .zero),
            ])
    }

    @Test(arguments: [
        "node        /dev/input/event5", "bus         0x0018 (I2C, according to the driver)",
        "ids         vendor 0x04f3 product 0x000a version 0x0111", "phys        i2c-1", "uniq        -",
        "provenance  physical, on i2c", "            odd", "sysfs       /sys/devices/platform/i2c/event5",
        "fingers     10 slots", "x axis      0…4095, 16 units/mm, fuzz 4", "y axis      -5…2298, no resolution, fuzz 0",
        "size        255.9 × 143.9 mm", "calibration 0.0000 -1.0000 1.0000 1.0000 0.0000 0.0000", "seat        seat0",
        "udev        ID_INPUT=1", "            ID_PATH=platform-i2c",
        "held        1 held at start, ignored until they land again",
    ])
    func `the text form has what a technician needs`(line: String) {
        let lines = TextLayout().device(Self.device).split(separator: "\n")
        #expect(lines.contains { $0 == "  " + line })
    }

    /// Names that try to begin a line, to control a terminal, or to end a string.
    static let hostile = [
        "a\nb", "a\r\nx  fingers", "a\u{1b}]0;b\u{7}c", "a\u{9b}31mb", "a\u{202e}b", "a\u{2028}b",
        "a\"\u{301}, \"x\": 1, \"", "a\\", "a'",
    ]

    @Test(arguments: hostile) func `no name changes another line than its own`(name: String) throws {
        var device = Self.device
        (device.name, device.phys, device.uniq) = (name, name, name)
        device.properties = [.init(name: "ID_PATH", value: name)]
        var recording = DeviceRecording(node: device.node, udev: device.properties, events: [])
        var description = DeviceDescription(name: name)
        description.axes = [0: device.x, 1: device.y]
        recording.description = description
        func texts(_ device: Device, _ recording: DeviceRecording) -> [String] {
            let layout = TextLayout()
            return [layout.device(device), layout.removal(of: device), TouchStatistics().text(of: device.name)]
                + DumpFormat.allCases.filter { $0.name != "json" }.map { $0.text(of: [recording]) }
        }
        var (harmless, plain) = (device, recording)
        (harmless.name, harmless.phys, harmless.uniq, harmless.properties[0].value) = ("a", "a", "a", "a")
        description.name = "a"
        (plain.description, plain.udev) = (description, harmless.properties)
        for (text, expected) in zip(texts(device, recording), texts(harmless, plain)) {
            let controls = text.unicodeScalars.filter { $0.isControl && $0 != "\n" && $0 != "\t" }
            #expect(controls.isEmpty, "\(text)")
            #expect(text.unicodeScalars.count { $0 == "\n" } == expected.unicodeScalars.count { $0 == "\n" }, "\(text)")
        }
        let read = try JSONObject(parsing: String(JSONLayout().device(device).dropLast()))
        #expect(read["name"] == .string(name))
    }

    @Test func `a single-touch panel without size is reported as such`() {
        var device = Self.device
        (device.slots, device.size) = (nil, nil)
        let text = TextLayout().device(device)
        #expect(text.contains("fingers     single touch\n"))
        #expect(text.contains("size        unknown: the driver reports no resolution\n"))
    }

    @Test func `a size that no panel has is shown as a claim`() {
        var device = Self.device
        device.size = nil
        (device.x, device.y) = (
            Axis(minimum: 0, maximum: 32_767, resolution: 1), Axis(minimum: 0, maximum: 900, resolution: 20)
        )
        let text = TextLayout().device(device)
        #expect(text.contains("size        claims 32767.0 × 45.0 mm, not believed\n"), "\(text)")
    }

    @Test func `the text form has a line for each contact of a frame`() {
        #expect(
            TextLayout().frame(Self.frame, of: Self.device, isOver: false) { _ in nil } == """
                  1852.699858 s  event5  #7    began         31.59   100.00 %    80.50     0.00 mm
                  1852.699858 s  event5  #6    cancelled      0.00     0.00 %

                """)
    }

    @Test func `the JSON form of a device is one line that reads back`() throws {
        let text = JSONLayout().device(Self.device)
        #expect(text.hasSuffix("}\n") && text.dropLast().allSatisfy { !$0.isNewline })
        let json = try JSONObject(parsing: text)
        let expected = try JSONObject(
            parsing: Array(
                #"""
                {"type":"device","device":3,"name":"Kiosk \"15\" panel","node":"/dev/input/event5","sysname":"event5",
                "bus":24,"vendor":1267,"product":10,"version":273,"phys":"i2c-1","uniq":"","provenance":"physical",
                "on_bus":"i2c","sysfs":"/sys/devices/platform/i2c/event5","remarks":["odd"],"slots":10,
                "x":{"minimum":0,"maximum":4095,"resolution":16,"fuzz":4},
                "y":{"minimum":-5,"maximum":2298,"resolution":0,"fuzz":0},"width_mm":255.9375,"height_mm":143.9375,
                "calibration":[0.0,-1.0,1.0,1.0,0.0,0.0],"seat":"seat0","fingers_at_start":1,
                "udev":{"ID_INPUT":"1","ID_PATH":"platform-i2c"}}
                """#.utf8))
        #expect(json == expected)
    }

    @Test func `the JSON form of a frame is one line with all its contacts`() {
        #expect(
            JSONLayout().frame(Self.frame, of: Self.device, isOver: false) { _ in nil }
                == #"{"type":"frame","device":3,"time_us":1852699858,"provenance":"physical","contacts":["#
                + #"{"id":7,"phase":"began","x":31.59,"y":100.0,"x_mm":80.5,"y_mm":0.0},"#
                + #"{"id":6,"phase":"cancelled","x":0.0,"y":0.0}]}"# + "\n")
    }

    @Test func `an ignored landing has its reason, and its place if that is known`() {
        let (place, time) = (UnitPoint(x: 0.25, y: 0.5), Instant(microseconds: 1_500_000))
        let text = TextLayout()
        #expect(
            text.unheard(.palm, at: place, of: Self.device, time: time)
                == "     1.500000 s  event5  -     ignored       25.00    50.00 %  palm: it looked like a palm\n")
        #expect(
            text.unheard(.lost, at: .unknown, of: Self.device, time: time).hasSuffix(
                "ignored      lost: the kernel dropped reports\n"))
        let json = JSONLayout().unheard(.jump, at: place, of: Self.device, time: time)
        #expect(json == #"{"type":"ignored","device":3,"time_us":1500000,"reason":"jump","x":25.0,"y":50.0}"# + "\n")
    }

    @Test(arguments: [
        (0.0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.006, 2, "-0.01"), (99.999, 2, "100.00"), (12.5, 0, "13"),
        (0.05, 1, "0.1"), (1e300, 2, "-"), (.nan, 2, "-"), (.infinity, 1, "-"),
    ])
    func `numbers of the text form are rounded to their digits`(value: Double, digits: Int, text: String) {
        #expect(TextLayout.fixed(value, digits) == text)
    }

    @Test func `notices of low severity are not printed`() {
        var said: [String] = []
        let printer = DumpPrinter(layout: TextLayout(), output: { _ in }, errors: { said.append($0) })
        printer.notice(Notice(.ignoredDevice, .debug, text: "d"))
        printer.notice(Notice(.noTouchDevice, .warning, text: "w"))
        #expect(said == ["w"])
    }
}
