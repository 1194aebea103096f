internal import TouchConfiguration
internal import TouchCore

/// How Argon2id is run.
struct Stretching: Hashable, Sendable {
    let salt: [UInt8]
    let parameters: StretchParameters

    /// What a seal covers of it.
    var sealed: [UInt8] {
        [parameters.passes, parameters.memoryBytes].flatMap { Int64($0).littleEndianBytes } + salt
    }
}

/// The stored form of one kind of secret: a row of the table `secret`; the secrets cannot be recovered from it.
///
/// A user has an everyday secret of each kind, at level 0, and perhaps ones for duress, at level 1. Whoever forces the user
/// takes the second for the first, and what is set with it as proof lies one level deeper: all that happens at a level and
/// below it is the same for each level. Only the end would differ, so that the secrets for duress of all kinds are counted.
struct StoredSecret: Hashable {
    /// How many levels there are; at each, there is a secret or a value that is indistinguishable without the pepper.
    static let levels = 8
    /// How many secrets for duress may be set until an administrator stores a secret, so that the levels suffice; of these,
    /// up to ``maxHead`` count from the start, by chance: what is left seldom tells how many there are.
    static let maxCount = levels - 1
    static let maxHead = 3

    /// Rows of the grid that it is entered on; 0 without a grid.
    var rows: Int
    var columns: Int
    /// The same for all levels, so that one run serves them all.
    let stretching: Stretching
    /// By level: BLAKE2b, keyed with the pepper, of Argon2id's output; at last a hash of ``SecretLevels/count``.
    var verifiers: [[UInt8]]
}

/// What stands at each level of a stored secret, which only the pepper reveals; the same hashes are made whatever it is.
struct SecretLevels {
    enum Mark: CaseIterable {
        case secret, nothing, removed
    }
    private var marks: [Mark] = []
    /// How many secrets for duress, of whatever kind, were set when the user last changed this kind.
    private(set) var count = 0

    init(_ secret: StoredSecret, of user: UserName, with pepper: borrowing SecretBytes) {
        var absence = SecretHash.Absence(of: user, salt: secret.stretching.salt)
        for level in 0..<StoredSecret.levels {
            var found = Mark.secret
            for mark in Mark.allCases where mark != .secret {
                if KeyedHash.matches(secret.verifiers[level], absence.bytes(at: level, mark), key: pepper) {
                    found = mark
                }
            }
            marks.append(found)
        }
        for number in 0...StoredSecret.maxCount {
            let text = absence.bytes(at: StoredSecret.levels + number, .nothing)
            if KeyedHash.matches(secret.verifiers[StoredSecret.levels], text, key: pepper) { count = number }
        }
    }

    /// Whether there is a secret at a level; nil if none is, nor appears to be removed.
    subscript(level: Int) -> Bool? {
        switch marks[level] {
        case .secret: true
        case .removed: false
        case .nothing: nil
        }
    }

    /// How many secrets for duress the user has set: no level is deeper.
    static func count(_ all: [SecretKind: SecretLevels]) -> Int { all.values.map(\.count).max() ?? 0 }

    /// Whether only administrators still see them.
    var areHidden: Bool { marks.contains(.removed) }
    /// Whether that is so for all kinds of a user: removed under duress.
    static func areHidden(_ all: [SecretKind: SecretLevels]) -> Bool {
        !all.isEmpty && all.values.allSatisfy(\.areHidden)
    }
    /// Whether there is any.
    var haveSecret: Bool { marks.contains(.secret) }
    /// Whether there is one for duress.
    var hasDuress: Bool { marks.dropFirst().contains(.secret) }
}

/// One row of the table `credential`, with the user's rows of `secret`.
///
/// Sealed as a whole: an attacker who can change the file cannot give one user another's secret, or remove an expiry.
struct Credential {
    /// All secrets are rows of `secret`; in scheme 2, the pattern was in the row of the user.
    static let scheme: Int64 = 3

    let id: Int64
    let user: UserName
    /// When a secret was last stored, or appeared to be, by the wall clock.
    var created: WallTime
    var secrets: [SecretKind: StoredSecret] = [:]
    /// When the secrets expire, by the wall clock; nil: never.
    var expiry: WallTime?
    var isDisabled = false
    /// Whether a recovery key voided the user's secrets and none was stored since.
    var isRecovering = false
    private(set) var isGenuine = true
    /// Whether it was locked by removing its seal.
    private(set) var isUnsealed = false

    init(id: Int64, user: UserName, created: WallTime) {
        (self.id, self.user, self.created) = (id, user, created)
    }

    var kinds: [SecretKind] { secrets.keys.sorted() }

    /// Reads a row of `credential`, and the user's of `secret`; only name and number are used of one that it cannot read.
    init(
        _ row: borrowing Row, of user: UserName, _ secrets: [SecretKind: StoredSecret]?, key: borrowing SecretBytes
    ) throws(VaultError) {
        self.init(id: try row.integer(0), user: user, created: WallTime(microseconds: 0))
        isUnsealed = row.isNull(6)
        do throws(VaultError) {
            guard try row.integer(1) == Self.scheme else { throw row.damage(at: 1, "is not a scheme of this schema") }
            guard let secrets else { throw row.damage(at: 0, "has a secret that cannot be read") }
            created = WallTime(microseconds: try row.integer(2))
            expiry = try row.optionalInteger(3).map(WallTime.init(microseconds:))
            isDisabled = try row.integer(4, in: 0...1) == 1
            isRecovering = try row.integer(5, in: 0...1) == 1
            self.secrets = secrets
            let stored = (try? row.optionalBlob(6, count: KeyedHash.byteCount)) ?? []
            isGenuine = KeyedHash.areEqual(stored, seal(key: key))
        } catch {
            guard case .damaged = error else { throw error }
            isGenuine = false
        }
    }

    /// What locks the user out at a given moment, apart from wrong guesses.
    func state(at moment: Moment) -> UserState {
        if isDisabled { return .disabled }
        if let expiry, moment.wall >= expiry { return .expired }
        return isRecovering ? .recovering : .active
    }

    /// What a seal covers besides numbers.
    var flags: Int64 { (isDisabled ? 1 : 0) + (isRecovering ? 2 : 0) + (expiry == nil ? 0 : 4) }

    func seal(key: borrowing SecretBytes) -> [UInt8] {
        let name = Array(user.description.utf8)
        var message = Array("touchd credential 2\0".utf8) + [UInt8(name.count)] + name
        for number in [id, Self.scheme, created.microseconds, flags, expiry?.microseconds ?? 0] {
            message += number.littleEndianBytes
        }
        for kind in kinds {
            guard let secret = secrets[kind] else { continue }
            message += Array("\(kind)\0".utf8)
            for number in [secret.rows, secret.columns] { message += Int64(number).littleEndianBytes }
            message += secret.stretching.sealed
            // Joined, they would come byte by byte.
            for verifier in secret.verifiers { message += verifier }
        }
        return KeyedHash.bytes(of: message, key: key)
    }
}

extension Row {
    borrowing func parameters(_ column: Int32) throws(VaultError) -> StretchParameters {
        StretchParameters(
            uncheckedPasses: try integer(column, in: StretchParameters.storedPasses),
            memoryBytes: try integer(column + 1, in: StretchParameters.storedMemory))
    }
}
