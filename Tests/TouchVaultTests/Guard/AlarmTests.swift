import Glibc
import Testing
import TestSupport

@testable import TouchVault

/// Tampering with the files of a closed vault.
enum Tampering: String, CaseIterable {
    case deleted, emptied, halved, cutToOnePage, overwritten, foreignText, replayed, logDropped
    case guardDeleted, guardEmptied, guardOverwritten, guardReplayed
    case keyDeleted, userAdded, counterRaised

    var alarm: VaultAlarm {
        switch self {
        case .deleted, .emptied: .missing
        case .halved, .cutToOnePage, .overwritten, .foreignText, .keyDeleted: .damaged
        case .replayed, .logDropped: .rolledBack
        case .guardDeleted: .guardMissing
        case .guardEmptied, .guardOverwritten, .guardReplayed: .guardAltered
        case .userAdded, .counterRaised: .altered
        }
    }

    /// Does it; `former` holds the files as they were some attempts before.
    func apply(_ scratch: TemporaryFolder, former: [String: [UInt8]]) throws {
        let whole = scratch.contents(of: "vault")
        func sql(_ text: String) throws {
            try Database.open(path: scratch.path(of: "vault")).execute("PRAGMA foreign_keys = OFF; \(text)")
        }
        switch self {
        case .deleted: unsafe unlink(scratch.path(of: "vault"))
        case .emptied: try scratch.write([], to: "vault")
        case .halved: try scratch.write(Array(whole.prefix(whole.count / 2)), to: "vault")
        case .cutToOnePage: try scratch.write(Array(whole.prefix(4_096)), to: "vault")
        case .overwritten:
            try scratch.write(
                whole.enumerated().map { (4_096..<20_480).contains($0.offset) ? 0xa5 : $0.element }, to: "vault")
        case .foreignText: try scratch.write(Array(repeating: UInt8(ascii: "x"), count: 9_000), to: "vault")
        case .replayed: try scratch.write(former["vault"] ?? [], to: "vault")
        case .logDropped:
            try scratch.write(former["unfolded"] ?? [], to: "vault")
            try scratch.write(former["unfolded.guard"] ?? [], to: "vault.guard")
        case .guardDeleted: unsafe unlink(scratch.path(of: "vault.guard"))
        case .guardEmptied: try scratch.write([], to: "vault.guard")
        case .guardOverwritten: try scratch.write(Array(repeating: 7, count: 5_000), to: "vault.guard")
        case .guardReplayed: try scratch.write(former["vault.guard"] ?? [], to: "vault.guard")
        case .keyDeleted: try sql("DELETE FROM key WHERE name = 'vault'")
        case .userAdded:
            try sql(
                """
                INSERT INTO credential SELECT 77, 'carl', scheme, created, expires, disabled, recovering, seal
                FROM credential WHERE user = 'bert';
                INSERT INTO secret SELECT 'carl', kind, passes, memory, salt, verifiers, rows, columns
                FROM secret WHERE user = 'bert';
                INSERT INTO attempt (user, failed, boot, boottime, sequence, seal)
                SELECT 'carl', failed, boot, boottime, sequence, seal FROM attempt WHERE user = 'bert'
                """)
        case .counterRaised: try sql("UPDATE guard SET counter = counter + 1")
        }
    }
}

