import Testing
import TestSupport
import TouchCore
import TouchModels
import WebKeys

@testable import TouchVault

extension TemporaryFolder {
    /// All its files, concatenated.
    var bytes: [UInt8] { names.flatMap { contents(of: $0) } }

    /// The bytes of a file; empty if it does not exist.
    func contents(of name: String) -> [UInt8] { (try? Self.bytes(of: path(of: name))) ?? [] }
}

extension StretchParameters {
    /// Almost no work, for tests that do not measure it.
    static let forTests = StretchParameters(uncheckedPasses: 1, memoryBytes: 8 << 10)
}

extension Vault {
    /// Walks along all stored results at once.
    func verifyResults(comparing known: AuditHead? = nil) throws(VaultError) -> AuditFinding {
        var walk = AuditWalk(comparing: known)
        while true {
            if let finding = try walk.proceed(in: self) { return finding }
        }
    }

    /// A vault whose patterns cost next to nothing.
    static func quick(
        _ path: String = Vault.inMemory, resultLimit: Int = 100, schedule: Schedule = .present,
        isExpected: Bool = false
    ) throws(VaultError) -> Vault {
        let vault = try Vault.open(
            path: path, pepper: pepper(), parameters: .forTests, resultLimit: resultLimit, schedule: schedule,
            isExpected: isExpected)
        while try vault.checkOn() {}
        return vault
    }

    /// A test pepper, the same for the same number.
    static func pepper(_ number: UInt8 = 7) throws(VaultError) -> SecretBytes {
        var bytes = [UInt8](repeating: number, count: 32)
        return try SecretBytes(wiping: &bytes)
    }

    func enroll(_ name: String, _ dots: [Int], at moment: Moment = .test) throws {
        try store(try beginEnrollment(try UserName(name)).run(try pattern(dots)), at: moment)
    }

    func verify(_ name: String, _ dots: [Int], at moment: Moment = .test) throws -> VerificationVerdict {
        let pattern = try pattern(dots)
        return try finish(try begin(name, dots, at: moment).run(pattern))
    }

    /// Counts an attempt; a refusal is thrown.
    func begin(_ name: String, _ dots: [Int], at moment: Moment = .test) throws -> Verification {
        switch try beginVerification(try UserName(name), try pattern(dots), at: moment) {
        case .granted(let verification): return verification
        case .refused(let standing): throw Refused(standing: standing)
        }
    }

    func users(at moment: Moment = .test) throws -> [EnrolledUser] {
        var (walk, all) = (UserWalk(), [EnrolledUser]())
        while let users = try walk.proceed(in: self, at: moment) { all += users }
        return all
    }

    /// Seals the patterns of all users as a touchd did that had no second duress secrets, and drops their columns.
    func makeOlder() throws {
        let users = try users().map(\.user)
        try transaction { () throws(VaultError) in
            for user in users {
                guard var credential = try credentialTable.credential(of: user, key: sealKey) else { continue }
                credential.pattern.second = nil
                try credentialTable.write(credential, key: sealKey)
            }
        }
        try sealAsBefore()
        let drops = ["credential", "secret"].map { "ALTER TABLE \($0) DROP COLUMN second_duress;" }.joined()
        try database.execute(drops + "PRAGMA user_version = \(Schema.userSummingStep - 2)")
    }

    /// Seals the guard's row as a touchd did that digested the records of users; the vault is to be closed then.
    func sealAsBefore() throws {
        var state = guarding.state
        state.digest = try FormerDigest.bytes(in: database, key: sealKey)
        try GuardTable(database).write(state, key: sealKey)
        try database.execute(
            "ALTER TABLE checkpoint ADD COLUMN token TEXT; PRAGMA user_version = \(Schema.userSummingStep - 1)")
    }

    /// The results that can be read.
    func results(limit: Int, owner: UInt32? = nil) throws -> [StoredResult] {
        try results(after: 0, limit: limit, owner: owner).compactMap(\.result)
    }

    func failures() throws -> [Int] { try users().map(\.standing.failed) }
}

/// An attempt that was not even counted.
struct Refused: Error, Equatable {
    let standing: Standing
}

extension Moment {
    /// A moment on the tests' own clocks.
    static let test = Moment(
        boot: BootID(bytes: Array(1...16)), monotonic: Instant(microseconds: 2_000_000),
        boottime: Instant(microseconds: 3_000_000),
        wall: WallTime(microseconds: 1_700_000_000_000_000))
}

/// A pattern on a grid of 3 × 3.
func pattern(_ dots: [Int], rows: Int = 3, columns: Int = 3) throws -> Secret {
    var dots = dots
    return try Secret(PatternLock.secret, in: PatternLock.secret.form((rows, columns)), wiping: &dots)
}

/// A PIN.
func pin(_ digits: [Int]) throws -> Secret {
    var digits = digits
    return try Secret(PINPad.secret, in: PINPad.secret.form(), wiping: &digits)
}

/// The seven: down the left side and along the bottom.
let seven = [0, 3, 6, 7, 8]
/// Another one.
let zed = [0, 1, 2, 4, 6, 7, 8]

extension TokenIssuer {
    /// Signs with a new key from now on.
    @discardableResult
    func rotate(atOnce isAtOnce: Bool = false, at moment: Moment) throws(VaultError) -> VerificationKey {
        let rotation = try prepareRotation(atOnce: isAtOnce, at: moment)
        try finish(rotation)
        return rotation.key
    }
}

extension TokenIssuer {
    /// Issues and signs a token.
    func tokenText(
        for id: ResultID, challenge: String? = nil, binding: TokenBinding = .none, at moment: Moment
    ) throws(VaultError) -> String? {
        try issue(for: id, challenge: challenge, binding: binding, at: moment)?.text
    }
}
