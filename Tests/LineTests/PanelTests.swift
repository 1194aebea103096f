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
        #expect(try line.status("panels")["problem"] == nil)
    }
}

/// Panels that udev and libinput report, and the end of the daemon's process.
@Suite(.showsLogs) struct HotplugTests {
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
}
