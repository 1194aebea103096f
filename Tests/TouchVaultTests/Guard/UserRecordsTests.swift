import Testing
import TestSupport
import TouchCore

@testable import TouchVault

/// The records of users, under a sum that follows their changes.
struct UserRecordsTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    /// A vault of anna, who is disabled, had a recovery key before the present one and failed three times, and bert.
    private static func used(_ path: String = Vault.inMemory) throws -> Vault {
        let vault = try Vault.quick(path)
        let anna = try UserName("anna")
        for name in ["anna", "bert"] { try vault.enroll(name, seven) }
        _ = try vault.makeRecoveryKey(for: anna)
        try vault.database.execute(
            """
            CREATE TEMP TABLE old_attempt AS SELECT * FROM attempt WHERE user = 'anna';
            CREATE TEMP TABLE old_credential AS SELECT * FROM credential WHERE user = 'anna';
            CREATE TEMP TABLE old_recovery AS SELECT * FROM recovery WHERE user = 'anna'
            """)
        for _ in 0..<3 { _ = try vault.begin("anna", zed) }
        _ = try vault.makeRecoveryKey(for: anna)
        _ = try vault.restrict(anna, isDisabled: true, expiry: nil)
        return vault
    }

    /// What another program may do to anna's rows: above all, older ones with a valid seal.
    private static let alterations = [
        "REPLACE INTO attempt SELECT * FROM old_attempt", "DELETE FROM attempt WHERE user = 'anna'",
        """
        UPDATE attempt SET (failed, boot, boottime, sequence, seal) =
            (SELECT failed, boot, boottime, sequence, seal FROM attempt WHERE user = 'bert') WHERE user = 'anna'
        """,
        "UPDATE attempt SET seal = NULL WHERE user = 'anna'",
        "UPDATE attempt SET seal = zeroblob(31) WHERE user = 'anna'",
        """
        UPDATE credential SET (disabled, seal) = (SELECT disabled, seal FROM old_credential) WHERE user = 'anna'
        """,
        "UPDATE credential SET id = 77 WHERE user = 'anna'", "DELETE FROM credential WHERE user = 'anna'",
        "PRAGMA foreign_keys = OFF; UPDATE credential SET user = 'carl' WHERE user = 'anna'; PRAGMA foreign_keys = ON",
        "REPLACE INTO recovery SELECT * FROM old_recovery", "DELETE FROM recovery",
        "UPDATE recovery SET hash = zeroblob(32)",
    ]

    /// Every way to use a user's records or to change them.
    enum Use: String, CaseIterable {
        case drawing, clearing, restriction, enrollment, removal, recovery

        func apply(_ vault: Vault, to name: String) throws {
            let user = try UserName(name)
            switch self {
            case .drawing: _ = try vault.beginVerification(user, try pattern(seven), at: .test)
            case .clearing: _ = try vault.clearWait(of: user)
            case .restriction: _ = try vault.restrict(user, isDisabled: nil, expiry: WallTime(microseconds: 5))
            case .enrollment: try vault.enroll(name, zed)
            case .removal: _ = try vault.remove(user)
            case .recovery:
                guard let key = try RecoveryKey(String(repeating: "B", count: 64)) else { return }
                _ = try vault.recover(user, with: key, by: 1000, at: .test)
            }
        }
    }

    @Test(arguments: alterations)
    func `an altered record locks everybody at the next start, or before once its user is used`(sql: String) throws {
        do {
            let vault = try Self.used(scratch.path(of: "vault"))
            try vault.database.execute(sql)
            #expect(try vault.verify("bert", seven) == .passed)
            #expect(vault.alarm == nil)
        }
        #expect(try Vault.quick(scratch.path(of: "vault")).newAlarm == .altered)
        for use in Use.allCases {
            let vault = try Self.used()
            try vault.database.execute(sql)
            try use.apply(vault, to: "bert")
            #expect(vault.alarm == nil, "\(use) of bert")
            try use.apply(vault, to: "anna")
            #expect(vault.newAlarm == .altered, "\(use) of anna")
            if use == .enrollment || use == .removal { continue }
            #expect(try vault.users().allSatisfy { $0.standing.bar == .altered }, "\(use) of anna")
        }
    }

    @Test(arguments: ["anna", "nobody"])
    func `rows that were read ahead are not read again, unless something has changed since`(name: String) throws {
        func statements(_ change: (Vault) throws -> Void = { _ in }) throws -> Int {
            let vault = try Vault.ofAnna()
            let outcome = try vault.begin(name, seven).run(try pattern(seven))
            try change(vault)
            let before = vault.database.tally.runs
            #expect(try vault.finish(outcome) == (name == "anna" ? .passed : .unknownUser))
            return vault.database.tally.runs - before
        }
        let unprepared = try statements()
        let user = try UserName(name)
        #expect(try statements { try $0.prepare(user) } < unprepared)
        let isVoid = try statements {
            try $0.prepare(user)
            _ = try $0.insert(.sample())
        }
        #expect(isVoid == unprepared)
        #expect(try statements { try $0.prepare(UserName("bert")) } == unprepared)
    }

    @Test func `an alteration before the first use of its user is found when the check ends`() throws {
        do { _ = try Self.used(scratch.path(of: "vault")) }
        let vault = try Vault.open(path: scratch.path(of: "vault"), pepper: Vault.pepper(), parameters: .forTests)
        try vault.database.execute("UPDATE recovery SET hash = zeroblob(32)")
        #expect(try vault.clearWait(of: UserName("anna")) == .cleared)
        #expect(vault.alarm == nil)
        while try vault.checkOn() {}
        #expect(vault.newAlarm == .altered)
    }

    @Test(arguments: [
        "INSERT INTO recovery VALUES ('carl', zeroblob(32))",
        "PRAGMA foreign_keys = OFF; INSERT INTO attempt (user, seal) VALUES ('carl', zeroblob(32))",
    ])
    func `a recovery key or a record of attempts of nobody is found once`(sql: String) throws {
        do { _ = try Self.used(scratch.path(of: "vault")) }
        do { try Database.open(path: scratch.path(of: "vault")).execute(sql) }
        #expect(try Vault.quick(scratch.path(of: "vault")).newAlarm == .altered)
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.alarm == .altered && vault.newAlarm == nil)
    }

    @Test func `a user who was added by another program locks everybody once the name is used`() throws {
        let vault = try Self.used()
        try vault.database.execute("INSERT INTO recovery VALUES ('carl', zeroblob(32))")
        #expect(throws: Refused(standing: .altered)) { try vault.begin("carl", seven) }
        #expect(vault.newAlarm == .altered)
        #expect(throws: Refused(standing: .altered)) { try vault.begin("bert", seven) }
    }

    @Test(arguments: [false, true])
    func `an alteration during a comparison locks everybody, although the drawing gets an error`(
        areReadAhead: Bool
    ) throws {
        do {
            let vault = try Self.used(scratch.path(of: "vault"))
            let outcome = try vault.begin("bert", seven).run(try pattern(seven))
            if areReadAhead { try vault.prepare(UserName("bert")) }
            try vault.database.execute("UPDATE attempt SET seal = zeroblob(32) WHERE user = 'bert'")
            #expect(throws: VaultError.self) { try vault.finish(outcome) }
            #expect(vault.newAlarm == .altered)
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.alarm == .altered && vault.newAlarm == nil)
        #expect(throws: Refused(standing: .altered)) { try vault.begin("bert", seven) }
    }

    @Test func `a lock is reported once, and leaves a trusted vault, in which a new enrollment counts`() throws {
        do {
            let vault = try Self.used(scratch.path(of: "vault"))
            try vault.database.execute(
                "DELETE FROM attempt; DELETE FROM recovery; INSERT INTO recovery VALUES ('\u{212A}', x'00')")
            #expect(throws: Refused(standing: .altered)) { try vault.begin("bert", seven) }
            #expect(vault.noteAlarm() == .altered)
            try vault.enroll("bert", zed)
            #expect(vault.noteAlarm() == nil && vault.alarm == .altered)
            #expect(throws: Refused(standing: .altered)) { try vault.begin("anna", zed) }
            #expect(try vault.verify("bert", zed) == .passed)
            #expect(try vault.clearAlarm())
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.alarm == nil)
        #expect(try vault.verify("bert", zed) == .passed)
    }

    @Test func `changes of a transaction that fails do not count`() throws {
        do {
            let vault = try Self.used(scratch.path(of: "vault"))
            let changes: [() throws -> Void] = [
                { try vault.enroll("carl", zed) },
                { try vault.database[.deleteCredential].run(.text("anna")) }, { try vault.enroll("bert", zed) },
                { try vault.lockEverybody() }, { try vault.enroll("bert", seven) },
            ]
            #expect(throws: VaultError.outOfMemory) {
                try vault.transaction { () throws(VaultError) in
                    _ = try vault.insert(.sample())
                    for change in changes { #expect(throws: Never.self) { try change() } }
                    throw .outOfMemory
                }
            }
            #expect(try vault.verify("bert", seven) == .passed)
            #expect(try vault.verify("carl", seven) == .unknownUser)
            #expect(try vault.clearWait(of: UserName("anna")) == .cleared)
            #expect(vault.alarm == nil)
            _ = try vault.insert(.sample())
            #expect(try vault.results(limit: 10).count == 1 && vault.verifyResults().broken == nil)
        }
        #expect(try Vault.quick(scratch.path(of: "vault")).alarm == nil)
    }

    @Test func `a name that is changed in a row or in its index alone has no effect or is found after the start`()
        throws
    {
        do { _ = try Self.used(scratch.path(of: "vault")) }
        let (whole, guardFile) = (scratch.contents(of: "vault"), scratch.contents(of: "vault.guard"))
        let name = Array("anna".utf8)
        let places = whole.indices.dropLast(3).filter { Array(whole[$0..<$0 + 4]) == name }
        // Credential, record of attempts, the index of each, recovery key.
        #expect(places.count >= 5)
        var withoutEffect = 0
        for place in places {
            var bytes = whole
            bytes[place + 3] = UInt8(ascii: "b")
            let altered = try TemporaryFolder()
            try altered.write(bytes, to: "vault")
            try altered.write(guardFile, to: "vault.guard")
            let vault = try Vault.quick(altered.path(of: "vault"))
            if vault.newAlarm == .altered { continue }
            withoutEffect += 1
            #expect(try vault.failures() == [3, 0], "byte \(place)")
        }
        // The record of attempts, which is found by its index.
        #expect(withoutEffect <= 1)
    }

    private struct Cost: Equatable {
        let statements, steps, rows: Int
    }

    /// What a change of one user with an open token costs among others, and as many results.
    private static func cost(_ change: UserChange, among others: Int) throws -> Cost {
        let vault = try Vault.quick()
        for number in 0..<others {
            try vault.enroll("user-\(number)", seven)
            _ = try vault.insert(.sample())
        }
        try vault.enroll("anna", seven)
        let token = try TokenIssuer.quick(vault).issue(
            for: vault.insert(.unlock { $0.user = try? UserName("anna") }), binding: .none, at: .test)
        #expect(token != nil)
        #expect(try vault.verify("anna", zed) == .wrong)
        let tally = vault.database.tally
        let (statements, steps, rows) = (tally.runs, tally.steps, tally.rows)
        #expect(try vault.clearWait(of: UserName("anna")) == .cleared)
        #expect(try vault.verify("anna", seven) == .passed)
        try change.apply(vault, to: "anna")
        return Cost(statements: tally.runs - statements, steps: tally.steps - steps, rows: tally.rows - rows)
    }

    @Test(arguments: UserChange.allCases)
    func `a change of a user reads the same, whatever the number of others`(change: UserChange) throws {
        let few = try Self.cost(change, among: 2)
        #expect(few.rows > 5 && few.steps > few.statements)
        #expect(try Self.cost(change, among: 200) == few)
    }
}
