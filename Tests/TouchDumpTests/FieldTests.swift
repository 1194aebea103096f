import TestSupport
import Testing
import TouchCore
import TouchDevice
import TouchInput
import TouchRecording

@testable import TouchDump

/// Panels as people have them: what a short recording of each kind comes to.
struct FieldTests {
    /// Landings and ends, in percent of the view.
    private final class Ends: SeatSink {
        var story: [String] = []
        func deviceAdded(_ device: Device) {}
        func deviceRemoved(_ id: DeviceID) {}
        func notice(_ notice: Notice) {}
        func frame(_ frame: borrowing Frame) {
            for contact in frame.contacts where contact.phase != .moved {
                let place = contact.position
                story.append(
                    "\(contact.id.number)\(contact.phase.word.prefix(1)) \(Int(place.x.rounded())),\(Int(place.y.rounded()))"
                )
            }
        }
    }

    /// A recording, its contacts, and a part of the verdict.
    static let cases = [
        ("nine-numbers.evemu", ["1b 90,10", "1e 90,10", "2b 10,90", "2e 10,90"], "unknown size"),
        ("thirty-meters.evemu", ["1b 3,27", "1e 67,27"], "unknown size"),
        ("id-stays.evemu", ["1b 17,29", "1e 17,29", "2b 76,29", "2e 76,29"], "unknown size"),
        ("reports-end-with-1.evemu", ["1b 22,18", "2b 66,14", "1e 22,20", "2e 66,15"], "unknown size"),
        ("pressed-and-released.evemu", [], "12 pressed and released in one report"),
        ("absolute-mouse.evemu", ["1b 46,51", "1e 46,51", "2b 7,20", "2e 18,20"], "unknown size"),
        (
            "five-for-one.evemu",
            [
                "1b 11,55", "2b 31,55", "3b 50,55", "4b 70,55", "5b 89,55", "1e 11,55", "2e 31,55", "3e 50,55",
                "4e 70,55", "5e 89,55",
            ],
            "one finger with several contacts?"
        ),
        ("no-button.evemu", ["1b 15,21", "2b 44,42", "1e 15,22", "2e 44,42"], "unknown size"),
        ("report-sync.evtest", ["1b 80,47", "1e 80,47"], "unknown size"),
        ("config-sync.evtest", ["1b 68,59", "2b 29,33", "2e 29,33", "1e 69,59"], "unknown size"),
        ("ev-syn.evtest", ["1b 24,30", "1c 29,30"], "unknown size"),
    ]

    @Test(arguments: cases)
    func `a panel of the field has its contacts and its verdict`(name: String, story: [String], verdict: String) throws
    {
        let file = RecordingFile(reading: try TemporaryFolder.bytes(of: Fixtures.path(of: "field/\(name)")))
        #expect(file.problem == nil)
        let ends = Ends()
        let collector = TouchCollector(next: ends)
        let view = PanelView(view: Size(width: 100, height: 100))
        RecordedSeat(file.devices, view: { _ in view }, sink: collector).play(file.devices) { collector.end() }
        #expect(ends.story == story)
        let statistics = try #require(collector.panels.first).statistics
        #expect(statistics.verdict.contains { $0.contains(verdict) }, "\(statistics.verdict)")
        #expect(statistics.leftDown == (name == "ev-syn.evtest" ? 1 : 0))
    }

    @Test func `every recording of the folder is one of them`() {
        #expect(Fixtures.names(in: "field") == Self.cases.map(\.0).sorted())
    }

    private static func frame(_ time: Int64, _ phase: Phase) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: time), provenance: .virtual,
            contacts: [Contact(id: ContactID(1), phase: phase, position: .zero)])
    }

    @Test func `what a reader did is not the panel's fault, nor is what was down at the end`() {
        var statistics = TouchStatistics()
        statistics.record(Self.frame(0, .began))
        statistics.noteMissedLift()
        statistics.record(Self.frame(9, .cancelled))
        statistics.record(Self.frame(20, .began))
        statistics.end(at: Instant(microseconds: 2_000_020), isGrabbed: false)
        statistics.record(Self.frame(30, .cancelled))
        #expect(statistics.cancelled == 1 && statistics.leftDown == 1 && statistics.frames == 3)
        #expect(statistics.verdict.contains("1 cancelled by a reader, not by the panel"))
        #expect(!statistics.verdict.contains { $0.contains("by the panel or the driver") })
        #expect(statistics.silence == .seconds(2))
        statistics.isStuck = true
        #expect(statistics.verdict.contains { $0.hasPrefix("contacts never end") })
        var grabbed = TouchStatistics()
        grabbed.end(at: nil, isGrabbed: true)
        #expect(grabbed.verdict == ["no contacts: another program has grabbed the panel"])
    }

    @Test func `a finger down at the end is so in every form`() throws {
        let file = RecordingFile(reading: try TemporaryFolder.bytes(of: Fixtures.path(of: "field/ev-syn.evtest")))
        let text = DumpFormat.text.text(of: file.devices)
        #expect(text.contains("down at the end") && !text.contains("cancelled") && !text.contains("is gone"), "\(text)")
        var lines: [String] = []
        let printer = DumpPrinter(layout: JSONLayout(), output: { lines.append($0) }, errors: { _ in })
        let collector = TouchCollector(next: printer, isTracing: true)
        RecordedSeat(file.devices, view: collector.view, sink: collector).play(file.devices) {
            printer.end()
            collector.end()
        }
        let words = lines.joined() + (collector.trace?.text ?? "")
        #expect(words.contains("began") && !words.contains("cancelled") && !words.contains("removed"), "\(words)")
    }

    @Test func `a map shows where places were reported, and where never`() {
        var statistics = TouchStatistics()
        for (time, place) in [(0, UnitPoint(x: 0, y: 0)), (1, UnitPoint(x: 0.99, y: 0.05)), (2, UnitPoint(x: 1, y: 1))]
        {
            var frame = Self.frame(Int64(time), time == 0 ? .began : .moved)
            frame.contacts[0].place = place
            statistics.record(frame)
        }
        let empty = Array(repeating: ".", count: 16).joined(separator: " ")
        #expect(statistics.map[0] == "9" + empty.dropFirst().dropLast() + "9")
        #expect(statistics.map[1..<9].allSatisfy { $0 == empty } && statistics.map[9] == empty.dropLast() + "9")
    }
}
