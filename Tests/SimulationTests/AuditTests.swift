import CSQLite
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct AuditTests {
    /// Changes the daemon's file while it is stopped.
    private static func change(_ kiosk: Kiosk, _ sql: String) throws {
        try kiosk.stopDaemon()
        var database: OpaquePointer?
        #expect(unsafe sqlite3_open(kiosk.folder.path(of: "state/vault.db"), &database) == SQLITE_OK)
        #expect(unsafe sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
        unsafe sqlite3_close(database)
        try kiosk.startDaemon()
    }

    @Test(
        arguments: [
            ("", nil, nil), ("UPDATE result SET outcome = 'passed' WHERE sequence = 2", "edited", 2),
            ("DELETE FROM result WHERE sequence = 3", "truncated", 3),
        ] as [(String, JSON?, JSON?)])
    func `unchanged results pass, and changes made while the daemon was stopped are named`(
        sql: String, kind: JSON?, place: JSON?
    ) throws {
        let kiosk = try Kiosk.ofAnna()
        for dots in ["1-2-3-6-9", "1-4-8-5-9"] { _ = try kiosk.verify(drawing: dots) }
        let head = try kiosk.call("io.touchd.result.Head")["head"]
        try Self.change(kiosk, sql)
        let answer = try kiosk.call("io.touchd.result.VerifyChain", ["head": head])
        #expect(answer["intact"] == .bool(kind == nil) && answer["broken"] == kind && answer["sequence"] == place)
        if kind == nil { #expect(answer["compared"] == true && answer["checked"] == 3 && answer["head"] == head) }
    }

    @Test func `a lowered limit deletes the oldest results, however many there are`() throws {
        let kiosk = try Kiosk.ofAnna()
        for _ in 0..<20 { try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true]) }
        try kiosk.restartDaemon { $0.store = "results=3" }
        try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": false])
        try kiosk.advance(by: .seconds(2))
        let kept = try kiosk.call("io.touchd.result.List")["results"]?.arrayValue ?? []
        #expect((3..<11).contains(kept.count) && kept.last?.objectValue?["reason"] == "enabled", "\(kept.count)")
        #expect(try kiosk.call("io.touchd.result.VerifyChain")["intact"] == true)
    }
}
