/// What is stored of one pattern: nothing that it could be read from.
struct StoredSecret: Hashable {
    var parameters: StretchParameters
    var salt: [UInt8]
    /// BLAKE2b, keyed with the pepper, of what Argon2id made.
    var verifier: [UInt8]

    /// Whether one stretch serves both.
    func isStretchedLike(_ other: StoredSecret) -> Bool {
        parameters == other.parameters && salt == other.salt
    }
}

/// One row of the table `credential`.
///
/// Sealed as a whole: who can change the file cannot give one user another's pattern, or lift an expiry.
struct Credential {
    /// The verifier is BLAKE2b, keyed with the pepper, of what Argon2id made.
    ///
    /// Scheme 1 was the output of Argon2id itself; the second step of the schema took it along.
    static let scheme: Int64 = 2

    let id: Int64
    let user: UserName
    var rows: Int
    var columns: Int
    /// When the pattern was stored, or seemed to be, by the wall clock.
    var createdWallMicroseconds: Int64
    /// The pattern.
    var pattern: StoredSecret
    /// The pattern to draw under duress; if there is none, something that cannot be told from one without the pepper.
    var duress: StoredSecret
    /// From when on nobody gets in, by the wall clock; nil: never.
    var expiryWallMicroseconds: Int64?
    /// Whether an administrator keeps the user out.
    var isDisabled = false
    /// Whether a recovery key made the pattern useless and none was drawn since.
    var isRecovering = false
    /// Whether touchd wrote the row as it is.
    private(set) var isGenuine = true
    /// Whether it was locked by taking its seal away.
    private(set) var isUnsealed = false

    init(
        id: Int64, user: UserName, rows: Int, columns: Int, createdWallMicroseconds: Int64, pattern: StoredSecret,
        duress: StoredSecret
    ) {
        self.id = id
        self.user = user
        self.rows = rows
        self.columns = columns
        self.createdWallMicroseconds = createdWallMicroseconds
        self.pattern = pattern
        self.duress = duress
    }

    /// Reads a row in the order of ``CredentialTable``'s columns; one that cannot be read is not genuine, and nothing but its
    /// name and number counts.
    init(_ row: borrowing Row, of user: UserName, key: borrowing SecretBytes) throws(VaultError) {
        do throws(VaultError) { try self.init(reading: row, of: user, key: key) } catch {
            guard case .damaged = error else { throw error }
            let nothing = StoredSecret(
                parameters: .standard, salt: [UInt8](repeating: 0, count: PatternHash.saltByteCount),
                verifier: [UInt8](repeating: 0, count: PatternHash.verifierByteCount))
            self.init(
                id: try row.integer(0), user: user, rows: 3, columns: 3, createdWallMicroseconds: 0, pattern: nothing,
                duress: nothing)
            isUnsealed = row.isNull(17)
            isGenuine = false
        }
    }

    private init(reading row: borrowing Row, of user: UserName, key: borrowing SecretBytes) throws(VaultError) {
        guard try row.integer(2) == Self.scheme else { throw row.damage(at: 2, "is not a scheme of this schema") }
        let side = Int64(Pattern.side.lowerBound)...Int64(Pattern.side.upperBound)
        self.init(
            id: try row.integer(0), user: user, rows: try row.integer(7, in: side),
            columns: try row.integer(8, in: side), createdWallMicroseconds: try row.integer(9),
            pattern: try row.secret(at: 3, salt: 5), duress: try row.secret(at: 13, salt: 15))
        expiryWallMicroseconds = try row.optionalInteger(10)
        isDisabled = try row.integer(11, in: 0...1) == 1
        isRecovering = try row.integer(12, in: 0...1) == 1
        let stored = (try? row.optionalBlob(17, count: KeyedHash.byteCount)) ?? []
        isUnsealed = row.isNull(17)
        isGenuine = KeyedHash.areEqual(stored, seal(key: key))
    }

    /// What keeps the user out at that moment beside wrong guesses.
    func state(at moment: Moment) -> UserState {
        if isDisabled { return .disabled }
        if let expiry = expiryWallMicroseconds, moment.wallMicroseconds >= expiry { return .expired }
        return isRecovering ? .recovering : .active
    }

    /// The keyed hash over everything that the row says.
    func seal(key: borrowing SecretBytes) -> [UInt8] {
        let name = Array(user.description.utf8)
        var message = Array("touchd credential 1\0".utf8) + [UInt8(name.count)] + name
        let flags = Int64((isDisabled ? 1 : 0) + (isRecovering ? 2 : 0) + (expiryWallMicroseconds == nil ? 0 : 4))
        for number in [
            id, Self.scheme, Int64(rows), Int64(columns), createdWallMicroseconds, flags, expiryWallMicroseconds ?? 0,
        ] { message += Self.bytes(of: number) }
        for secret in [pattern, duress] {
            message += Self.bytes(of: Int64(secret.parameters.passes))
            message += Self.bytes(of: Int64(secret.parameters.memoryBytes)) + secret.salt + secret.verifier
        }
        return KeyedHash.bytes(of: message, key: key)
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
    }
}

extension Row {
    fileprivate borrowing func secret(at column: Int32, salt: Int32) throws(VaultError) -> StoredSecret {
        StoredSecret(
            parameters: StretchParameters(
                uncheckedPasses: try integer(column, in: StretchParameters.passesRange),
                memoryBytes: try integer(column + 1, in: StretchParameters.memoryRange)),
            salt: try blob(salt, count: PatternHash.saltByteCount),
            verifier: try blob(salt + 1, count: PatternHash.verifierByteCount))
    }
}
