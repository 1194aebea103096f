import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// A start on a full disk: functions without secrets work, every unlock is refused, and free space repairs it.
@Suite(.mayMount, .showsLogs) struct FullDiskTests {
    private static let everyday = "1-4-8-5-9"

    /// Runs the daemon in a mount namespace in which the state directory lies on a disk of two mebibytes, full but for `room`
    /// kibibytes.
    private static func onFullDisk(_ line: Line, room: Int = 0) -> [String] {
        let script = """
            mkdir -p "$0" "$0.before" && cp -a "$0/." "$0.before" && mount -t tmpfs -o size=2m,mode=700 tmpfs "$0" &&
            cp -a "$0.before/." "$0" && { head -c \(2_048 - room)K /dev/zero >"$0/filler" 2>/dev/null || true; }
            exec "$@"
            """
        return ["/usr/bin/unshare", "-m", "sh", "-c", script, line.folder.path(of: "state")]
    }

    /// A file of the state directory as the daemon sees it.
    private func path(of name: String, _ line: Line) -> String {
        "/proc/\(line.daemon?.process ?? 0)/root\(line.folder.path(of: "state/" + name))"
    }

    private func problem(_ line: Line) throws -> String? {
        try line.status("vault")["problem"]?.stringValue
    }

    private func metric(_ line: Line) throws -> String? {
        let text = try line.folder.text(of: "touchd.prom")
        return text.split(separator: "\n").first { $0.hasPrefix("touchd_vault_writable") }.map(String.init)
    }

    /// Room for the configuration, but not for a vault and its guard.
    @Test(arguments: [8, 24])
    func `a first start without room for a vault is not taken for the loss of one when there is room`(room: Int) throws
    {
        let line = try Line(Line.Setup(startsDaemon: false))
        try line.configure { $0.wrapper = Self.onFullDisk(line, room: room) }
        try line.startDaemon()
        #expect(try line.refusal("io.touchd.unlock.Users")?.name.hasSuffix(".StorageFailed") == true)
        try line.call("io.touchd.manage.Reload")
        #expect(unsafe unlink(path(of: "filler", line)) == 0)
        #expect(try Patience.until { try problem(line) == nil })
        #expect(try line.status("vault")["alarm"] == nil)
    }

    @Test
    func `on a full disk it serves what is not secret, until there is room`()
        throws
    {
        let line = try Line()
        try line.configure {
            $0.store +=
                "\n[metrics]\nprometheus-file=\(line.folder.path(of: "touchd.prom"))\nprometheus-interval=5s"
        }
        try line.enroll()
        // The next start has to forget a guess for an unknown user.
        _ = try line.verify("nobody", drawing: Self.everyday)
        try line.stopDaemon()
        try line.configure { $0.wrapper = Self.onFullDisk(line) }
        try line.startDaemon()
        #expect(try problem(line)?.contains("No space left on device") == true)
        #expect(try metric(line) == "touchd_vault_writable 0")
        let screen = try line.present(Widgets.button)
        try line.draw("tap 200,200")
        try screen.event("pressed")
        try line.dismiss(screen)
        for (method, parameters) in [
            ("io.touchd.unlock.Users", [:]), ("io.touchd.unlock.Verify", ["user": "anna"]),
            ("io.touchd.unlock.Remove", ["user": "anna"]), ("io.touchd.captcha.Create", ["profile": "simple"]),
            ("io.touchd.result.List", [:]), ("io.touchd.token.Keys", [:]),
        ] as [(String, JSONObject)] {
            let refusal = try line.refusal(method, parameters)
            #expect(refusal?.name.hasSuffix(".StorageFailed") == true, "\(method)")
        }
        #expect(try line.log().contains { $0.contains("the vault is not writable") })
        #expect(unsafe unlink(path(of: "filler", line)) == 0)
        #expect(try Patience.until { try problem(line) == nil })
        #expect(try line.verify(drawing: Self.everyday).last?["outcome"] == "passed")
        #expect(try line.log().contains { $0.contains("the vault is writable again") })
        #expect(try Patience.until { try metric(line) == "touchd_vault_writable 1" })
        #expect(try line.status("vault")["alarm"] == nil)
        #expect(try line.users().count == 1)
    }
}
