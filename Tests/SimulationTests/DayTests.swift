import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import TouchDevice
import TouchDump
import TouchInput
import TouchRecording

/// A recording and a configuration give the contacts, events and results of that day.
@Suite struct DayTests {
    private static let view = Size(width: 1_280, height: 800)

    /// - Parameter part: how much of the file there is.
    private static func devices(_ path: String, part: Double = 1) throws -> [DeviceRecording] {
        let bytes = try TemporaryFolder.bytes(of: path)
        return RecordingFile(reading: Array(bytes.prefix(Int(part * Double(bytes.count))))).devices
    }

    /// As `touchctl replay` has them.
    private static func contacts(of devices: [DeviceRecording]) -> [String] {
        let log = FrameLog()
        RecordedSeat(devices, view: { _ in PanelView(view: view) }, sink: log).play(devices)
        return log.frames.map { String(TraceLines.line(of: $0).dropLast()) }
    }

    /// What happens on a day, with these lines of a configuration.
    private static func day(
        _ devices: [DeviceRecording], _ configuration: String = "", secrets: [(user: String, dots: String)] = [],
        _ calls: JSONObject...
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try folder.write("[view]\nsize=1280x800\n\(configuration)\n", to: "given.conf")
        var lines: [String] = []
        let day = try Day(of: devices, configuration: path, secrets: secrets, calls: calls.compactMap(Day.Call.init)) {
            lines.append($0)
        }
        try day.pass()
        return lines
    }

    private static let files =
        Fixtures.names(in: "recordings").map { Fixtures.path(of: "recordings/\($0)") }
        + Corpus.files.filter { $0.hasSuffix(".evemu") }.map(Corpus.path)

    /// Fingers that are still down at its end lift in the replay alone.
    @Test(arguments: files, [1, 0.6]) func `its contacts are those of a replay, with their times`(
        path: String, part: Double
    ) throws {
        let devices = try Self.devices(path, part: part)
        let expected = Self.contacts(of: devices).filter { !$0.contains("\"cancelled\"") }
        let found = try Self.day(devices).filter { $0.contains("\"frame\"") && !$0.contains("\"cancelled\"") }
        #expect(found == expected)
        #expect(!found.isEmpty)
    }

    /// A call that shows a widget, by the name of `scene`.
    private static func present(_ widget: JSON) -> JSONObject {
        ["call": "io.touchd.scene.Present", "name": "scene", "parameters": ["widgets": [widget]]]
    }

    /// The recording of a finger that draws a pattern on the lock of the tests, beginning at a moment.
    private static func drawing(_ dots: [Int], at start: Int64) throws -> [DeviceRecording] {
        var devices = try devices(Fixtures.path(of: "panels/ten-slots.evemu"))
        let axes = try #require(devices[0].description?.axes)
        func unit(_ axis: UInt16, _ part: Double) throws -> Int32 {
            let range = try #require(axes[axis])
            return range.minimum + Int32(part * Double(range.maximum - range.minimum))
        }
        for (number, dot) in dots.enumerated() {
            let (row, column) = (dot - 1).quotientAndRemainder(dividingBy: 3)
            let x = try unit(0x35, (320 + (Double(column) + 0.5) / 3 * 640) / 1_280)
            let y = try unit(0x36, (80 + (Double(row) + 0.5) / 3 * 640) / 800)
            let events: [(UInt16, UInt16, Int32)] =
                (number == 0 ? [(3, 0x39, 1), (1, 0x14a, 1)] : []) + [(3, 0x35, x), (3, 0x36, y), (0, 0, 0)]
            devices[0].events += events.map {
                InputEvent(microseconds: start + Int64(number) * 80_000, type: $0.0, code: $0.1, value: $0.2)
            }
        }
        devices[0].events += [(3, 0x39, -1), (1, 0x14a, 0), (0, 0, 0)].map {
            InputEvent(microseconds: start + Int64(dots.count) * 80_000, type: $0.0, code: $0.1, value: $0.2)
        }
        return devices
    }

    @Test func `a lock and a secret give the same events and results each time`() throws {
        let start: Int64 = 7_000_000_000
        let devices = try Self.drawing([1, 4, 8, 5, 9], at: start)
        func pass() throws -> [String] {
            try Self.day(
                devices, secrets: [("anna", "1-4-8-5-9")], Self.present(Widgets.pattern()),
                [
                    "call": "io.touchd.unlock.Verify", "name": "unlock",
                    "parameters": ["user": "anna", "scene": "$scene.scene", "widget": "pad"],
                ])
        }
        let lines = try pass()
        #expect(lines == (try pass()))
        // It lifts after 400 ms and is answered 300 ms later.
        let answers = try lines.filter { $0.contains("\"outcome\":\"passed\"") }.map { try JSONObject(parsing: $0) }
        #expect(Set(answers.map { $0["us"]?.integerValue }) == [start + 700_000], "\(lines)")
        #expect(Set(answers.map { $0["from"]?.stringValue }) == ["unlock", "results"], "\(lines)")
    }

    @Test func `a configuration with an error is not replaced by another`() throws {
        #expect(throws: ConfigurationError.self) { try Self.day([], "rotate=12") }
    }

    @Test func `filters and pauses are those of the configuration and the calls`() throws {
        let devices = try Self.devices(Fixtures.path(of: "recordings/one-finger.evemu"))
        /// The names of events, and the reasons why touches had no effect.
        func heard(_ configuration: String = "", cleans: Bool = false) throws -> [String] {
            let cleaning: JSONObject = [
                "call": "io.touchd.manage.StartCleaning", "us": -1_000, "parameters": ["durationUSec": 60_000_000],
            ]
            let lines = try Self.day(devices, configuration, Self.present(Widgets.button), cleans ? cleaning : [:])
            return try lines.flatMap { line in
                let reply = try JSONObject(parsing: line)["reply"]?.objectValue
                let landings = reply?["landings"]?.arrayValue?.compactMap(\.objectValue) ?? []
                return ([reply?["event"]?.objectValue?["name"]] + landings.map { $0["reason"] }).compactMap {
                    $0?.stringValue
                }
            }
        }
        #expect(try heard() == ["began", "pressed", "began", "pressed"])
        let dead = "[panel one]\nmatch-name=Rowan Resistive 4W\ndead-zones=0:0:100:100"
        #expect(try heard(dead) == ["dead_zone", "dead_zone"])
        #expect(try heard(cleans: true) == ["cleaning", "cleaning"])
    }
}