struct AlarmTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    /// A closed vault of anna, with three failed attempts, and bert, who is disabled; and its files some time before.
    private static func used(_ scratch: TemporaryFolder) throws -> [String: [UInt8]] {
        var former: [String: [UInt8]] = [:]
        do {
            let vault = try Vault.ofAnna(scratch.path(of: "vault"))
            try vault.enroll("bert", zed)
            _ = try vault.restrict(UserName("bert"), isDisabled: true, expiry: nil)
        }
        for name in ["vault", "vault.guard"] { former[name] = scratch.contents(of: name) }
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            for _ in 0..<3 { _ = try vault.begin("anna", zed) }
            // The last changes are only in the log, which an attacker might delete.
            former["unfolded"] = scratch.contents(of: "vault")
            former["unfolded.guard"] = scratch.contents(of: "vault.guard")
        }
        return former
    }

    @Test(arguments: Tampering.allCases)
    func `tampering with one file locks every user and raises an alarm, over starts, until a new enrollment`(
        tampering: Tampering
    ) throws {
        try tampering.apply(scratch, former: Self.used(scratch))
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            #expect(vault.alarm == tampering.alarm)
            #expect(vault.newAlarm == vault.alarm)
            for (user, dots) in [("anna", seven), ("bert", zed), ("carl", zed), ("nobody", seven)] {
                #expect(throws: Refused(standing: .altered), "\(user)") { try vault.begin(user, dots) }
            }
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.newAlarm == nil)
        #expect(vault.alarm != nil)
        #expect(try vault.clearAlarm())
        #expect(vault.alarm == nil)
        if try !vault.users().isEmpty {
            #expect(throws: Refused(standing: .altered)) { try vault.begin("anna", seven) }
        }
        try vault.enroll("anna", seven)
        #expect(try vault.verify("anna", seven) == .passed)
        #expect(try vault.verify("nobody", seven) == .unknownUser)
    }

    /// What a first start may leave of the guard file, beside a database without content.
    private static let beginnings: [[UInt8]] = [
        [], Array("touchd guard 1".utf8), [UInt8](repeating: 0, count: GuardFile.slotStride + 72),
    ]

    @Test(arguments: beginnings)
    func `a first start that was cut short is no tampering`(guardFile: [UInt8]) throws {
        do { _ = try Database.open(path: scratch.path(of: "vault")) }
        #expect(!scratch.contents(of: "vault").isEmpty)
        try scratch.write(guardFile, to: "vault.guard")
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            #expect(vault.alarm == nil)
            try vault.enroll("anna", seven)
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.alarm == nil)
        #expect(try vault.verify("anna", seven) == .passed)
    }

    /// What a first start leaves that is cut short: a guard that has counted nothing, and an empty vault.
    private func beginOpening() throws {
        let opening = try DatabaseOpening(
            path: scratch.path(of: "vault"), pepper: Vault.pepper(), schema: .present, storage: Storage(),
            isReplacement: false)
        #expect(opening.alarm == nil)
    }

    @Test(arguments: [false, true])
    func `a missing vault is missed even if the start that notices it is cut short`(hasTables: Bool) throws {
        try beginOpening()
        if !hasTables { unsafe unlink(scratch.path(of: "vault")) }
        let vault = try Vault.quick(scratch.path(of: "vault"), isExpected: true)
        #expect(vault.newAlarm == .missing)
    }

    @Test func `an expected vault whose guard is as it was at first has an altered guard`() throws {
        try beginOpening()
        let first = scratch.contents(of: "vault.guard")
        do { try Vault.quick(scratch.path(of: "vault")).enroll("anna", seven) }
        try scratch.write(first, to: "vault.guard")
        let vault = try Vault.quick(scratch.path(of: "vault"), isExpected: true)
        #expect(vault.newAlarm == .guardAltered)
    }

    @Test(arguments: [false, true]) func `untouched files raise no alarm`(isExpected: Bool) throws {
        _ = try Self.used(scratch)
        let vault = try Vault.quick(scratch.path(of: "vault"), isExpected: isExpected)
        #expect(vault.alarm == nil)
        #expect(try vault.failures() == [3, 0])
    }

    @Test(arguments: ["vault", "vault.guard"])
    func `removing a file while the vault is open locks until it is back`(name: String) throws {
        let vault = try Vault.ofAnna(scratch.path(of: "vault"))
        unsafe rename(scratch.path(of: name), scratch.path(of: "elsewhere"))
        #expect(vault.alarm == .removed)
        #expect(throws: Refused(standing: .altered)) { try vault.begin("anna", seven) }
        #expect(try vault.standing(of: UserName("anna"), at: .test) == .altered)
        #expect(try vault.users().map(\.standing) == [.altered])
        try scratch.write([], to: name)
        #expect(vault.alarm == .removed)
        unsafe rename(scratch.path(of: "elsewhere"), scratch.path(of: name))
        #expect(vault.alarm == nil)
        #expect(try vault.verify("anna", seven) == .passed)
    }
}
