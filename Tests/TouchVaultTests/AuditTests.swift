import StrictJSON
import TestSupport
import Testing

@testable import TouchVault

struct AuditTests {
    /// What a walk finds after SQL was run behind the daemon's back.
    private static func finding(
        after sql: String, of count: Int = 9, comparing head: AuditHead? = nil
    ) throws -> AuditFinding {
        let vault = try Vault.withResults(count)
        try vault.database.execute(sql)
        return try vault.verifyResults(comparing: head)
    }

    @Test(arguments: [0, 1, 249, 250, 251, 1_000])
    func `untouched results are in order`(count: Int) throws {
        let vault = try Vault.withResults(count, limit: 1_000)
        let finding = try vault.verifyResults()
        #expect(finding.broken == nil)
        #expect(finding.checked == count)
        #expect(finding.head == vault.auditHead)
    }

    @Test(arguments: [1, 5, 8]) func `a deletion is found`(place: Int64) throws {
        let finding = try Self.finding(after: "DELETE FROM result WHERE sequence = \(place)")
        #expect(finding.broken == .init(kind: .deleted, sequence: place))
    }

    @Test func `a deletion whose gap was closed is found`() throws {
        let finding = try Self.finding(
            after: """
                DELETE FROM result WHERE sequence = 5;
                UPDATE result SET sequence = sequence - 1 WHERE sequence > 5;
                """)
        #expect(finding.broken == .init(kind: .deleted, sequence: 5))
    }

    @Test(arguments: [(4, 5), (2, 8), (1, 9)]) func `two results that changed places are found`(
        first: Int, second: Int
    ) throws {
        let finding = try Self.finding(
            after: """
                UPDATE result SET sequence = 100 WHERE sequence = \(first);
                UPDATE result SET sequence = \(first) WHERE sequence = \(second);
                UPDATE result SET sequence = \(second) WHERE sequence = 100;
                """)
        #expect(finding.broken == .init(kind: .reordered, sequence: Int64(first)))
    }

    @Test(arguments: [0, 5, 10]) func `an inserted result is found`(place: Int) throws {
        let columns = "kind, outcome, reason, user, owner, provenance, device, input, demo, attempt, boot, monotonic"
        let finding = try Self.finding(
            after: """
                UPDATE result SET sequence = -sequence WHERE sequence >= \(place);
                UPDATE result SET sequence = 1 - sequence WHERE sequence < 0;
                INSERT INTO result (sequence, id, \(columns), wall, seal, link)
                SELECT \(place), randomblob(16), \(columns), wall, seal, link FROM result WHERE sequence = 2;
                """)
        #expect(finding.broken?.kind == .inserted)
    }

    @Test func `results deleted by hand are detected although a checkpoint can say where the rest begins`() throws {
        let vault = try Vault.withResults(20, limit: 5)
        try vault.database.execute("DELETE FROM result WHERE sequence <= 17")
        #expect(try vault.verifyResults().broken == .init(kind: .deleted, sequence: 16))
    }

    @Test(arguments: [
        "UPDATE checkpoint SET sequence = 2, link = (SELECT link FROM result WHERE sequence = 2)",
        "UPDATE checkpoint SET mark = randomblob(32)", "DELETE FROM checkpoint", "UPDATE checkpoint SET link = x'00'",
    ])
    func `a checkpoint that touchd did not write is found`(change: String) throws {
        let finding = try Self.finding(after: "\(change); DELETE FROM result WHERE sequence <= 2")
        #expect(finding.broken?.kind == .checkpoint)
    }

    @Test func `a removed checkpoint does not come back`() throws {
        let scratch = try TemporaryFolder()
        do {
            let vault = try Vault.withResults(5, scratch.path(of: "v"), limit: 3)
            try vault.database.execute("DELETE FROM checkpoint")
        }
        let vault = try Vault.quick(scratch.path(of: "v"), resultLimit: 3)
        for _ in 0..<5 { _ = try vault.insert(.sample()) }
        #expect(try vault.verifyResults().broken?.kind == .checkpoint)
    }

