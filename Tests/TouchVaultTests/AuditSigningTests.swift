import StrictJSON
import Testing
import TestSupport

@testable import TouchVault

struct AuditSigningTests {
    @Test func `where the kept results begin is signed`() throws {
        let vault = try Vault.withResults(9, limit: 5)
        let token = try #require(try vault.signedCheckpoint())
        #expect(AuditSignature.head(in: token, signedBy: vault.auditKey)?.sequence == 4)
        #expect(AuditSignature.head(in: vault.signedAuditHead, signedBy: vault.auditKey) == vault.auditHead)
        let finding = try vault.verifyResults()
        #expect(finding.broken == nil && finding.checked == 5)
    }

    @Test func `a checkpoint that was moved without the pepper is found`() throws {
        let vault = try Vault.withResults(9, limit: 5)
        let later = try vault.audit.rows(after: 5, limit: 1)[0]
        let place = AuditHead(sequence: later.sequence, link: try #require(later.link))
        try vault.database.prepare("UPDATE checkpoint SET sequence = ?, link = ?, mark = ?").run(
            .integer(place.sequence), .blob(place.link), .blob(AuditLink.mark(of: place, key: vault.key)))
        try vault.database.execute("DELETE FROM result WHERE sequence <= \(place.sequence)")
        #expect(try vault.verifyResults().broken?.kind == .checkpoint)
        #expect(try vault.signedCheckpoint() == nil)
    }

    @Test func `an older checkpoint does not hide that results are missing`() throws {
        let vault = try Vault.withResults(6, limit: 5)
        try vault.database.execute("CREATE TEMP TABLE older AS SELECT * FROM checkpoint")
        for _ in 0..<3 { _ = try vault.insert(.sample()) }
        try vault.database.execute("REPLACE INTO checkpoint SELECT * FROM older")
        #expect(try vault.verifyResults().broken?.kind == .deleted)
    }

    /// A closed vault of touchd 0.1, which signed checkpoints, altered by SQL.
    private static func signed(_ path: String, _ sql: String) throws {
        let vault = try Vault.withResults(9, path, limit: 5)
        try vault.makeFormer()
        try vault.database.execute(sql)
    }

    @Test func `the signed checkpoint of an older vault is trusted`() throws {
        let scratch = try TemporaryFolder()
        try Self.signed(scratch.path(of: "v"), "")
        for _ in 0..<2 {
            let vault = try Vault.quick(scratch.path(of: "v"), resultLimit: 5)
            #expect(vault.alarm == nil)
            #expect(try vault.verifyResults().broken == nil)
            let token = try #require(try vault.signedCheckpoint())
            #expect(AuditSignature.head(in: token, signedBy: vault.auditKey)?.sequence == 4)
        }
    }

    @Test(arguments: [
        "UPDATE checkpoint SET token = NULL", "UPDATE checkpoint SET token = ''",
        "UPDATE checkpoint SET token = replace(token, '.', '..')", "UPDATE checkpoint SET mark = randomblob(32)",
        "UPDATE checkpoint SET sequence = 3", "UPDATE checkpoint SET link = randomblob(32)",
    ])
    func `a checkpoint that was altered before the migration stays untrusted`(change: String) throws {
        let scratch = try TemporaryFolder()
        try Self.signed(scratch.path(of: "v"), change)
        #expect(try Vault.quick(scratch.path(of: "v")).verifyResults().broken?.kind == .checkpoint)
    }

    @Test func `a reader of the file without the pepper can sign no head`() throws {
        let vault = try Vault.quick()
        let stored = try #require(
            try vault.database.prepare("SELECT value FROM key WHERE name = 'audit'").first { row throws(VaultError) in
                try row.blob(0, count: 64)
            })
        #expect(Array(stored.prefix(32)) == vault.auditKey.bytes)
        for var half in [Array(stored.prefix(32)), Array(stored.suffix(32))] {
            #expect(try SigningKey(wiping: &half).verification != vault.auditKey)
        }
    }

    @Test func `a key of verdicts signs no head`() throws {
        let vault = try Vault.quick()
        let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        #expect(tokens.current.verification != vault.auditKey)
        let forged = AuditSignature.token(for: vault.auditHead, signedBy: tokens.current)
        #expect(AuditSignature.head(in: forged, signedBy: vault.auditKey) == nil)
    }
}
