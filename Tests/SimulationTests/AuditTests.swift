import CSQLite
import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

@Suite struct AuditTests {
    /// Three results: an enrollment, a wrong drawing and a right one.
    private static func fill(_ kiosk: Kiosk) throws {
        try kiosk.enroll()
        _ = try kiosk.verify(drawing: "1-2-3-6-9")
        _ = try kiosk.verify(drawing: "1-4-8-5-9")
    }

    private static func head(_ kiosk: Kiosk) throws -> JSON? { try kiosk.call("io.touchd.result.Head")["head"] }

    /// Changes the daemon's file while it is stopped.
    private static func change(_ kiosk: Kiosk, _ sql: String) throws {
        try kiosk.stopDaemon()
        var database: OpaquePointer?
        #expect(unsafe sqlite3_open(kiosk.folder.path(of: "state/vault.db"), &database) == SQLITE_OK)
        #expect(unsafe sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
        unsafe sqlite3_close(database)
        try kiosk.startDaemon()
    }

    @Test func `unchanged results pass, also against an earlier head`() throws {
        try withKiosk { kiosk in
            try kiosk.enroll()
            let head = try Self.head(kiosk)
            _ = try kiosk.verify(drawing: "1-4-8-5-9")
            let answer = try kiosk.call("io.touchd.result.VerifyChain", ["head": head])
            #expect(answer["intact"] == true)
            #expect(answer["compared"] == true)
            #expect(answer["checked"] == 2)
            #expect(answer["head"] == (try Self.head(kiosk)))
        }
    }

    @Test(
        arguments: [
            ("UPDATE result SET outcome = 'passed' WHERE sequence = 2", "edited", 2),
            ("DELETE FROM result WHERE sequence = 2", "deleted", 2),
            ("DELETE FROM result WHERE sequence = 3", "truncated", 3),
        ] as [(String, String, Int64)])
    func `changes made while the daemon was stopped are named`(sql: String, kind: String, place: Int64) throws {
        try withKiosk { kiosk in
            try Self.fill(kiosk)
            let head = try Self.head(kiosk)
            try Self.change(kiosk, sql)
            let answer = try kiosk.call("io.touchd.result.VerifyChain", ["head": head])
            #expect(answer["intact"] == false)
            #expect(answer["broken"] == .string(kind))
            #expect(answer["sequence"] == .integer(place))
        }
    }

    @Test func `a lowered limit deletes the oldest results, however many there are`() throws {
        try withKiosk { kiosk in
            try kiosk.enroll()
            for _ in 0..<20 { try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true]) }
            try kiosk.stopDaemon()
            try kiosk.configure { $0.store = "results=3" }
            try kiosk.startDaemon()
            try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": false])
            try kiosk.advance(by: .seconds(2))
            let kept = try kiosk.call("io.touchd.result.List")["results"]?.arrayValue ?? []
            #expect((3..<11).contains(kept.count) && kept.last?.objectValue?["reason"] == "enabled", "\(kept.count)")
            #expect(try kiosk.call("io.touchd.result.VerifyChain")["intact"] == true)
        }
    }

    @Test(arguments: ["x", "1:00", ""]) func `an invalid head is rejected`(text: String) throws {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal("io.touchd.result.VerifyChain", ["head": .string(text)])
            #expect(refusal?.name == "org.varlink.service.InvalidParameter")
        }
    }

    @Test(arguments: ["Head", "VerifyChain"]) func `a user who sees only their own results may not audit`(
        method: String
    )
        throws
    {
        try withKiosk { kiosk in
            let refusal = try kiosk.refusal("io.touchd.result.\(method)", as: .nobody)
            #expect(refusal?.name == "org.varlink.service.PermissionDenied")
        }
    }
}
