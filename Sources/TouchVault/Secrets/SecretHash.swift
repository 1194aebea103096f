internal import TouchConfiguration
internal import CSodium

/// The two functions that turn a secret into its stored form.
enum SecretHash {
    /// Bytes of random salt per credential (`crypto_pwhash_SALTBYTES`).
    static let saltByteCount = 16
    /// Bytes of a stretched secret.
    static let verifierByteCount = 32

    /// Argon2id, version 1.3, with a salt of ``saltByteCount`` bytes; slow on purpose, for a worker thread.
    @Sendable
    static func stretch(
        _ pattern: Secret, salt: [UInt8], parameters: StretchParameters
    ) throws(VaultError) -> SecretBytes {
        precondition(salt.count == saltByteCount, "a salt has 16 bytes")
        var stretched = try SecretBytes(count: verifierByteCount)
        let code = unsafe stretched.withMutablePointer { out in
            unsafe pattern.bytes.withPointer { password in
                unsafe crypto_pwhash(
                    out, UInt64(verifierByteCount), password, UInt64(Secret.byteCount), salt,
                    UInt64(parameters.passes), parameters.memoryBytes, crypto_pwhash_ALG_ARGON2ID13)
            }
        }
        guard code == 0 else { throw .outOfMemory }
        return stretched
    }

    /// The stored form of a stretched pattern: a hash that cannot be computed without the pepper.
    static func peppered(
        _ stretched: borrowing SecretBytes, as slot: SecretSlot, with pepper: borrowing SecretBytes
    ) throws(VaultError) -> SecretBytes {
        let label =
            switch slot {
            case .everyday: "touchd verifier\0"
            case .duress: "touchd verifier of duress\0"
            }
        return try KeyedHash.secret(of: stretched, label: label, key: pepper)
    }

    /// Stands where there is no secret: without the pepper like one, at each level another, equal to a stretched secret with
    /// a chance of 2⁻²⁵⁶.
    static func absence(
        at level: Int, _ mark: SecretLevels.Mark = .nothing, for user: UserName, salt: [UInt8],
        with pepper: borrowing SecretBytes
    ) -> [UInt8] {
        var message = Absence(of: user, salt: salt)
        return KeyedHash.bytes(of: message.bytes(at: level, mark), key: pepper)
    }

    /// What is hashed for ``absence(at:_:for:salt:with:)``; one serves all levels without an allocation for each.
    struct Absence {
        private var message: [UInt8] = []
        private let end: [UInt8]

        init(of user: UserName, salt: [UInt8]) {
            end = Array(" pattern of \(user)\0".utf8) + salt
            message.reserveCapacity(32 + end.count)
        }

        mutating func bytes(at level: Int, _ mark: SecretLevels.Mark) -> [UInt8] {
            let word: StaticString =
                switch mark {
                case .nothing, .secret: "touchd no"
                case .removed: "touchd removed"
                }
            message.removeAll(keepingCapacity: true)
            unsafe message.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
            // The level that touchd 0.1 had, without a number.
            if level != 1 {
                message.append(UInt8(ascii: " "))
                message.append(UInt8(ascii: "0") + UInt8(level))
                message.append(UInt8(ascii: "."))
            }
            message.append(contentsOf: end)
            return message
        }
    }

    /// Hashes a guess, so that a repeated one is recognized without storing it.
    static func guess(
        _ pattern: Secret, of user: UserName, key: borrowing SecretBytes
    ) throws(VaultError) -> [UInt8] {
        try KeyedHash.secret(of: pattern.bytes, label: "touchd guess of \(user)\0", key: key).copied
    }

    /// The salt used for a name that has no pattern: always the same for the name, unguessable without the key.
    static func saltOfNobody(named user: UserName, key: borrowing SecretBytes) -> [UInt8] {
        KeyedHash.bytes(saltByteCount, of: Array("touchd salt of nobody\0\(user)".utf8), key: key)
    }
}
