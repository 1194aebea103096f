import Glibc
import RecordingWriters
import SeededNumbers
import StrictJSON
import TestSupport
import Testing
import TouchDevice
import TouchRecording

/// The classification of devices: by udev itself, by the daemon, and by the commands that read recordings.
@Suite(.showsLogs) struct ClassificationTests {
    private static func file(_ device: DeviceDescription) -> String {
        Dialect.evemu.text(of: [DeviceRecording(description: device)])
    }

    private static func surface(_ change: (inout DeviceDescription) -> Void = { _ in }) -> DeviceDescription {
        var device = DeviceDescription(
            name: "made-up surface", numbers: .init(bus: 3, vendor: 0x1234, product: 0x0005, version: 1))
        device.properties = [InputCode.direct]
        device.codes[InputCode.key] = [InputCode.touch]
        device.axes = [
            InputCode.slot: Axis(minimum: 0, maximum: 9),
            InputCode.trackingID: Axis(minimum: 0, maximum: 65_535),
        ]
        for (code, most) in [(InputCode.x, Int32(4_095)), (InputCode.y, 2_559)] {
            device.axes[code] = Axis(minimum: 0, maximum: most, resolution: 16)
            device.axes[code + InputCode.positionX] = device.axes[code]
        }
        change(&device)
        device.codes[InputCode.absolute] = Set(device.axes.keys)
        return device
    }

    private static func tags(byUdevOf description: String) throws -> Set<DeviceKind.Tag> {
        let (status, output, errors) = try Program([
            Program.built("touchsim"), "--backend", "umockdev", "--description", description, "--", udevadm,
            "test-builtin", "input_id", "/sys/class/input/event20",
        ]).outcome()
        let lines = output + errors
        #expect(status == 0 && lines.contains("ID_INPUT=1"), "\(lines.suffix(5))")
        return Set(lines.filter { $0.hasSuffix("=1") }.compactMap { DeviceKind.Tag(rawValue: String($0.dropLast(2))) })
    }

    @Test(.needsUdev, .needsCorpus, arguments: Corpus.descriptions)
    func `our classification of a recorded panel agrees with udev`(path: String) throws {
        let device = try #require(RecordingFile(reading: try TemporaryFolder.bytes(of: path)).device)
        #expect(try Self.tags(byUdevOf: path) == DeviceKind(device).tags)
    }

    /// Surfaces with random keys, axes and properties, the same in every run; no joysticks, which udev's versions
    /// classify differently, and nothing on I2C, where later ones make pointing sticks of mice.
    @Test(.needsUdev, arguments: 0..<24)
    func `our classification of any capabilities agrees with udev`(number: Int) throws {
        var random = SplitMix64(seed: UInt64(number))
        func any<Element: Hashable>(_ elements: [Element]) -> Set<Element> {
            Set(elements.filter { _ in Bool.random(using: &random) })
        }
        let device = Self.surface { device in
            device.codes[InputCode.key] = any([0x100, 0x110, 0x112, 0x140, 0x145, 0x14a, 0x14b, 0x160, 30])
            if Int.random(in: 0..<4, using: &random) == 0 { device.codes[InputCode.key]?.formUnion(1...31) }
            device.codes[2] = any([0, 1, 8])
            device.properties = any([0, 1, 5])
            let spare: [UInt16] = [0, 1, 2, 0x18, 0x2e, 0x2f, 0x37]
            for code in any(spare) { device.axes[code] = Axis(minimum: 0, maximum: 9) }
            if Bool.random(using: &random) {
                for code in device.axes.keys where code < 2 { device.axes[code] = nil }
            }
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.file(device), to: "device.evemu")
        #expect(try Self.tags(byUdevOf: path) == DeviceKind(device).tags, "\(device)")
    }

    private func explanation(on line: Line) throws -> String {
        let (status, output, _) = try line.touchctl("--json", "devices", "--explain")
        #expect(status == 0)
        let answer = try JSONObject(parsing: output.joined())
        let nodes = answer["candidates"]?.arrayValue?.compactMap(\.objectValue) ?? []
        return nodes.first { $0["node"] == "/dev/input/event20" }?["why"]?.stringValue ?? ""
    }

