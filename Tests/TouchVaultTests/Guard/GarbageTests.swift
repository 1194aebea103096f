import TouchConfiguration
import Testing
import TestSupport

@testable import TouchVault

/// Tables and columns that were removed or filled with something else: the daemon must start and continue, and let no
/// one in who should not get in.
struct GarbageTests {
    private static func columns() throws -> [(table: String, column: String)] {
        let database = try Database.open(path: Database.inMemory)
        for step in Schema.present.steps { try database.execute(step.sql) }
        return try database.prepare(
            """
            SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY 1, 2
            """
        ).rows { row throws(VaultError) in (try row.text(0), try row.text(1)) }
    }

    /// Starts as the daemon does, twice, and checks what holds whatever was done.
    private static func check(_ scratch: TemporaryFolder, what: String) throws {
        let path = scratch.path(of: "vault")
        do {
            let vault = try Vault.quick(path)
            _ = try TokenIssuer(vault: vault, policy: .init(), at: .test)
            _ = try MissLimiter(vault: vault, rule: .standard).wait(of: "usb-1", at: .test)
            _ = try vault.users()
            _ = try vault.verifyResults()
            for (user, dots) in [("anna", seven), ("bert", zed)] {
                if vault.alarm != nil {
                    #expect(throws: Refused(standing: .altered), "\(what)") { try vault.begin(user, dots) }
                } else {
                    #expect(try vault.verify(user, dots) == .passed, "\(what)")
                }
            }
        }
        let vault = try Vault.quick(path)
        _ = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        #expect(vault.newAlarm == nil, "\(what): an alarm is new once")
        // What an administrator can always do.
        try vault.enroll("anna", zed)
        _ = try vault.clearAlarm()
        #expect(try vault.verify("anna", zed) == .passed, "\(what)")
    }

    @Test func `without any one table the daemon starts, locked or as before`() throws {
        let original = try UsedVault.original.get()
        for table in Set(try Self.columns().map(\.table)) {
            let scratch = try original.altered(by: "DROP TABLE \(table)")
            do {
                let vault = try Vault.quick(scratch.path(of: "vault"))
                #expect(vault.alarm == (table == "key" ? .damaged : .altered), "\(table)")
            }
            try Self.check(scratch, what: "no table \(table)")
        }
    }

    @Test(
        arguments: [
            """
            CREATE TRIGGER "back" AFTER UPDATE ON attempt WHEN new.failed > old.failed BEGIN
                UPDATE attempt SET failed = old.failed, boot = old.boot, boottime = old.boottime,
                    sequence = old.sequence, seal = old.seal WHERE user = old.user; END
            """,
            "CREATE VIEW \"odd \"\" name\" AS SELECT * FROM credential",
            "CREATE TABLE notes (a UNIQUE, b); CREATE INDEX notes_b ON notes (b); INSERT INTO notes VALUES (1, 2)",
            "CREATE UNIQUE INDEX one_result ON result (id)",
        ])
    func `foreign content in the database is removed, and the vault starts locked`(sql: String) throws {
        let original = try UsedVault.original.get()
        let scratch = try original.altered(by: sql)
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            #expect(vault.alarm == .altered)
            let names = try vault.database.prepare("SELECT name FROM sqlite_schema").rows { row throws(VaultError) in
                try row.text(0)
            }
            #expect(!names.contains { ["back", "odd \" name", "notes", "notes_b", "one_result"].contains($0) })
        }
        try Self.check(scratch, what: sql)
    }

    @Test func `with garbage in any one column the daemon starts, locked or as before`() throws {
        let original = try UsedVault.original.get()
        let values = [
            "NULL", "-1", "0", "4611686018427387904", "''", "'garbage'", "x''", "x'00ff'", "zeroblob(32)",
            "zeroblob(16)",
            "randomblob(32)", "randomblob(5000)",
        ]
        // Each value with every eighth column, or with all.
        let share = effort("TOUCHD_COLUMNS", usual: 8)
        var (tried, locked) = (0, 0)
        for (place, (table, column)) in try Self.columns().enumerated() {
            for (index, value) in values.enumerated() where (place + index).isMultiple(of: share) {
                let what = "\(table).\(column) = \(value)"
                // One row, so that what has to be unique stays so; what a column cannot hold changes nothing.
                let sql =
                    "UPDATE \(table) SET \(column) = \(value) WHERE \(column) IN (SELECT \(column) FROM \(table) LIMIT 1)"
                guard let scratch = try? original.altered(by: sql) else { continue }
                tried += 1
                do {
                    if try Vault.quick(scratch.path(of: "vault")).alarm != nil { locked += 1 }
                } catch { Issue.record("\(what): \(error)") }
                try Self.check(scratch, what: what)
            }
        }
        #expect(tried > 200 / share && locked > 80 / share, "\(tried) \(locked)")
    }

    @Test(arguments: [
        "DROP TABLE checkpoint", "DROP TABLE guard", "DROP TABLE signing_key", "UPDATE checkpoint SET link = x'00'",
        "UPDATE secret SET salt = x'00'", "UPDATE secret SET rows = 99",
        "UPDATE credential SET user = 'no name!' WHERE user = 'bert'", "UPDATE attempt SET boottime = 1",
        "UPDATE key SET value = x'00' WHERE name = 'audit'", "UPDATE key SET value = x'00' WHERE name = 'pepper'",
        "DROP TABLE attempt",
    ])
    func `the recovery key of a user who is locked by an alarm works`(sql: String) throws {
        let original = try UsedVault.original.get()
        let scratch = try original.altered(by: sql)
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.alarm == .altered)
        #expect(throws: Refused(standing: .altered)) { try vault.begin("anna", seven) }
        #expect(try vault.recover("anna", with: original.recoveryKey) == .accepted)
        try vault.enroll("anna", pattern(zed), spendsRecovery: true)
        #expect(try vault.verify("anna", zed) == .passed)
        #expect(throws: Refused(standing: .altered)) { try vault.begin("bert", zed) }
    }
}
