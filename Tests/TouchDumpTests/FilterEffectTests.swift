import TestSupport
import Testing
import TouchCore
import TouchDevice
import TouchInput
import TouchRecording

@testable import TouchDump

/// What a configuration means for a dump: size and speed count, filters would do something, a refusal and errors are reported.
struct FilterEffectTests {
    /// A landing at the edge, one of 20 ms, and a finger that moves and loses contact for 20 ms.
    private static let events = ShortEvents.recording(
        "slot 0, id 1, x 16, y 1000 | id -1 | id 2, x 2000 | id -1 | id 3, x 3000 | | x 3160 | id -1 | id 4, x 3170 | | | id -1"
    )

    /// Notices that a dump prints.
    private final class Notices: SeatSink {
        var texts: [String] = []
        func deviceAdded(_ device: Device) {}
        func deviceRemoved(_ id: DeviceID) {}
        func frame(_ frame: borrowing Frame) {}
        func notice(_ notice: Notice) { texts.append(notice.text) }
    }

    private static func panel(
        _ configuration: String, last: String? = nil, recording: String = PanelFile.tenContacts() + events,
        notices: Notices = Notices()
    ) throws -> (device: Device, statistics: TouchStatistics) {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "touchd.conf")
        let text = configuration.replacing("FOLDER", with: folder.path)
        if !configuration.isEmpty { try folder.write(text, to: "touchd.conf") }
        if let last { try folder.write(last, to: "configuration.good") }
        let collector = TouchCollector(next: notices, settings: ConfiguredPanels(path: path))
        let file = RecordingFile(reading: Array(recording.utf8))
        RecordedSeat(file.devices, view: collector.view, sink: collector).play(file.devices) { collector.end() }
        return try #require(collector.panels.first)
    }

    private static let named = "[panel till]\nmatch-name=panel with 10 slots\n"

    @Test func `a jump is what the configuration says`() throws {
        let recording =
            PanelFile.tenContacts() + ShortEvents.recording("slot 0, id 1, x 16, y 1000 | x 1000 | x 2000 | id -1")
        let fast = try Self.panel(Self.named, recording: recording).statistics
        #expect(fast.contacts == 1 && fast.ignored.isEmpty)
        let slow = try Self.panel(Self.named + "max-speed=1\n", recording: recording).statistics
        #expect(slow.contacts == 3 && slow.ignored == [.jump: 2])
        #expect(slow.verdict.first?.hasPrefix("2 jumps faster than a finger") == true, "\(slow.verdict)")
    }

    @Test func `a panel has the size of the configuration, and without one the doctor's line`() throws {
        let section = "[panel till]\nmatch-name=panel without resolution\n"
        let recording = PanelFile.withoutResolution + Self.events
        let unknown = try Self.panel(section, recording: recording)
        #expect(unknown.device.size == nil)
        #expect(unknown.statistics.verdict == ["unknown size: touchctl doctor has the line that sets it"])
        let known = try Self.panel(section + "size=256x160\n", recording: recording)
        #expect(TextLayout().device(known.device).contains("size        256.0 × 160.0 mm\n"))
        #expect(known.statistics.verdict == ["healthy"])
    }

    @Test func `a panel that touchd does not read is named as such`() throws {
        let notices = Notices()
        let unused = try Self.panel(Self.named + "use=no\n", notices: notices).statistics
        #expect(unused.contacts == 4 && unused.verdict == ["not read by touchd: use=no in [panel till]", "healthy"])
        #expect(notices.texts == ["/dev/input/event0 is not read by touchd: use=no in [panel till]"])
        let mouse = String(
            decoding: try TemporaryFolder.bytes(of: Fixtures.path(of: "field/absolute-mouse.evemu")), as: UTF8.self)
        #expect(try Self.panel("[view]\n", recording: mouse).statistics.refusal?.hasPrefix("it is a mouse") == true)
        #expect(try Self.panel("[panel till]\nabsolute-mouse=yes\n", recording: mouse).statistics.refusal == nil)
    }

    @Test func `an invalid file is named, with the configuration that counts instead`() throws {
        let configuration = "[touchd]\nstate-directory=FOLDER\n" + Self.named + "edge-zone=bogus\n"
        let last = try Self.panel(configuration, last: Self.named + "edge-zone=5\n").statistics
        let source = try #require(last.filters?.source)
        #expect(source.contains("touchd.conf:5: [panel till] edge-zone=bogus: invalid value"), "\(source)")
        #expect(source.hasSuffix("; the last configuration that worked counts: [panel till]"), "\(source)")
        #expect(last.filters?.removals == 1)
        let none = try #require(try Self.panel(configuration).statistics.filters?.source)
        #expect(none.hasPrefix("defaults, which filter nothing: ") && none.contains("edge-zone=bogus"), "\(none)")
        let folder = try TemporaryFolder()
        let problem = ConfiguredPanels(path: try folder.write("[view]\nrotate=1\n", to: "touchd.conf")).problem
        #expect(problem?.hasSuffix("; no earlier configuration can be read, so the defaults count") == true)
    }

    @Test func `what each filter would remove and change is in the summary`() throws {
        let (device, statistics) = try Self.panel(
            """
            [panel till]
            match-name=panel with 10 slots
            edge-zone=5
            min-life=30ms
            debounce=60ms
            smooth-cutoff=1

            """)
        #expect(
            statistics.text(of: "p").contains(
                "  filters     [panel till]: edge-zone= 1, min-life= 1, debounce= 1 of 4 contacts; "
                    + "smooth-cutoff= 1 of 1 movements\n"))
        #expect(statistics.verdict == ["the configured filters would remove or join 3 of 4 contacts"])
        #expect(
            JSONLayout.summary(statistics, of: device).contains(
                #""filters":{"source":"[panel till]","removed":{"bounce":1,"edge_zone":1,"ghost":1},"movements":1,"changed":1}"#
            ))
    }

    @Test(arguments: [
        ("", "defaults, which filter nothing: "), ("[view]\nrotate=90\n", "none: no [panel] section matches"),
        ("[panel till]\nrotate=90\n", "none in [panel till]"),
    ])
    func `without filters the summary says why`(configuration: String, beginning: String) throws {
        let statistics = try Self.panel(configuration).statistics
        #expect(statistics.text(of: "p").contains("  filters     " + beginning))
        #expect(statistics.verdict == ["healthy"])
    }
}
