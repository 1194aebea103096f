import Glibc
import StrictJSON
import Testing
import TestSupport

/// A software TPM, on a socket in a private folder.
private final class SoftwareTPM {
    private let folder: TemporaryFolder
    private let program: Program

    /// The value of `[store] tpm=` for it.
    var tcti: String { "swtpm:path=\(folder.path(of: "s"))" }

    init() throws {
        folder = try TemporaryFolder()
        let socket = folder.path(of: "s")
        program = try Program([
            "/usr/bin/swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(folder.path)", "--server",
            "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl", "--flags",
            "not-need-init,startup-clear",
        ])
        guard Patience.until({ unsafe access("\(socket).ctrl", F_OK) == 0 }) else {
            throw TimedOut(what: "the control socket of swtpm")
        }
    }

    deinit { program.stop() }
}

/// The counter in a TPM that detects an older copy of the whole state directory.
@Suite(.showsLogs) struct StartCounterTests {
    // Ends before the TPM does.
    private let line: Line
    private let tpm: SoftwareTPM

    init() throws {
        tpm = try SoftwareTPM()
        var setup = Line.Setup()
        setup.store += "\ntpm=\(tpm.tcti)"
        line = try Line(setup)
    }

    private static func copy(_ from: String, to target: String, on line: Line) throws {
        let copying = try Program([
            "/bin/sh", "-c", "rm -rf \"$2\" && cp -a \"$1\" \"$2\"", "sh", line.folder.path(of: from),
            line.folder.path(of: target),
        ])
        #expect(try copying.end() == 0)
    }

    private static func verdict(_ dots: String, on line: Line) throws -> JSON? {
        let replies = try line.verify(drawing: dots)
        return replies.first?["attempt"]?.objectValue?["reason"] ?? replies.last?["outcome"]
    }

    @Test func `a restored copy of the state directory is detected`() throws {
        try line.enroll()
        #expect(try line.status("vault")["rollbackProtection"] == "tpm2")
        try line.stopDaemon()
        try Self.copy("state", to: "older", on: line)
        try line.startDaemon()
        #expect(try Self.verdict("1-2-3-6-9", on: line) != "passed")
        #expect(try Self.verdict("1-4-8-5-9", on: line) == "passed")
        try line.stopDaemon()
        try Self.copy("older", to: "state", on: line)
        try line.startDaemon()
        #expect(try line.status("vault")["alarm"] == "rolled_back")
        #expect(try Self.verdict("1-4-8-5-9", on: line) == "locked")
    }

    @Test func `a counter made with another pepper is not taken for ours`() throws {
        try line.stopDaemon()
        for name in TemporaryFolder.names(in: line.folder.path(of: "state")) {
            unsafe unlink(line.folder.path(of: "state/\(name)"))
        }
        try line.startDaemon()
        #expect(try line.status("vault")["alarm"] == "counter_unreadable")
        #expect(try line.log().contains { $0.contains("another pepper") })
    }
}
