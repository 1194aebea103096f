import Glibc
import Testing
import TestSupport

@Suite(.showsLogs) struct ReloadTests {
    private func write(_ settings: String, for line: Line) throws {
        try line.configure { $0.store = "hash-memory=19MiB\nhash-passes=2\n" + settings }
    }

    @Test func `touchctl reload prints every change, or every error, in which case it ends with 1`() throws {
        let line = try Line()
        try line.configure { $0.view = "640x400" }
        try write("results=50\n[unlock]\nmin-dots=6\n", for: line)
        let changed = try line.touchctl("reload")
        #expect(changed.status == 0)
        #expect(
            changed.output == [
                "[view] size: 1280x800 -> 640x400", "[unlock] min-parts: pattern:4, pin:4 -> pattern:6, pin:4",
                "[store] results: 10000 -> 50 (after a restart of touchd)",
            ])
        try write("[captcha]\ntolerance=big\n[unlokc]\nmin-dots=5\n[unlock]\nmin-dots=7\n", for: line)
        let (status, said, _) = try line.touchctl("reload")
        #expect(status == 1 && said.count == 3 && said.last == "configuration unchanged")
        for fault in ["[captcha] tolerance=big", "no section [unlokc]"] {
            #expect(said.contains { $0.contains(fault) }, "\(said)")
        }
    }

    @Test func `SIGHUP is a reload`() throws {
        let line = try Line()
        try line.configure { $0.view = "640x400" }
        line.daemon?.send(SIGHUP)
        _ = try line.daemon?.errors.first { $0.contains("[view] size=1280x800 -> 640x400") }
    }
}
