import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// Panels that udev and libinput report, and the end of the daemon's process.
@Suite struct HotplugTests {
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

    @Test(arguments: [SIGTERM, SIGINT])
    func `the daemon ends with status 0 when asked and removes its socket`(signal: Int32) throws {
        try withLine { line in
            let daemon = try #require(line.daemon)
            daemon.send(signal)
            #expect(try daemon.end() == 0)
            #expect(!TemporaryFolder.names(in: line.folder.path).contains("touchd.sock"))
        }
    }

    @Test func `the daemon notifies its service manager that it stops`() throws {
        try withLine { line in
            try line.stopDaemon()
            #expect(line.notice() == "STOPPING=1")
        }
    }
}
