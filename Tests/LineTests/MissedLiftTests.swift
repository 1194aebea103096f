import StrictJSON
import Testing

/// Fingers that lift while another program has grabbed the panel, so that no reader gets their lift.
@Suite struct MissedLiftTests {
    private static let notice = "lifted unseen"

    @Test func `its contact is cancelled, the next finger is another, and the log says why`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.live())
            try line.draw("down 1 400,200")
            try screen.event("began")
            let grabber = try line.launchGrabber()
            try line.draw("up 1")
            #expect(try screen.event("cancelled")["reason"] == "contact_lost")
            grabber.stop()
            try line.draw(dots: "1-2-3-6")
            try screen.event("result")
            #expect(screen.names.filter { $0 == "began" || $0 == "cancelled" } == ["began", "cancelled", "began"])
            let log = try line.log()
            #expect(log.count { $0.contains(Self.notice) } == 1)
            #expect(!log.contains { $0.contains("device bug") })
        }
    }

    @Test func `a finger that rests beside it stays`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let dump = try line.dump()
            try line.draw("down 1 100,100")
            try line.draw("down 2 900,100")
            _ = try dump.output.first { $0.contains(#""id":2,"phase":"began""#) }
            let grabber = try line.launchGrabber()
            try line.draw("up 2")
            _ = try dump.output.first { $0.contains(#""id":2,"phase":"cancelled""#) }
            grabber.stop()
            try line.draw("move 1 300,300")
            try line.draw("up 1")
            _ = try dump.output.first { $0.contains(#""id":1,"phase":"ended""#) }
            let found = try DumpedContacts(line.end(dump))
            #expect(found.oddities.isEmpty && found.contacts.count == 2 && found.cancels == 1)
        }
    }

    @Test func `a finger that landed unseen in its slot is ignored until it lands again`() throws {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            let dump = try line.dump()
            try line.draw("down 1 100,100")
            _ = try dump.output.first { $0.contains(#""id":1,"phase":"began""#) }
            let grabber = try line.launchGrabber()
            try line.draw("up 1")
            try line.draw("down 1 900,700")
            _ = try dump.output.first { $0.contains(#""id":1,"phase":"cancelled""#) }
            grabber.stop()
            try line.draw("move 1 500,500")
            try line.draw("up 1")
            // Its x is that of the finger before: the kernel does not repeat it.
            try line.draw("down 1 500,200")
            try line.draw("up 1")
            _ = try dump.output.first { $0.contains(#""id":2,"phase":"ended""#) }
            let lines = try line.end(dump)
            let found = try DumpedContacts(lines)
            #expect(found.oddities.isEmpty && found.contacts.count == 2 && found.cancels == 1)
            #expect(abs((found.contacts.last?.x ?? 0) - 500.0 / 1280 * 100) < 0.1, "\(found.contacts)")
            #expect(lines.count { $0.contains(Self.notice) } == 1)
        }
    }
}
