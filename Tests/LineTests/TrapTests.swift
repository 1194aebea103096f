import Glibc
import StrictJSON
import Testing
import TestSupport

/// What kernel, driver and libinput do to touches in the field, through real libinput.
@Suite struct TrapTests {
    /// libinput distinguishes the fingers of a seat by the bits of a word, so it follows thirty-two.
    @Test func `forty fingers on two panels of a seat are reported, each once`() throws {
        let folder = try TemporaryFolder()
        let panel = try folder.write(PanelFile.tenContacts(slots: 20), to: "panel.desc")
        func events(down: Bool) throws -> String {
            let text = (0..<20).map { "slot \($0),id \(down ? $0 + 1 : -1),x \($0 * 100 + 5),y 100" }
            return try folder.write(ShortEvents.recording(text.joined(separator: "|")), to: "\(down).events")
        }
        try withLine(Line.Setup(description: panel, panels: 2, startsDaemon: false)) { line in
            let dump = try line.launch("touchd", ["--dump=json"])
            for _ in 0..<2 { _ = try dump.output.first { $0.contains(#""type":"device""#) } }
            for isDown in [true, false] {
                for panel in ["", "panel 2 "] { try line.draw("\(panel)play \(events(down: isDown)) speed 0") }
            }
            let found = try DumpedContacts(line.end(dump))
            #expect(found.oddities.isEmpty && found.cancels == 0 && !found.contacts.contains { !$0.isOver })
            #expect(found.contacts.count == 40)
        }
    }

    @Test func `a finger that is down when the panel is opened is reported and ignored`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            try line.draw("down 0 640,400")
            let dump = try line.dump()
            try line.draw("move 0 700,400")
            try line.draw("up 0")
            try line.draw("tap 100,100 hold 1")
            let found = try DumpedContacts(line.end(dump))
            #expect(found.device?["fingers_at_start"] == 1 && found.contacts.count == 1)
        }
    }
}
