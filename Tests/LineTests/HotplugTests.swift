import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// Panels that come and go, and the end of the daemon, while fingers are down.
@Suite struct HotplugTests {
    @Test func `unplugging the panel cancels the stroke`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.live())
            try line.draw("down 0 400,200")
            try line.draw("move 0 640,400")
            try screen.event("began")
            try line.draw("unplug")
            #expect(try screen.event("cancelled")["reason"] == "contact_lost")
        }
    }

    @Test func `a watcher is notified of the present panel, its removal and its return`() throws {
        try withLine { line in
            let watch = try line.stream("io.touchd.device.Watch")
            let there = try watch.next()["devices"]?.arrayValue?.compactMap(\.objectValue) ?? []
            let id = try #require(there.first?["id"]?.integerValue)
            try line.draw("unplug")
            #expect(try watch.next() == ["removed": .integer(id)])
            try line.draw("plug")
            let added = try #require(try watch.next()["added"]?.objectValue)
            #expect(try #require(added["id"]?.integerValue) > id)
        }
    }

    @Test func `the stroke is cancelled before the panel is gone`() throws {
        try withLine { line in
            // Two connections are not ordered; the dump is one stream from the same seat.
            let dump = try line.dump()
            try line.draw("down 0 400,200")
            try line.draw("unplug")
            _ = try dump.output.first { $0.contains("removed") }
            let lines = try line.end(dump)
            let cancelled = try #require(lines.firstIndex { $0.contains("cancelled") })
            let removed = try #require(lines.firstIndex { $0.contains("removed") })
            #expect(cancelled < removed)
        }
    }

    @Test func `a replugged panel works`() throws {
        try withLine { line in
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            let screen = try line.present(Widgets.pattern())
            try line.draw("unplug")
            _ = try watch.next()
            try line.draw("plug")
            _ = try watch.next()
            try line.draw(dots: "1-2-3-6")
            #expect(try screen.event("result", "cancelled")["name"] == "result")
        }
    }

    /// How often a panel is replugged: `make nightly` asks for a thousand.
    static let isNightly = unsafe getenv("TOUCHD_CYCLES") != nil
    private static let cycles = unsafe getenv("TOUCHD_CYCLES").flatMap { unsafe Int(String(cString: $0)) } ?? 100

    @Test func `a panel that is replugged often leaves nothing behind, and keeps its name`() throws {
        try withLine { line in
            let daemon = try #require(line.daemon).process
            let watch = try line.stream("io.touchd.device.Watch")
            let name = try watch.next()["devices"]?.arrayValue?.first?.objectValue?["panel"]
            // Every 15 s the daemon sends a keep-alive.
            func change() throws -> JSONObject { try watch.replies.first { $0["alive"] == nil } }
            func cycle(_ times: Int) throws {
                for _ in 0..<times {
                    try line.draw("unplug")
                    #expect(try change()["removed"] != nil)
                    try line.draw("plug")
                    #expect(try change()["added"]?.objectValue?["panel"] == name)
                }
            }
            // Memory allocated once is there after a tenth.
            try cycle(max(10, Self.cycles / 10))
            let before = try Footprint(of: daemon)
            try cycle(Self.cycles)
            // The daemon may still be reading about the last panel.
            var after = before
            #expect(
                try Patience.until {
                    after = try Footprint(of: daemon)
                    return after.descriptors <= before.descriptors
                })
            // A few pages that the allocator had not used before.
            #expect(after.dirtyKiB - before.dirtyKiB <= 512, "\(before.dirtyKiB) KiB, then \(after.dirtyKiB)")
            #expect(try line.devices().count == 1)
            let screen = try line.present(Widgets.pattern())
            try line.draw(dots: "1-2-3-6")
            try screen.event("result")
        }
    }

    @Test func `without a panel the daemon serves and reports it in one line`() throws {
        try withLine(Line.Setup(isPlugged: false)) { line in
            #expect(try line.devices().isEmpty)
            let lines = try line.log().filter { $0.contains("no touchscreen") }
            #expect(lines.count == 1)
            let problem = try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"]?.stringValue
            #expect(problem?.contains("no touchscreen") == true)
        }
    }

    @Test func `without a panel every unlock is refused`() throws {
        try withLine(Line.Setup(isPlugged: false)) { line in
            let screen = try line.present(Widgets.pattern())
            let refusal = try line.refusal(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"])
            #expect(refusal?.name == "io.touchd.unlock.NoPanel")
        }
    }

    @Test func `a panel that appears later works`() throws {
        try withLine(Line.Setup(isPlugged: false)) { line in
            let watch = try line.stream("io.touchd.device.Watch")
            #expect(try watch.next()["devices"] == [])
            let screen = try line.present(Widgets.pattern())
            try line.draw("plug")
            #expect(try watch.next()["added"] != nil)
            try line.draw(dots: "1-2-3-6")
            try screen.event("result")
            #expect(try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"] == nil)
        }
    }

    @Test func `ending the daemon cancels the stroke before the connection ends`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.pattern())
            try line.draw("down 0 400,200")
            try screen.event("began")
            #expect(try line.stopDaemon() == 0)
            let names = try screen.rest().compactMap { $0["event"]?.objectValue?["name"]?.stringValue }
            #expect(names.filter { $0 == "cancelled" }.count == 1)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `the daemon ends with status 0 when asked and removes its socket`(signal: Int32) throws {
        try withLine { line in
            let daemon = try #require(line.daemon)
            daemon.send(signal)
            #expect(try daemon.end() == 0)
            #expect(!TemporaryFolder.names(in: line.folder.path).contains("touchd.sock"))
        }
    }

    @Test func `ending the daemon answers pending calls`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.pattern())
            let verification = try line.stream(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"])
            _ = try verification.next()
            let challenge = try line.challenge(at: 0.33, attempts: 3)
            let puzzle = try line.present(Widgets.captcha(challenge))
            let verdict = try line.stream("io.touchd.captcha.Await", ["challenge": .string(challenge)])
            // Until it waits: it receives a missed drag, if in time, or another one is made.
            while verdict.replies.all.isEmpty, puzzle.names.filter({ $0 == "missed" }).count < 2 {
                try line.slide(to: 0.7, on: puzzle)
                try puzzle.event("rearmed")
            }
            try line.stopDaemon()
            #expect(try verification.last()["outcome"] == "cancelled")
            #expect(try verdict.last()["outcome"] == "cancelled")
        }
    }

    @Test func `the daemon notifies its service manager that it stops`() throws {
        try withLine { line in
            try line.stopDaemon()
            #expect(line.notice() == "STOPPING=1")
        }
    }
}
