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
    /// a chance of 2⁻²⁵⁶; `isRemoved`: the user was forced to remove it, and what lies above only appears removed.
    static func absence(
        at level: Int, isRemoved: Bool = false, for user: UserName, salt: [UInt8], with pepper: borrowing SecretBytes
    ) -> [UInt8] {
        // Bytes: there is a hash for each level, and interpolation would take longer than it.
        var message = Array("touchd ".utf8)
        switch (level, isRemoved) {
        case (0, _): message += "no everyday".utf8
        case (1, false): message += "no".utf8
        case (2, false): message += "no second".utf8
        case (1, true): message += "removed".utf8
        default:
            message += (isRemoved ? "removed " : "no ").utf8 + [UInt8(ascii: "0") + UInt8(level), UInt8(ascii: ".")]
        }
        message += " pattern of ".utf8
        message += user.description.utf8
        message.append(0)
        return KeyedHash.bytes(of: message + salt, key: pepper)
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
