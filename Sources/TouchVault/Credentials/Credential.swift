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

/// The stored form of one kind of secret.
struct SecretPair: Hashable {
    /// The everyday secret.
    var everyday: StoredSecret
    /// The duress secret; if there is none, a value that is indistinguishable without the pepper.
    var duress: StoredSecret
    /// The verifier of a second duress secret, which was stored under duress and is stretched like the first; if there
    /// is none, such a value.
    ///
    /// Nil only in a row that was last written by a touchd without it: the next change fills it in.
    var second: [UInt8]?

    subscript(slot: SecretSlot) -> StoredSecret {
        get { slot == .everyday ? everyday : duress }
        set { if slot == .everyday { everyday = newValue } else { duress = newValue } }
    }
}

/// One row of the table `credential`, with the user's rows of `secret`.
///
/// Sealed as a whole: an attacker who can change the file cannot give one user another's secret, or remove an expiry.
/// The pair of the pattern is always in the row itself; the others have their own rows.
struct Credential {
    /// The verifier is BLAKE2b, keyed with the pepper, of Argon2id's output.
    ///
    /// Scheme 1 was the output of Argon2id itself; the second step of the schema converted it.
    static let scheme: Int64 = 2

    let id: Int64
    let user: UserName
    var rows: Int
    var columns: Int
    /// When a secret was last stored, or appeared to be, by the wall clock.
    var created: WallTime
    /// The pattern; for a user without one, a value that is indistinguishable without the pepper.
    var pattern: SecretPair
    /// Secrets of other kinds.
    private var others: [SecretKind: SecretPair] = [:]
    /// When the secrets expire, by the wall clock; nil: never.
    var expiry: WallTime?
    /// Whether an administrator disabled the user.
    var isDisabled = false
    /// Whether a recovery key voided the user's secrets and none was stored since.
    var isRecovering = false
    /// Whether touchd wrote the row.
    private(set) var isGenuine = true
    /// Whether it was locked by removing its seal.
    private(set) var isUnsealed = false

    init(
        id: Int64, user: UserName, rows: Int, columns: Int, created: WallTime, pattern: SecretPair
    ) {
        self.id = id
        self.user = user
        self.rows = rows
        self.columns = columns
        self.created = created
        self.pattern = pattern
    }

    /// The stored form of one kind.
    subscript(kind: SecretKind) -> SecretPair? {
        get { kind == Self.kindOfRow ? pattern : others[kind] }
        set {
            guard kind == Self.kindOfRow else { return others[kind] = newValue }
            if let newValue { pattern = newValue }
        }
    }

    /// The kind whose pair is in the row itself.
    static let kindOfRow: SecretKind = "pattern"

    /// The kinds of all pairs.
    var kinds: [SecretKind] { [Self.kindOfRow] + rowsOfSecrets.map(\.kind) }

    /// The pairs that have their own rows, in the order of their kinds.
    var rowsOfSecrets: [(kind: SecretKind, pair: SecretPair)] {
        others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Drops everything but the pattern.
    mutating func dropOthers() { others = [:] }

    /// Reads a row in the order of ``CredentialTable``'s columns; one that cannot be read is not genuine, and only its
    /// name and number are used.
    ///
    /// - Parameter others: the rows of the user's other secrets; nil: they cannot be read.
    init(
        _ row: borrowing Row, of user: UserName, _ others: [SecretKind: SecretPair]?, key: borrowing SecretBytes
    ) throws(VaultError) {
        do throws(VaultError) { try self.init(reading: row, of: user, others, key: key) } catch {
            guard case .damaged = error else { throw error }
            let nothing = StoredSecret(
                parameters: .standard, salt: [UInt8](repeating: 0, count: SecretHash.saltByteCount),
                verifier: [UInt8](repeating: 0, count: SecretHash.verifierByteCount))
            self.init(
                id: try row.integer(0), user: user, rows: 3, columns: 3, created: WallTime(microseconds: 0),
                pattern: SecretPair(everyday: nothing, duress: nothing))
            isUnsealed = row.isNull(17)
            isGenuine = false
        }
    }

    private init(
        reading row: borrowing Row, of user: UserName, _ others: [SecretKind: SecretPair]?, key: borrowing SecretBytes
    ) throws(VaultError) {
        guard try row.integer(2) == Self.scheme else { throw row.damage(at: 2, "is not a scheme of this schema") }
        let side = Int64(Secret.side.lowerBound)...Int64(Secret.side.upperBound)
        self.init(
            id: try row.integer(0), user: user, rows: try row.integer(7, in: side),
            columns: try row.integer(8, in: side), created: WallTime(microseconds: try row.integer(9)),
            pattern: SecretPair(
                everyday: try row.secret(at: 3, salt: 5), duress: try row.secret(at: 13, salt: 15),
                second: try row.optionalBlob(18, count: SecretHash.verifierByteCount)))
        guard let others else { throw row.damage(at: 0, "has a secret that cannot be read") }
        self.others = others
        expiry = try row.optionalInteger(10).map(WallTime.init(microseconds:))
        isDisabled = try row.integer(11, in: 0...1) == 1
        isRecovering = try row.integer(12, in: 0...1) == 1
        let stored = (try? row.optionalBlob(17, count: KeyedHash.byteCount)) ?? []
        isUnsealed = row.isNull(17)
        isGenuine = KeyedHash.areEqual(stored, seal(key: key))
    }

    /// What locks the user out at a given moment, apart from wrong guesses.
    func state(at moment: Moment) -> UserState {
        if isDisabled { return .disabled }
        if let expiry, moment.wall >= expiry { return .expired }
        return isRecovering ? .recovering : .active
    }

    /// The keyed hash over every field of the row.
    func seal(key: borrowing SecretBytes) -> [UInt8] {
        let name = Array(user.description.utf8)
        var message = Array("touchd credential 1\0".utf8) + [UInt8(name.count)] + name
        let flags = Int64((isDisabled ? 1 : 0) + (isRecovering ? 2 : 0) + (expiry == nil ? 0 : 4))
        for number in [
            id, Self.scheme, Int64(rows), Int64(columns), created.microseconds, flags, expiry?.microseconds ?? 0,
        ] { message += Self.bytes(of: number) }
        message += Self.bytes(of: pattern)
        for (kind, pair) in rowsOfSecrets { message += Array("\(kind)\0".utf8) + Self.bytes(of: pair) }
        return KeyedHash.bytes(of: message, key: key)
    }

    private static func bytes(of pair: SecretPair) -> [UInt8] {
        [pair.everyday, pair.duress].flatMap { (secret) -> [UInt8] in
            let costs = [Int64(secret.parameters.passes), Int64(secret.parameters.memoryBytes)]
            return costs.flatMap(bytes(of:)) + secret.salt + secret.verifier
        } + (pair.second ?? [])
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
    }
}

extension Row {
    borrowing func secret(at column: Int32, salt: Int32) throws(VaultError) -> StoredSecret {
        StoredSecret(
            parameters: StretchParameters(
                uncheckedPasses: try integer(column, in: StretchParameters.storedPasses),
                memoryBytes: try integer(column + 1, in: StretchParameters.storedMemory)),
            salt: try blob(salt, count: SecretHash.saltByteCount),
            verifier: try blob(salt + 1, count: SecretHash.verifierByteCount))
    }
}
