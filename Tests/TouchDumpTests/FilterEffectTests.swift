import TestSupport
import Testing
import TouchCore
import TouchDevice
import TouchInput
import TouchRecording

@testable import TouchDump

/// What the filters of a configuration would do to the contacts of a dump.
struct FilterEffectTests {
    /// A landing at the edge, one of 20 ms, and a finger that moves and loses contact for 20 ms.
    private static let events = ShortEvents.recording(
        "slot 0, id 1, x 16, y 1000 | id -1 | id 2, x 2000 | id -1 | id 3, x 3000 | | x 3160 | id -1 | id 4, x 3170 | | | id -1"
    )

    private static func panel(_ configuration: String) throws -> (device: Device, statistics: TouchStatistics) {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "touchd.conf")
        if !configuration.isEmpty { try folder.write(configuration, to: "touchd.conf") }
        let collector = TouchCollector(filters: ConfiguredFilters(path: path))
        let file = RecordingFile(reading: Array((PanelFile.tenContacts() + events).utf8))
        let view = PanelView(view: Size(width: 100, height: 100))
        RecordedSeat(file.devices, view: { _ in view }, sink: collector).play(file.devices) { collector.end() }
        return try #require(collector.panels.first)
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