    @Test func `a chain that goes on from an older copy shows against an external head`() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path(of: "v")
        do { _ = try Vault.withResults(5, path) }
        let copy = scratch.names.map { ($0, scratch.contents(of: $0)) }
        func goOn() throws -> Vault {
            let vault = try Vault.quick(path)
            for _ in 0..<4 { _ = try vault.insert(.sample()) }
            return vault
        }
        let head = try goOn().auditHead
        for (name, bytes) in copy { _ = try scratch.write(bytes, to: name) }
        let vault = try goOn()
        #expect(try vault.verifyResults().broken == nil)
        #expect(try vault.verifyResults(comparing: head).broken == .init(kind: .rewritten, sequence: 9))
    }

    @Test(arguments: [(Int64(1), true), (11, false), (16, true), (30, true)])
    func `results that are deleted during a walk because they are too many are not missing`(
        place: Int64, isCompared: Bool
    ) throws {
        let vault = try Vault.quick(resultLimit: 3)
        var heads: [Int64: AuditHead] = [:]
        _ = try vault.later { () throws(VaultError) in
            for _ in 0..<40 {
                _ = try vault.insert(.sample())
                heads[vault.auditHead.sequence] = vault.auditHead
            }
        }
        var walk = AuditWalk(comparing: heads[place])
        for _ in 0..<3 { #expect(try walk.proceed(in: vault) == nil) }
        for _ in 0..<2 { try vault.trimResults() }
        var finding: AuditFinding?
        while finding == nil { finding = try walk.proceed(in: vault) }
        #expect(finding?.broken == nil)
        #expect(finding?.isCompared == isCompared)
        #expect(finding?.checked == Int64(32))
    }

    @Test func `a part of a walk reads a few results, also where one is missing`() throws {
        let vault = try Vault.withResults(2_000, limit: 2_000)
        try vault.database.execute("DELETE FROM result WHERE sequence = 2")
        var (walk, finding, most) = (AuditWalk(), AuditFinding?.none, 0)
        while finding == nil {
            let before = vault.database.tally.steps
            finding = try walk.proceed(in: vault)
            most = max(most, vault.database.tally.steps - before)
        }
        #expect(finding?.broken == .init(kind: .deleted, sequence: 2))
        #expect(most < 1_000, "\(most)")
    }

    /// A result without its user's standing, one with all of it, and one with part of it.
    private static let standings = [
        nil, ResultStanding(.altered),
        ResultStanding(wait: nil, attemptsLeft: 3, attemptsUntilLocked: nil, isLocked: false),
    ]

    /// A column that is added to the table is tried as it comes.
    @Test(arguments: standings) func `no column of a result can be edited unseen`(standing: ResultStanding?) throws {
        let vault = try Vault.quick()
        var result = InteractionResult.unlock()
        result.standing = standing
        _ = try vault.insert(result)
        let columns = try Self.columns(of: vault)
        #expect(columns.count == Int(StoredResult.columnCount) + 2)
        let values = [
            "INTEGER": ["-1", "0", "1", "2"], "BLOB": ["randomblob(16)", "randomblob(32)"], "TEXT": ["''", "'x'"],
        ]
        for column in columns {
            for value in try #require(values[column.type]) + (column.isOptional ? ["NULL"] : []) {
                try vault.database.execute("SAVEPOINT genuine")
                let edit = "UPDATE result SET \(column.name) = \(value) WHERE \(column.name) IS NOT \(value)"
                let count = try vault.database.prepare(edit + " RETURNING 1").rows { _ throws(VaultError) in 1 }.count
                let isFound = try vault.verifyResults().broken != nil
                #expect(isFound == (count == 1), "\(column.name) = \(value)")
                try vault.database.execute("ROLLBACK TO genuine; RELEASE genuine")
            }
        }
        #expect(try vault.verifyResults().broken == nil)
    }

    private struct Column {
        let name: String
        let type: String
        let isOptional: Bool
    }

    private static func columns(of vault: Vault) throws -> [Column] {
        let optional = "\"notnull\" = 0 AND pk = 0"
        return try vault.database.prepare("SELECT name, type, \(optional) FROM pragma_table_info('result')").rows {
            row throws(VaultError) in
            Column(name: try row.text(0), type: try row.text(1), isOptional: try row.integer(2) == 1)
        }
    }

    @Test func `a head is distinguished from every other text`() throws {
        let head = try Vault.withResults(3).auditHead
        #expect(AuditHead(head.description) == head)
        let digits = head.description.dropFirst(2)
        for text in ["", "3", "3:", "-1:\(digits)", "03:\(digits)", "3:\(digits)00", "3:\(digits):", "+3:\(digits)"] {
            #expect(AuditHead(text) == nil, "\(text)")
        }
    }

    // MARK: - Signatures

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
        let later = try vault.audit.rows(after: 5, limit: 1, key: vault.key)[0]
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
