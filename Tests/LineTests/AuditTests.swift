import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

@Suite struct AuditTests {
    /// Three results: an enrollment, a wrong drawing and a right one.
    private static func fill(_ line: Line) throws {
        try line.enroll()
        _ = try line.verify(drawing: "1-2-3-6-9")
        _ = try line.verify(drawing: "1-4-8-5-9")
    }

    private static func head(_ line: Line) throws -> JSON? { try line.call("io.touchd.result.Head")["head"] }

    /// Changes the daemon's file while it is stopped, by an independent library.
    private static func change(_ line: Line, _ sql: String) throws {
        try line.stopDaemon()
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()"
        let python = try Program(["/usr/bin/python3", "-c", script, line.folder.path(of: "state/vault.db"), sql])
        guard try python.end() == 0 else { throw TimedOut(what: "python3: \(python.errors.all)") }
        try line.startDaemon()
    }

    @Test func `touchctl names the problem and ends with 1`() throws {
        try withLine { line in
            try Self.fill(line)
            try Self.change(line, "UPDATE result SET user = 'eve' WHERE sequence = 3")
            let client = try line.launch("touchctl", ["--socket", line.socket, "audit", "verify"])
            #expect(try client.end() == 1)
            #expect(try client.output.rest() == ["edited at result 3; the 2 before it are intact"])
        }
    }
}
