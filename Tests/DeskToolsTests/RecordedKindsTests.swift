import Arguments
import TestSupport
import Testing

@testable import DeskTools

/// Messages about recordings of devices that are not touchscreens.
@Suite struct RecordedKindsTests {
    /// A recording of one finger, or the description of that device.
    private static func recording(keys: String, properties: String = "00", axes: Bool = true) -> String {
        let bits = axes ? "B: 03 03 00 00 00 00 00 00 00\nA: 00 0 1000 0 0 10\nA: 01 0 1000 0 0 10\n" : ""
        return """
            # EVEMU 1.3
            N: a device
            I: 0003 1234 0001 0100
            P: \(properties) 00 00 00 00 00 00 00
            \(keys)
            \(bits)E: 0.000001 0003 0000 0100
            E: 0.000001 0003 0001 0100
            E: 0.000001 0001 014a 0001
            E: 0.000001 0000 0000 0000
            E: 0.100001 0001 014a 0000
            E: 0.100001 0000 0000 0000

            """
    }

    /// Keys from BTN_TOOL_PEN (0x140) on: byte 40 of the bitmap.
    private static func high(_ first: String, _ second: String) -> String {
        (0..<5).map { _ in "B: 01 00 00 00 00 00 00 00 00\n" }.joined() + "B: 01 \(first) \(second) 00 00 00 00 00 00"
    }

    private static let panel = recording(keys: high("00", "04"), properties: "02")
    private static let pen = recording(keys: high("01", "04"))
    private static let touchpad = recording(keys: high("20", "04"))
    private static let keyboard = recording(keys: "B: 01 fe ff ff ff 00 00 00 00", axes: false)

    private static func run(
        _ command: String, _ text: String, _ rest: [String] = []
    ) throws -> ToolsRun {
        let folder = try TemporaryFolder()
        let path = folder.path + "/r.evemu"
        try File.write(Array(text.utf8), to: path)
        let options = command == "plot" ? ["-o", folder.path + "/r.png"] : []
        return ToolsRun([command, path] + options + rest)
    }

    @Test(arguments: [
        ("absolute-mouse", "absolute-mouse=yes", "2 contacts"),
        ("no-button", "see 61-touchd-example.hwdb", "2 contacts"),
    ])
    func `a recording of a panel that udev does not know is measured, and said to be one`(
        name: String, hint: String, figures: String
    ) throws {
        let run = try Self.run("measure", Fixtures.text(of: "field/\(name).evemu"))
        #expect(run.status == .passed && run.output.contains(figures), "\(run.output)")
        #expect(run.complaints.count == 1 && run.complaints[0].contains(hint), "\(run.complaints)")
    }

    @Test(arguments: ["measure", "replay", "plot"])
    func `a recording of a touchscreen causes no message`(command: String) throws {
        let run = try Self.run(command, Self.panel)
        #expect(run.status == .passed && run.complaints.isEmpty, "\(run.complaints)")
    }

    @Test(arguments: [
        (pen, "a device is a pen tablet, since it has BTN_TOOL_PEN"),
        (touchpad, "a device is a touchpad, since it has BTN_TOOL_FINGER without INPUT_PROP_DIRECT"),
    ])
    func `a device with positions that is not a touchscreen is not measured, and replayed with a warning`(
        text: String, words: String
    ) throws {
        let measured = try Self.run("measure", text)
        #expect(measured.status == .couldNotRun && measured.complaints.count == 1)
        #expect(measured.complaints.first?.contains(words) == true, "\(measured.complaints)")
        for command in ["replay", "plot"] {
            let run = try Self.run(command, text)
            #expect(run.status == .passed && run.complaints.count == 1)
            #expect(run.complaints.first?.contains(words) == true, "\(run.complaints)")
        }
    }

    @Test(arguments: ["measure", "replay", "plot"])
    func `a keyboard has no fingers to show`(command: String) throws {
        let run = try Self.run(command, Self.keyboard)
        #expect(run.status == .couldNotRun && run.output.isEmpty && run.complaints.count == 1)
        #expect(run.complaints.first?.contains("a device is a keyboard") == true, "\(run.complaints)")
    }

    @Test func `a byte order mark before a scene is ignored`() throws {
        let folder = try TemporaryFolder()
        let scene = folder.path + "/s.jsonl"
        try File.write(Array("\u{feff}{\"trace\":1,\"about\":\"nothing\",\"view\":[500,500]}\n".utf8), to: scene)
        let run = try Self.run("replay", Self.panel, ["--scene", scene])
        #expect(run.status == .passed && run.complaints.isEmpty && run.output.contains("\"view\":[500"))
    }
}
