import Glibc
import StrictJSON
import TestSupport
import Testing

/// Nodes that the kernel revokes while their panels stay plugged in (EVIOCREVOKE), through real libinput.
@Suite struct LostNodeTests {
    @Test func `a panel with a revoked node cancels the stroke once, and is reopened under its name`() throws {
        try withLine { line in
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
    }

    @Test func `the reopening waits for a finger on another panel`() throws {
        try withLine(Line.Setup(panels: 2, startsDaemon: false)) { line in
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
    }

    @Test(.enabled(if: unsafe getenv("TOUCHD_GIVE_UP") != nil, "takes 13 s: make nightly"))
    func `a node that stays dead is given up with a message, and a replugged panel is read`() throws {
        try withLine { line in
            try line.draw("revoke 1000")
            _ = try #require(line.daemon).errors.first(within: 60) { $0.contains("no longer read") }
            #expect(try line.devices().isEmpty)
            let problem = try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"]?.stringValue
            #expect(problem?.contains("revoked it") == true)
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            try line.draw("unplug")
            try line.draw("plug")
            #expect(try watch.next()["added"] != nil)
            #expect(try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"] == nil)
        }
    }
}
