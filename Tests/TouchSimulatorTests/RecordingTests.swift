import RecordingWriters
import System
import Testing
import TouchCore
import TouchDevice
import TouchRecording

@testable import TouchSimulator

@Suite struct RecordingTests {
    static func file(_ text: String) -> RecordingFile { RecordingFile(reading: Array(text.utf8), as: .evemu) }

    static func recording(_ text: String) throws(PanelError) -> DeviceRecording {
        try file(text).playable(from: "test")
    }

    static let tap = """
        E: 10.000001 0003 0039 0045
        E: 10.000001 0003 0035 0100
        E: 10.000002 0000 0000 0000
        E: 10.020001 0003 0039 -001
        E: 10.020001 0000 0000 0000

        """

    @Test(arguments: ["E: 10.03 0003 0035 0001\n", "E: 10.03 0003 00"])
    func `a truncated recording keeps its complete frames`(rest: String) throws {
        let file = Self.file(Self.tap + rest)
        #expect(try file.isCut && file.playable(from: "test").events.count == 5)
    }

    @Test func `on a panel with other axes every position lies at the same fraction of the axis`() throws {
        let text = "N: x\nA: 35 100 1100 0 0 0\nA: 36 0 500 0 0 0\n" + Self.tap
        let recording = try Self.recording(text)
        #expect(words(recording.fitted(to: .touchsim)) == ["id 45, mx 0, report", "id -1, report"])
        let same = DeviceDescription(
            panel: "same", DeviceDescription.touchsim.numbers, x: Axis(minimum: 100, maximum: 1_100),
            y: Axis(minimum: 0, maximum: 500), slots: 1)
        #expect(recording.fitted(to: same) == recording)
        // A file without a panel has no axes.
        #expect(words(try Self.recording(Self.tap).fitted(to: .touchsim)).first == "id 45, mx 100, report")
    }

    private func words(_ recording: DeviceRecording) -> [String] { recording.frames.map { text($0) } }

    @Test func `a missing file is named`() {
        #expect(throws: PanelError.failed(SystemError(call: "open /proc/nonexistent", code: 2))) {
            try RecordingFile(path: "/proc/nonexistent")
        }
    }
}