    @Test func `a mouse that reports places is a panel with the tag and the key that the doctor prints`() throws {
        let setup = Line.Setup(
            access: "group-frontend=\n[panel till]\nmatch-id=1234:0001\nabsolute-mouse=yes",
            description: Fixtures.path(of: "field/absolute-mouse.evemu"),
            properties: ["ID_INPUT_TOUCHSCREEN=1", "ID_INPUT_MOUSE="])
        let line = try Line(setup)
        let theirs = try line.launch("/usr/bin/stdbuf", ["-oL", "/usr/bin/libinput", "debug-events"])
        _ = try theirs.output.first { $0.contains("DEVICE_ADDED") && $0.contains("cap:t ") }
        let screen = try line.present(Widgets.pattern())
        try line.draw("await-open 2")
        try line.draw(dots: "1-2-3-6")
        try screen.event("judged")
        // A compositor gets neither a pointer nor touches from libinput.
        theirs.send(SIGINT)
        _ = try theirs.end()
        #expect(try theirs.output.rest().allSatisfy { !$0.contains("POINTER_") && !$0.contains("TOUCH_") })
    }

    @Test func `without the key, the daemon says why it has no touchscreen`() throws {
        let description = Fixtures.path(of: "field/absolute-mouse.evemu")
        let tags = ["ID_INPUT_TOUCHSCREEN=1", "ID_INPUT_MOUSE="]
        let line = try Line(Line.Setup(description: description, properties: tags))
        let problem = try line.status("panels")["problem"]?.stringValue ?? ""
        #expect(problem.hasPrefix("no touchscreen on seat0 that can be read: /dev/input/event20: it is a mouse"))
    }

    /// A panel that claims a pen, as an old controller does, without other properties of one.
    private static let penLike = surface { device in
        device.properties = []
        device.codes[InputCode.key] = [0x110, InputCode.pen, InputCode.touch]
    }

    @Test func `a panel that udev classifies as a tablet is not measured, and the remedy is shown`() throws {
        let folder = try TemporaryFolder()
        let description = try folder.write(Self.file(Self.penLike), to: "pen.evemu")
        let line = try Line(Line.Setup(description: description))
        let why = try explanation(on: line)
        #expect(why.contains("udev classifies it as a pen tablet, since it has BTN_TOOL_PEN"), "\(why)")
        #expect(why.contains("61-touchd-example.hwdb"), "\(why)")
        let (status, _, errors) = try line.launch("touchctl", ["measure", "event20", "--seconds", "1"]).outcome()
        #expect(status == 3 && errors.count == 1 && errors[0].contains("is a pen tablet"), "\(errors)")
        let found = try line.touchctl("--json", "doctor").output.joined()
        #expect(found.contains("called_otherwise") && found.contains("b0003v1234p0005*"), "\(found)")
    }

    @Test(
        arguments: [
            ("libinput rejects it: minimum and maximum of ABS_X are both 0", surface { $0.axes[0]?.maximum = 0 }),
            (
                "ABS_MT_POSITION_X has a resolution but ABS_MT_POSITION_Y has none",
                surface { $0.axes[InputCode.positionY]?.resolution = 0 }
            ), ("it has ABS_X but no ABS_Y", surface { $0.axes[1] = nil }),
            ("it claims every axis there is", surface { $0.axes[0x2e] = Axis(minimum: 0, maximum: 1) }),
            ("it claims 65536 slots", surface { $0.axes[InputCode.slot]?.maximum = 65_535 }),
        ] as [(String, DeviceDescription)])
    func `a device rejected by libinput is reported with the reason, and the daemon continues`(
        words: String, device: DeviceDescription
    ) throws {
        let folder = try TemporaryFolder()
        let description = try folder.write(Self.file(device), to: "panel.evemu")
        // touchsim asks udev's builtin for the class; with every axis it has none.
        let line = try Line(Line.Setup(description: description, properties: ["ID_INPUT_TOUCHSCREEN=1"]))
        #expect(try line.devices().isEmpty)
        let why = try explanation(on: line)
        #expect(why.contains(words), "\(why)")
        #expect(try line.stopDaemon() == 0)
    }
}

private let udevadm = "/usr/bin/udevadm"

extension Trait where Self == ConditionTrait {
    fileprivate static var needsUdev: Self {
        .enabled(if: unsafe access(udevadm, X_OK) == 0, "skipped: no udevadm")
    }
}
