internal import TouchConfiguration
internal import TouchCore

/// The stored form of one secret; the secret cannot be recovered from it.
struct StoredSecret: Hashable {
    var parameters: StretchParameters
    var salt: [UInt8]
    /// BLAKE2b, keyed with the pepper, of Argon2id's output.
    var verifier: [UInt8]

    /// Whether one run of Argon2id serves both.
    func isStretchedLike(_ other: StoredSecret) -> Bool {
        parameters == other.parameters && salt == other.salt
    }
}

/// The stored form of one kind of secret: a row of the table `secret`.
///
/// A user has an everyday secret, which has level 0, and perhaps one for duress, which has level 1. Whoever forces the user
/// takes the second for the first, and what is set with it as proof then lies one level deeper than it seems.
struct SecretPair: Hashable {
    /// How many levels there are; at each, there is a secret or a value that is indistinguishable without the pepper.
    static let levels = 8

    /// Rows of the grid that it is entered on; 0 without a grid.
    var rows: Int
    var columns: Int
    var everyday: StoredSecret
    var duress: StoredSecret
    /// The verifiers of the other levels, stretched like level 1.
    var deeper: [[UInt8]]

    subscript(slot: SecretSlot) -> StoredSecret {
        get { slot == .everyday ? everyday : duress }
        set { if slot == .everyday { everyday = newValue } else { duress = newValue } }
    }

    subscript(level level: Int) -> [UInt8] {
        get { level == 0 ? everyday.verifier : level == 1 ? duress.verifier : deeper[level - 2] }
        set {
            switch level {
            case 0: everyday.verifier = newValue
            case 1: duress.verifier = newValue
            default: deeper[level - 2] = newValue
            }
        }
    }
}

/// One row of the table `credential`, with the user's rows of `secret`.
///
/// Sealed as a whole: an attacker who can change the file cannot give one user another's secret, or remove an expiry.
struct Credential {
    /// A verifier is BLAKE2b, keyed with the pepper, of Argon2id's output, and all secrets are rows of `secret`.
    ///
    /// In scheme 1 it was the output of Argon2id itself, in scheme 2 the pattern was in the row of the user.
    static let scheme: Int64 = 3

    let id: Int64
    let user: UserName
    /// When a secret was last stored, or appeared to be, by the wall clock.
    var created: WallTime
    var secrets: [SecretKind: SecretPair] = [:]
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

    /// Reads a row of ``CredentialTable``, and the user's of `secret`; only name and number are used of one that it cannot read.
    init(
        _ row: borrowing Row, of user: UserName, _ secrets: [SecretKind: SecretPair]?, key: borrowing SecretBytes
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
            guard let pair = secrets[kind] else { continue }
            message += Array("\(kind)\0".utf8)
            for number in [pair.rows, pair.columns] { message += Int64(number).littleEndianBytes }
            for secret in [pair.everyday, pair.duress] { secret.append(to: &message) }
            for verifier in pair.deeper { message += verifier }
        }
        return KeyedHash.bytes(of: message, key: key)
    }
}

extension StoredSecret {
    func append(to message: inout [UInt8]) {
        for cost in [parameters.passes, parameters.memoryBytes] { message += Int64(cost).littleEndianBytes }
        message += salt
        message += verifier
    }
}

extension Row {
    borrowing func secret(at column: Int32, salt: Int32) throws(VaultError) -> StoredSecret {
        StoredSecret(
            parameters: try stretch(at: column),
            salt: try blob(salt, count: SecretHash.saltByteCount),
            verifier: try blob(salt + 1, count: SecretHash.verifierByteCount))
    }

    borrowing func stretch(at column: Int32) throws(VaultError) -> StretchParameters {
        StretchParameters(
            uncheckedPasses: try integer(column, in: StretchParameters.storedPasses),
            memoryBytes: try integer(column + 1, in: StretchParameters.storedMemory))
    }
}
