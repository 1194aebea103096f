import Glibc
import TouchConfiguration
import Testing
import TestSupport
import TouchCore

@testable import TouchVault

struct SchemaTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    /// The present schema with one more step.
    private static func followed(by steps: String...) -> Schema {
        Schema(
            steps: steps.reduce(into: Schema.present.steps) { all, sql in
                all.append(Schema.Step(version: (all.last?.version ?? 0) + 1, sql))
            })
    }

    private static func open(_ path: String, _ schema: Schema) throws(VaultError) -> Vault {
        try Vault.quick(path, schema: schema, isChecked: false)
    }

    @Test func `a new vault has the present version and touchd's mark`() throws {
        let vault = try Vault.quick()
        #expect(try vault.number("PRAGMA user_version") == 17)
        #expect(try vault.number("PRAGMA application_id") == 0x7463_6864)
    }

    @Test func `an older vault goes through the steps it lacks and keeps its content`() throws {
        let path = scratch.path(of: "vault")
        do { try Vault.quick(path).enroll("anna", seven) }
        let newer = Self.followed(
            by: "ALTER TABLE credential ADD COLUMN nickname INTEGER; CREATE TABLE more (a) STRICT")
        // STRICT asks for a type, so the step fails and must leave nothing behind.
        #expect(throws: VaultError.self) { try Self.open(path, newer) }
        let right = Self.followed(by: "ALTER TABLE credential ADD COLUMN nickname INTEGER")
        let vault = try Self.open(path, right)
        #expect(try vault.number("PRAGMA user_version") == Int64(right.version))
        #expect(try vault.number("SELECT count(*) FROM credential WHERE nickname IS NULL") == 1)
        #expect(try vault.verify("anna", seven) == .passed)
    }

    /// A step that an older touchd does not know.
    private static let nickname = "ALTER TABLE credential ADD COLUMN nickname INTEGER"

    @Test(arguments: [false, true])
    func `a migration keeps the vault, which locks everybody when it is back if anything was stored since`(
        isUsed: Bool
    ) throws {
        let (path, known) = (scratch.path(of: "vault"), Schema.present.version)
        do { try Vault.quick(path).enroll("anna", seven) }
        let reason = "\(path): has schema \(known), which this touchd can open (no newer one has changed it)"
        #expect(throws: KeptVault.Fault(reason)) { _ = try KeptVault.restore(path) }
        do {
            let vault = try Self.open(path, Self.followed(by: Self.nickname))
            if isUsed { _ = try vault.verify("anna", zed) }
        }
        #expect(TemporaryFolder.permissions(of: "\(path).before-\(known + 1)") == 0o600)
        #expect(throws: VaultError.self) { try Vault.quick(path) }
        #expect(try KeptVault.restore(path).newer == path + ".newer")
        #expect(scratch.names.sorted() == ["vault", "vault.guard", "vault.newer"])
        let vault = try Vault.quick(path)
        #expect(vault.alarm == (isUsed ? .rolledBack : nil))
        #expect(try vault.users().map(\.user.description) == ["anna"])
        if !isUsed { #expect(try vault.verify("anna", seven) == .passed) }
    }

    @Test func `what is kept is from before a migration that was cut short, and goes with a removed user`() throws {
        let (path, known) = (scratch.path(of: "vault"), Schema.present.version)
        do { try Vault.quick(path).enroll("anna", seven) }
        let kept = "vault.before-\(known + 2)"
        func open(_ step: String) throws -> Vault {
            defer { #expect(Array(scratch.contents(of: kept).dropFirst(60).prefix(4)) == [0, 0, 0, UInt8(known)]) }
            return try Self.open(path, Self.followed(by: Self.nickname, step))
        }
        #expect(throws: VaultError.self) { try open("CREATE TABLE more (a) STRICT") }
        #expect(try open("CREATE TABLE more (a INTEGER) STRICT").remove(UserName("anna")))
        #expect(!scratch.names.contains(kept))
    }

    @Test func `a database of another program is refused and not changed`() throws {
        let path = scratch.path(of: "vault")
        do { try Database.open(path: path).execute("CREATE TABLE bookmarks (a)") }
        let before = scratch.contents(of: "vault")
        #expect(throws: VaultError.foreign(path: path, application: 0)) { try Vault.quick(path) }
        #expect(scratch.contents(of: "vault") == before)
    }

    @Test func `the vault does its own syncs and checkpoints, and enforces foreign keys`() throws {
        let vault = try Vault.ofAnna(scratch.path(of: "vault"))
        #expect(try vault.number("PRAGMA synchronous") == 1)
        #expect(try vault.number("PRAGMA wal_autocheckpoint") == 0)
        #expect(try vault.number("PRAGMA foreign_keys") == 1)
        #expect(throws: VaultError.self) { try vault.database.execute("INSERT INTO attempt (user) VALUES ('ghost')") }
    }
}
