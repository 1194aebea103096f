import Glibc
import StrictJSON
import Testing
import TestSupport

/// Nodes that the kernel revokes while their panels stay plugged in (EVIOCREVOKE), through real libinput.
@Suite(.showsLogs) struct LostNodeTests {
    @Test func `a panel with a revoked node cancels the stroke once, and is reopened under its name`() throws {
        let line = try Line()
        let watch = try line.stream("io.touchd.device.Watch")
        let there = try #require(try watch.next()["devices"]?.arrayValue?.first?.objectValue)
        let screen = try line.present(Widgets.live())
        try line.draw("down 0 400,200")
        try screen.event("began")
        try line.draw("revoke")
        #expect(try screen.event("cancelled")["reason"] == "contact_lost")
        #expect(try watch.next()["removed"] == there["id"])
        let back = try #require(try watch.next()["added"]?.objectValue)
        #expect(back["panel"] == there["panel"] && back["node"] == there["node"])
        // The finger that stayed on the panel is ignored until it lands again.
        try line.draw("up 0")
        try line.draw(dots: "1-2-3-6")
        try screen.event("judged")
        #expect(screen.names.filter { $0 == "began" || $0 == "cancelled" } == ["began", "cancelled", "began"])
        #expect(try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"] == nil)
    }

    @Test func `the reopening waits for a finger on another panel`() throws {
        let line = try Line(Line.Setup(panels: 2, startsDaemon: false))
        let dump = try line.launch("touchd", ["--dump=json"])
        for _ in 0..<2 { _ = try dump.output.first { $0.contains(#""type":"device""#) } }
        try line.draw("down 0 100,100")
        try line.draw("panel 2 down 0 900,100")
        _ = try dump.output.first { $0.contains(#""id":2,"phase":"began""#) }
        try line.draw("revoke")
        _ = try dump.output.first { $0.contains(#""type":"removed""#) }
        try line.draw("panel 2 up 0")
        _ = try dump.output.first { $0.contains(#""node-lost""#) }
        let lines = try line.end(dump)
        let found = try DumpedContacts(lines)
        #expect(found.oddities.isEmpty && found.contacts.count == 2 && found.cancels == 1)
        #expect(lines.contains { $0.contains(#""id":2,"phase":"ended""#) })
    }

    @Test(.enabled(if: unsafe getenv("TOUCHD_GIVE_UP") != nil, "takes 13 s: make nightly"))
    func `a node that stays dead is given up with a message, and a replugged panel is read`() throws {
        let line = try Line()
        try line.draw("revoke 1000")
        _ = try #require(line.daemon).errors.first(within: 60) { $0.contains("no longer read") }
        #expect(try line.devices().isEmpty)
        let problem = try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"]?.stringValue
        #expect(problem?.contains("revoked it") == true)
        let watch = try line.watching("io.touchd.device.Watch")
        try line.draw("unplug")
        try line.draw("plug")
        #expect(try watch.next()["added"] != nil)
        #expect(try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"] == nil)
    }
}

/// Panels that udev and libinput report, and the end of the daemon's process.
@Suite(.showsLogs) struct HotplugTests {
    @Test func `without a panel the daemon serves and reports it in one line`() throws {
        let line = try Line(Line.Setup(isPlugged: false))
        #expect(try line.devices().isEmpty)
        let lines = try line.log().filter { $0.contains("no touchscreen") }
        #expect(lines.count == 1)
        let problem = try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"]?.stringValue
        #expect(problem?.contains("no touchscreen") == true)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `the daemon ends with status 0 when asked, tells its service manager and removes its socket`(signal: Int32)
        throws
    {
        let line = try Line()
        let daemon = try #require(line.daemon)
        daemon.send(signal)
        #expect(try daemon.end() == 0)
        #expect(line.notice() == "STOPPING=1")
        #expect(!TemporaryFolder.names(in: line.folder.path).contains("touchd.sock"))
    }
}

/// What kernel, driver and libinput do to touches in the field, through real libinput.
@Suite(.showsLogs) struct TrapTests {
    /// libinput distinguishes the fingers of a seat by the bits of a word, so it follows thirty-two.
    @Test func `forty fingers on two panels of a seat are reported, each once`() throws {
        let folder = try TemporaryFolder()
        let panel = try folder.write(PanelFile.tenContacts(slots: 20), to: "panel.desc")
        func events(down: Bool) throws -> String {
            let text = (0..<20).map { "slot \($0),id \(down ? $0 + 1 : -1),x \($0 * 100 + 5),y 100" }
            return try folder.write(ShortEvents.recording(text.joined(separator: "|")), to: "\(down).events")
        }
        let line = try Line(Line.Setup(description: panel, panels: 2, startsDaemon: false))
        let dump = try line.launch("touchd", ["--dump=json"])
        for _ in 0..<2 { _ = try dump.output.first { $0.contains(#""type":"device""#) } }
        for isDown in [true, false] {
            for panel in ["", "panel 2 "] { try line.draw("\(panel)play \(events(down: isDown)) speed 0") }
        }
        let found = try DumpedContacts(line.end(dump))
        #expect(found.oddities.isEmpty && found.cancels == 0 && !found.contacts.contains { !$0.isOver })
        #expect(found.contacts.count == 40)
    }

    @Test func `a finger that is down when the panel is opened is reported and ignored`() throws {
        let line = try Line(Line.Setup(startsDaemon: false))
        try line.draw("down 0 640,400")
        let dump = try line.dump()
        try line.draw("move 0 700,400")
        try line.draw("up 0")
        try line.draw("tap 100,100 hold 1")
        let found = try DumpedContacts(line.end(dump))
        #expect(found.device?["fingers_at_start"] == 1 && found.contacts.count == 1)
    }
}
