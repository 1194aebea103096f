import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// A full disk of the state directory: functions without secrets continue, every unlock is refused, and free space
/// repairs it.
@Suite(.mayMount) struct FullDiskTests {
    private static let everyday = "1-4-8-5-9"

    /// Runs the daemon in a mount namespace in which the state directory lies on a disk of two mebibytes.
    ///
    /// - Parameter room: kibibytes that stay free on a full disk.
    private static func onSmallDisk(_ line: Line, isFull: Bool, room: Int = 0) -> [String] {
        let script = """
            mkdir -p "$0" "$0.before" && cp -a "$0/." "$0.before" && mount -t tmpfs -o size=2m,mode=700 tmpfs "$0" &&
            cp -a "$0.before/." "$0" &&
            { [ \(isFull ? 0 : 1) = 1 ] || head -c \(2_048 - room)K /dev/zero >"$0/filler" 2>/dev/null; }
            exec "$@"
            """
        return ["/usr/bin/unshare", "-m", "sh", "-c", script, line.folder.path(of: "state")]
    }

    /// A file of the state directory as the daemon sees it.
    private func path(of name: String, _ line: Line) -> String {
        "/proc/\(line.daemon?.process ?? 0)/root\(line.folder.path(of: "state/" + name))"
    }

    private func fill(_ line: Line) throws {
        let filling = try Program(["/bin/sh", "-c", "cat /dev/zero >\"$0\" 2>/dev/null", path(of: "filler", line)])
        _ = try filling.end()
    }

    private func problem(_ line: Line) throws -> String? {
        try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["problem"]?.stringValue
    }

    private func metric(_ line: Line) throws -> String? {
        let text = String(decoding: try TemporaryFolder.bytes(of: line.folder.path(of: "touchd.prom")), as: UTF8.self)
        return text.split(separator: "\n").first { $0.hasPrefix("touchd_vault_writable") }.map(String.init)
    }

    /// Presses a button, which is not secret.
    private func press(_ line: Line) throws {
        let screen = try line.present([
            "id": "go", "kind": "button", "x": 100, "y": 100, "width": 200, "height": 200,
        ])
        try line.draw("tap 200,200")
        try screen.event("pressed")
        try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
    }

    /// - Parameter hasToWrite: whether the next start has to write, because a guess for an unknown user is to be
    ///   forgotten.
    private func withSmallDisk(isFull: Bool, hasToWrite: Bool = false, _ body: (Line) throws -> Void) throws {
        try withLine { line in
            let metrics = "prometheus-file=\(line.folder.path(of: "touchd.prom"))\nprometheus-interval=5s"
            try line.configure { $0.store += "\n[metrics]\n\(metrics)" }
            try line.enroll()
            if hasToWrite { _ = try line.verify("nobody", drawing: Self.everyday) }
            try line.stopDaemon()
            try line.configure { $0.wrapper = Self.onSmallDisk(line, isFull: isFull) }
            try line.startDaemon()
            try body(line)
        }
    }

    private func heals(_ line: Line) throws {
        #expect(try line.log().contains { $0.contains("the vault is not writable") })
        #expect(unsafe unlink(path(of: "filler", line)) == 0)
        #expect(try Patience.until { try problem(line) == nil })
        #expect(try line.verify(drawing: Self.everyday).last?["outcome"] == "passed")
        #expect(try line.log().contains { $0.contains("the vault is writable again") })
        #expect(try Patience.until { try metric(line) == "touchd_vault_writable 1" })
        #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == nil)
    }

    @Test func `a disk that fills up refuses every unlock, is reported, and recovers when there is room`() throws {
        try withSmallDisk(isFull: false) { line in
            #expect(try problem(line) == nil)
            try fill(line)
            #expect(try problem(line)?.contains("No space left on device") == true)
            try press(line)
            for dots in [Self.everyday, "1-2-3-6-9", Self.everyday] {
                let last = try line.verify(drawing: dots).last
                #expect(last?["outcome"] == "failed" && last?["token"] == nil)
            }
            #expect(try Patience.until { try metric(line) == "touchd_vault_writable 0" })
            try heals(line)
        }
    }

    @Test func `a start on a full disk without anything to write serves what it can read, and refuses every unlock`()
        throws
    {
        try withSmallDisk(isFull: true) { line in
            #expect(try problem(line)?.contains("No space left on device") == true)
            #expect(try Patience.until { try metric(line) == "touchd_vault_writable 0" })
            #expect(try line.call("io.touchd.unlock.Users")["users"]?.arrayValue?.count == 1)
            let last = try line.verify(drawing: Self.everyday).last
            #expect(last?["outcome"] == "failed" && last?["token"] == nil)
            try heals(line)
        }
    }

    /// Room for the configuration, but not for a vault and its guard.
    @Test(arguments: [8, 24])
    func `a first start without room for a vault is not taken for the loss of one when there is room`(room: Int) throws
    {
        try withLine(Line.Setup(startsDaemon: false)) { line in
            try line.configure { $0.wrapper = Self.onSmallDisk(line, isFull: true, room: room) }
            try line.startDaemon()
            #expect(try line.refusal("io.touchd.unlock.Users")?.name.hasSuffix(".StorageFailed") == true)
            try line.call("io.touchd.manage.Reload")
            #expect(unsafe unlink(path(of: "filler", line)) == 0)
            #expect(try Patience.until { try problem(line) == nil })
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == nil)
        }
    }

    @Test
    func `a start on a full disk with something to write serves what is not secret, and everything once there is room`()
        throws
    {
        try withSmallDisk(isFull: true, hasToWrite: true) { line in
            #expect(try problem(line)?.contains("No space left on device") == true)
            #expect(try metric(line) == "touchd_vault_writable 0")
            try press(line)
            for (method, parameters) in [
                ("io.touchd.unlock.Users", [:]), ("io.touchd.unlock.Verify", ["user": "anna"]),
                ("io.touchd.unlock.Remove", ["user": "anna"]), ("io.touchd.captcha.Create", ["profile": "simple"]),
                ("io.touchd.result.List", [:]), ("io.touchd.token.Keys", [:]),
            ] as [(String, JSONObject)] {
                let refusal = try line.refusal(method, parameters)
                #expect(refusal?.name.hasSuffix(".StorageFailed") == true, "\(method)")
            }
            try heals(line)
            #expect(try line.call("io.touchd.unlock.Users")["users"]?.arrayValue?.count == 1)
        }
    }
}
