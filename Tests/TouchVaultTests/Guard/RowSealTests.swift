import Testing
import TestSupport
import TouchCore

@testable import TouchVault

/// Tokens, keys and misses of panels: changes of their rows while the vault is closed are detected.
struct RowSealTests {
    /// Opens the vault and checks that it trusts no row.
    private static func expectAlarm(_ scratch: TemporaryFolder, _ original: UsedVault, _ what: String) throws {
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.newAlarm == .altered, "\(what)")
        #expect(throws: Refused(standing: .altered), "\(what)") { try vault.begin("anna", seven) }
        let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        for token in [original.used, original.open] {
            #expect(try tokens.redeem(token, key: "order 1").refusal != nil, "\(what)")
        }
        #expect(try MissLimiter(vault: vault).wait(of: "usb-1", at: .test) == .seconds(900), "\(what)")
    }

    @Test func `unchanged files are accepted`() throws {
        let original = try UsedVault.original.get()
        let scratch = try original.altered(by: "")
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.alarm == nil)
        let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        #expect(try tokens.redeem(original.used).refusal == .tokenUsed)
        #expect(try tokens.redeem(original.used, key: "order 1").isRepeated)
        #expect(try tokens.redeem(original.open).isAccepted)
        #expect(try MissLimiter(vault: vault).wait(of: "usb-1", at: .test) == .seconds(10))
    }

    @Test(arguments: [
        "UPDATE token SET redeemed = NULL, owner = NULL, claim = NULL",
        "UPDATE token SET expires = expires + 1000000",
        "UPDATE token SET id = 'another' WHERE redeemed IS NULL",
        "UPDATE token SET sequence = sequence + 100",
        "DELETE FROM token WHERE redeemed IS NULL", "DELETE FROM token WHERE redeemed IS NOT NULL",
        "DELETE FROM token",
        "INSERT INTO token (id, result, boot, expires) SELECT 'more', randomblob(16), boot, expires FROM token LIMIT 1",
        "UPDATE token SET (redeemed, owner, claim) = (SELECT redeemed, owner, claim FROM former.token f WHERE f.id = id)",
        "DELETE FROM miss", "UPDATE miss SET panel = randomblob(32)", "UPDATE miss SET sequence = 77",
        "INSERT INTO miss SELECT 9, x'00', times, waits, began, boot, seal FROM miss",
        "REPLACE INTO miss SELECT * FROM former.miss",
        "UPDATE signing_key SET boottime = boottime + 1 WHERE seed IS NULL",
        "DELETE FROM signing_key WHERE seed IS NULL",
        "INSERT INTO signing_key (public, boot, boottime) SELECT randomblob(32), boot, boottime FROM signing_key",
        "DELETE FROM signing_key", "UPDATE key SET value = randomblob(16) WHERE name = 'kiosk'",
        "DELETE FROM key WHERE name = 'kiosk'", "UPDATE key SET value = randomblob(32) WHERE name = 'audit'",
        "INSERT INTO key VALUES ('more', x'00')",
        """
        CREATE TEMP TABLE old AS SELECT * FROM token;
        UPDATE token SET (redeemed, owner, claim) =
            (SELECT redeemed, owner, claim FROM old WHERE old.sequence != token.sequence LIMIT 1)
        """,
    ])
    func `any change of a row locks every user, voids every token and makes every panel wait`(sql: String) throws {
        let original = try UsedVault.original.get()
        try Self.expectAlarm(try original.altered(by: sql), original, sql)
    }

    @Test func `panels go on waiting after another start, until the alarm is cleared or a quarter of an hour is over`()
        throws
    {
        let original = try UsedVault.original.get()
        let scratch = try original.altered(by: "DELETE FROM miss")
        try Self.expectAlarm(scratch, original, "first start")
        let vault = try Vault.quick(scratch.path(of: "vault"))
        let limiter = MissLimiter(vault: vault)
        #expect(try limiter.wait(of: "usb-2", at: Moment.test.later(seconds: 100)) == .seconds(800))
        #expect(try limiter.wait(of: "usb-2", at: Moment.test.later(seconds: 900)) == .seconds(0))
        #expect(try limiter.wait(of: "usb-1", at: .test) == .seconds(900))
        #expect(try vault.clearAlarm())
        #expect(try limiter.wait(of: "usb-1", at: .test) == .seconds(0))
    }

    @Test func `every change that touchd makes is counted, and trusted at the next start`() throws {
        let scratch = try TemporaryFolder()
        let anna = try UserName("anna")
        let changes: [(String, (Vault, TokenIssuer, MissLimiter) throws -> Void)] = [
            ("tokens", { _, tokens, _ in for _ in 0..<3 { _ = try tokens.unlock() } }),
            ("redemption", { _, tokens, _ in _ = try tokens.redeem(try tokens.unlock()) }),
            ("refusal", { _, tokens, _ in _ = try tokens.redeem("nonsense") }),
            ("keys", { _, tokens, _ in try tokens.rotate(at: .test) }),
            ("keys over", { _, tokens, _ in try tokens.rotate(at: Moment.test.later(seconds: 4_000)) }),
            ("keys at once", { _, tokens, _ in try tokens.rotate(atOnce: true, at: .test) }),
            ("misses", { _, _, limiter in for _ in 0..<7 { try limiter.miss(on: "a", at: .test) } }),
            ("pass", { _, _, limiter in try limiter.pass(on: "a", at: .test) }),
            ("many panels", { _, _, limiter in for panel in 0..<300 { try limiter.miss(on: "\(panel)", at: .test) } }),
            ("enrollment", { vault, _, _ in try vault.enroll("anna", seven) }),
            ("attempt", { vault, _, _ in _ = try vault.begin("anna", zed) }),
            ("wait", { vault, _, _ in _ = try vault.clearWait(of: anna) }),
            ("unlock", { vault, _, _ in _ = try vault.verify("anna", seven) }),
            ("result", { vault, _, _ in _ = try vault.insert(.sample()) }),
            ("recovery key", { vault, _, _ in _ = try vault.makeRecoveryKey(for: anna) }),
            ("restriction", { vault, _, _ in _ = try vault.restrict(anna, isDisabled: true, expiry: nil) }),
            ("removal", { vault, _, _ in _ = try vault.remove(anna) }),
            (
                "failure",
                { vault, _, limiter in
                    _ = try? vault.transaction { () throws(VaultError) in
                        try limiter.miss(on: "b", at: .test)
                        throw .outOfMemory
                    }
                    try limiter.miss(on: "c", at: .test)
                }
            ),
        ]
        for (name, change) in changes {
            do {
                let vault = try Vault.quick(scratch.path(of: "vault"))
                let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
                let (counter, rows) = (vault.guarding.state.record.counter, vault.database.changes)
                try change(vault, tokens, MissLimiter(vault: vault))
                let isCounted = vault.guarding.state.record.counter > counter
                #expect(isCounted == (vault.database.changes != rows) && isCounted == (name != "refusal"), "\(name)")
            }
            #expect(try Vault.quick(scratch.path(of: "vault")).alarm == nil, "after \(name)")
        }
    }

    /// Adds open tokens as a long life would leave them.
    private static func fill(_ vault: Vault, _ count: Int64) throws {
        let fill = try vault.database.prepare(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            INSERT INTO token (id, result, boot, expires) SELECT i, randomblob(16), zeroblob(16), i FROM n
            """)
        try vault.transaction { () throws(VaultError) in try fill.run(.integer(count)) }
    }

    @Test func `evicting tokens for newer ones leaves a trusted vault`() throws {
        let scratch = try TemporaryFolder()
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
            try Self.fill(vault, TokenIssuer.maxTokens - 1)
            for _ in 0..<5 { _ = try tokens.unlock() }
            #expect(try vault.number("SELECT count(*) FROM token") == TokenIssuer.maxTokens)
            #expect(try vault.number("SELECT min(sequence) FROM token") == 5)
        }
        #expect(try Vault.quick(scratch.path(of: "vault")).alarm == nil)
    }

    @Test(arguments: [1, 5_000] as [Int64])
    func `a redemption hashes two rows, however many there are`(others: Int64) throws {
        let vault = try Vault.quick()
        let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        try Self.fill(vault, others)
        let token = try tokens.unlock()
        let before = vault.database.tally.rows
        #expect(try tokens.redeem(token).isAccepted)
        #expect(vault.database.tally.rows == before + 2)
    }

    /// A default or a reference works like a trigger: every token would be redeemable for ever, or an enrollment end a wait.
    @Test(arguments: [
        ("token", "redeemed INTEGER", "redeemed INTEGER DEFAULT 1"),
        ("miss", "waits INTEGER NOT NULL", "waits INTEGER NOT NULL REFERENCES token (sequence) ON DELETE CASCADE"),
        ("result_of_owner", "(owner, sequence)", "(owner, sequence) WHERE owner = 7"),
    ])
    func `a table or index with another definition is detected`(name: String, from: String, to: String) throws {
        let original = try UsedVault.original.get()
        let scratch = try original.altered(
            by: """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = replace(sql, '\(from)', '\(to)') WHERE name = '\(name)';
                PRAGMA writable_schema = RESET
                """)
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.newAlarm == .damaged)
        let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        #expect(try tokens.redeem(original.open, key: "order 1").refusal != nil)
    }

    @Test func `a vault that is made to look older is not sealed again`() throws {
        let original = try UsedVault.original.get()
        let sql = try "UPDATE token SET redeemed = NULL;" + Vault.formerTables()
        try Self.expectAlarm(try original.altered(by: sql), original, "made to look older")
    }
}
