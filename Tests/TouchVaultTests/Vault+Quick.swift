import TouchConfiguration
import Testing
import TestSupport
import TouchCore
@testable import TouchModels
import StrictJSON

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
    ///
    /// - Parameter isChecked: whether the check behind the opening is done, too.
    static func quick(
        _ path: String = Vault.inMemory, resultLimit: Int = 100, schedule: Schedule = .present,
        counter: (any StartCounter)? = nil, isExpected: Bool = false, schema: Schema = .present,
        storage: Storage = Storage(), isChecked: Bool = true
    ) throws(VaultError) -> Vault {
        let vault = try Vault.open(
            path: path, pepper: pepper(), parameters: .forTests, resultLimit: resultLimit, schedule: schedule,
            counter: counter, isExpected: isExpected, schema: schema, storage: storage)
        if isChecked { while try vault.checkOn() {} }
        return vault
    }

    /// The same of anna, whose pattern is the seven.
    static func ofAnna(_ path: String = Vault.inMemory, resultLimit: Int = 100) throws -> Vault {
        let vault = try quick(path, resultLimit: resultLimit)
        try vault.enroll("anna", seven)
        return vault
    }

    /// The same with that many results.
    static func withResults(
        _ count: Int, _ path: String = Vault.inMemory, limit: Int = 100
    ) throws(VaultError) -> Vault {
        let vault = try quick(path, resultLimit: limit)
        for number in 0..<count { _ = try vault.insert(.sample(wall: Int64(number))) }
        return vault
    }

    /// A test pepper, the same for the same number.
    static func pepper(_ number: UInt8 = 7) throws(VaultError) -> SecretBytes {
        var bytes = [UInt8](repeating: number, count: 32)
        return try SecretBytes(wiping: &bytes)
    }

    func enroll(_ name: String, _ dots: [Int]) throws { try enroll(name, pattern(dots)) }

    func enroll(
        _ name: String, _ secret: Secret, spendsRecovery: Bool = false
    ) throws {
        let outcome = try beginEnrollment(UserName(name), of: secret.kind).run(secret)
        try store(outcome, at: .test, spendsRecovery: spendsRecovery)
    }

    /// Stores a secret for duress.
    func setDuress(_ name: String, _ secret: Secret) throws {
        #expect(try change(name, secret, at: 1, when: nil) == .stored)
    }

    /// Stores what a user sets with the proof of a secret.
    ///
    /// - Parameter moment: nil: it is a secret for duress.
    @discardableResult
    func change(
        _ name: String, _ secret: Secret, at level: Int = 0, when moment: Moment? = .test
    ) throws -> StoredChange {
        let begun = try beginChange(UserName(name), of: secret.kind, at: level, isForDuress: moment == nil)
        return try storeChange(#require(begun).run(secret), at: level, changed: moment)
    }

    func verify(_ name: String, _ dots: [Int], at moment: Moment = .test) throws -> VerificationVerdict {
        try verify(name, pattern(dots), at: moment)
    }

    func verify(_ name: String, _ secret: Secret, at moment: Moment = .test) throws -> VerificationVerdict {
        try finish(begin(name, secret, at: moment).run(secret))
    }

    func finish(_ outcome: VerificationOutcome) throws(VaultError) -> VerificationVerdict {
        try finish(outcome, at: .test).verdict
    }

    func begin(_ name: String, _ dots: [Int], at moment: Moment = .test) throws -> Verification {
        try begin(name, pattern(dots), at: moment)
    }

    /// Counts an attempt; a refusal is thrown.
    func begin(_ name: String, _ secret: Secret, at moment: Moment = .test) throws -> Verification {
        switch try beginVerification(UserName(name), secret, at: moment) {
        case .granted(let verification): return verification
        case .refused(let standing): throw Refused(standing: standing)
        }
    }

    func users(at moment: Moment = .test) throws -> [EnrolledUser] {
        var (walk, all) = (UserWalk(), [EnrolledUser]())
        while let users = try walk.proceed(in: self, at: moment) { all += users }
        return all
    }

    /// The same for a pattern.
    func beginEnrollment(_ user: UserName) throws(VaultError) -> Enrollment {
        try beginEnrollment(user, of: "pattern")
    }

    /// Makes a recovery key of a user, as text.
    func recoveryKey(of name: String) throws -> String {
        guard let key = try makeRecoveryKey(for: UserName(name)) else { throw NoKey() }
        return key.text
    }

    func recover(
        _ name: String, with text: String, by caller: UInt32? = 1_000, at moment: Moment = .test
    ) throws -> RecoveryVerdict {
        guard let key = try RecoveryKey(text) else { throw NoKey() }
        return try recover(UserName(name), with: key, by: caller, at: moment)
    }

    /// The number that a query finds first.
    func number(_ sql: String) throws(VaultError) -> Int64? {
        try database.prepare(sql).first { row throws(VaultError) in try row.integer(0) }
    }

    /// Turns the file into that of touchd 0.1; the vault is to be closed then.
    func makeFormer() throws {
        try database.execute(Self.formerTables())
        let seal = try database.prepare("UPDATE credential SET seal = ? WHERE id = ?")
        for former in try FormerUser.all(in: database) {
            try seal.run(.blob(former.seal(key: sealKey)), .integer(former.credential.id))
        }
        if let start = try audit.start() {
            try database.prepare("UPDATE checkpoint SET mark = ?, token = ?").run(
                .blob(AuditLink.mark(of: start, key: key)), .text(audit.signed(start)))
        }
        var state = guarding.state
        state.digest = try FormerDigest.bytes(in: database, key: sealKey)
        try database.write(state, key: sealKey)
    }

    /// Statements that move patterns to the rows of users, unsealed, and drop secrets of other kinds.
    static func formerTables() throws -> String {
        let model = try Database.open(path: Database.inMemory)
        try model.execute(Schema.present.steps[0].sql)
        let table = try model.prepare("SELECT sql FROM sqlite_schema WHERE name = 'credential'").first {
            row throws(VaultError) in try row.text(0)
        }
        return """
            PRAGMA foreign_keys = OFF;
            CREATE TEMP TABLE users AS SELECT * FROM credential;
            CREATE TEMP TABLE secrets AS SELECT * FROM secret;
            DROP TABLE secret; DROP TABLE credential; \(table ?? "");
            INSERT INTO credential (id, user, scheme, created, expires, disabled, recovering, rows, columns,
                passes, memory, salt, verifier, duress_passes, duress_memory, duress_salt, duress_verifier)
            SELECT id, user, 2, created, expires, disabled, recovering, rows, columns,
                passes, memory, salt, substr(verifiers, 1, 32), passes, memory, salt, substr(verifiers, 33, 32)
            FROM users JOIN secrets USING (user) WHERE kind = 'pattern';
            ALTER TABLE result DROP COLUMN secret; ALTER TABLE checkpoint ADD COLUMN token TEXT;
            PRAGMA user_version = \(Schema.formerVersion);

            """
    }

    /// The results that can be read.
    func results(limit: Int, owner: UInt32? = nil) throws -> [StoredResult] {
        try results(after: 0, limit: limit, owner: owner).compactMap(\.result)
    }

    func failures() throws -> [Int] { try users().map(\.standing.failed) }
}

/// There is no recovery key, or a text is none.
struct NoKey: Error {}

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
        finish(rotation)
        return rotation.key
    }
}

extension TokenIssuer {
    /// Issues and signs a token.
    func tokenText(
        for id: ResultID, challenge: String? = nil, binding: TokenBinding = .none, at moment: Moment
    ) throws(VaultError) -> String? {
        try vault.result(id).flatMap { stored throws(VaultError) in
            try issue(for: stored, challenge: challenge, binding: binding, at: moment)?.text
        }
    }
}
