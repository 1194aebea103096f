import Simulation
import Testing
import TestSupport

@testable import TouchVault

struct OpeningTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    private static func open(_ path: String, storage: Storage = Storage()) throws(VaultError) -> Vault {
        try Vault.quick(path, resultLimit: 10_000, storage: storage, isChecked: false)
    }

    /// A closed vault with that much in it.
    private static func fill(_ path: String, results: Int = 0, users: Int = 0) throws {
        let vault = try open(path)
        _ = try vault.later { () throws(VaultError) in
            for number in 0..<results { _ = try vault.insert(.sample(owner: UInt32(number % 7))) }
        }.write.finish()
        for number in 0..<users { try vault.enroll("user-\(number)", seven) }
    }

    private struct Cost: Equatable {
        var statements: Int
        var pages: Int
    }

    private static func costOfOpening(_ path: String) throws -> Cost {
        let vault = try open(path)
        return Cost(statements: vault.database.tally.runs, pages: vault.database.pagesRead)
    }

    @Test func `the fingerprint is that of the present schema`() throws {
        let found = try Schema.fingerprint(of: Vault.quick().database)
        #expect(found == Schema.presentFingerprint, "it is \(found)")
    }

    @Test func `opening reads the same whatever the number of results`() throws {
        try Self.fill(scratch.path(of: "small"), results: 100)
        try Self.fill(scratch.path(of: "large"), results: 5_000)
        let (small, large) = (
            try Self.costOfOpening(scratch.path(of: "small")), try Self.costOfOpening(scratch.path(of: "large"))
        )
        #expect(large.statements == small.statements)
        // A tree of results is one page deeper, and so are its two indices.
        #expect(large.pages <= small.pages + 3)
    }

    @Test func `opening runs no statement for a user`() throws {
        try Self.fill(scratch.path(of: "few"), users: 2)
        try Self.fill(scratch.path(of: "many"), users: 50)
        #expect(
            try Self.costOfOpening(scratch.path(of: "many")).statements
                == Self.costOfOpening(scratch.path(of: "few")).statements)
    }

    @Test func `a start without changes does not wait for the disk`() throws {
        let path = scratch.path(of: "vault")
        try Self.fill(path, users: 1)
        let recording = try DiskRecording("opening", of: path)
        let vault = try Self.open(path, storage: recording.storage)
        while try vault.checkOn() {}
        let syncs = recording.steps.filter { if case .sync = $0 { true } else { false } }
        let writes = recording.steps.filter { if case .write = $0 { true } else { false } }
        #expect(syncs.isEmpty)
        #expect(writes.isEmpty)
        // The first change is durable all the same.
        try vault.enroll("bert", zed)
        let last = recording.steps.suffix(2)
        #expect(last.contains { if case .sync(path + ".guard") = $0 { true } else { false } })
    }

    @Test func `the log of a killed process is synced before the guard counts it`() throws {
        let (scratch, copy) = (try TemporaryFolder(), try TemporaryFolder())
        try Self.fill(scratch.path(of: "vault"), users: 1)
        do {
            let vault = try Self.open(scratch.path(of: "vault"))
            try vault.enroll("bert", zed)
            let bert = try UserName("bert")
            let write = try vault.later(of: bert) { () throws(VaultError) in
                try vault.restrict(bert, isDisabled: true, expiry: nil)
            }.write
            // Committed, and neither synced nor counted yet.
            for name in ["vault", "vault-wal", "vault.guard"] { try copy.write(scratch.contents(of: name), to: name) }
            try write.finish()
        }
        let path = copy.path(of: "vault")
        let recording = try DiskRecording("behind", of: path)
        let vault = try Self.open(path, storage: recording.storage)
        #expect(vault.alarm == nil)
        let logged = recording.steps.firstIndex { if case .sync(path + "-wal") = $0 { true } else { false } }
        let counted = recording.steps.firstIndex { if case .write(path + ".guard", _, _) = $0 { true } else { false } }
        #expect(try #require(logged) < #require(counted))
    }

    /// The most steps of SQLite in one part of the check.
    private static func mostSteps(_ path: String) throws -> Int {
        let vault = try open(path)
        var (most, isMore) = (0, true)
        while isMore {
            let before = vault.database.tally.steps
            isMore = try vault.checkOn()
            most = max(most, vault.database.tally.steps - before)
        }
        return most
    }

    @Test func `a part of the check takes the same steps whatever the number of results`() throws {
        try Self.fill(scratch.path(of: "small"), results: 500)
        try Self.fill(scratch.path(of: "large"), results: 5_000)
        let small = try Self.mostSteps(scratch.path(of: "small"))
        #expect(small > 100)
        #expect(try Self.mostSteps(scratch.path(of: "large")) == small)
    }
}
