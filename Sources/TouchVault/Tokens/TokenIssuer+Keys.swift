package import StrictJSON
internal import TouchCore

struct RetiredKey {
    let sequence: Int64
    let key: VerificationKey
    /// CLOCK_BOOTTIME when it last signed; the start of the program if that was in an earlier boot.
    let boottime: Instant

    func isOver(at moment: Moment) -> Bool { boottime.advanced(by: TokenIssuer.overlap) <= moment.boottime }
}

extension TokenIssuer {
    /// The public keys as a JWK set (RFC 7517): first the one that signs, then those whose tokens may still be valid.
    package func webKeys(at moment: Moment) -> JSONObject {
        ["keys": .array(publishedKeys(at: moment).map { .object($0.webKey) })]
    }

    /// A key that is stored, and not used yet.
    package struct Rotation {
        fileprivate let current: SigningKey
        fileprivate let retired: [RetiredKey]
        /// The public half.
        package var key: VerificationKey { current.verification }
    }

    /// Stores a new key; the write overwrites the secret half of the old one.
    ///
    /// - Parameter isAtOnce: whether tokens of older keys become invalid now, for instance because the kiosk was broken
    ///   into; otherwise the older keys stay in the key set until those tokens have expired.
    package func prepareRotation(atOnce isAtOnce: Bool = false, at moment: Moment) throws(VaultError) -> Rotation {
        let database = vault.database
        return try vault.transaction { () throws(VaultError) in
            let last = retired.last { $0.isOver(at: moment) }, surplus = retired.dropLast(Self.maxRetired - 1).last
            for key in [last, surplus].compactMap({ $0 }) {
                try database[.deleteRetiredKeys].run(.integer(key.sequence))
            }
            try database[.retireKey].run(.blob(moment.boot.bytes), .integer(moment.boottime.microseconds))
            if isAtOnce { try database[.deleteRetiredKeys].run(.integer(.max)) }
            vault.hasToCutLog = true
            return Rotation(
                current: try Self.makeKey(of: vault), retired: try Self.retiredKeys(of: vault, at: moment))
        }
    }

    /// Signs with a stored key from now on.
    package func finish(_ rotation: Rotation) {
        (current, retired) = (rotation.current, rotation.retired)
    }

    /// The key that signs, and those that are still valid.
    func publishedKeys(at moment: Moment) -> [VerificationKey] {
        [current.verification] + retired.drop { $0.isOver(at: moment) }.reversed().map(\.key)
    }

    static func currentKey(of vault: Vault) throws(VaultError) -> SigningKey {
        let stored = try vault.database[.currentKey].first { row throws(VaultError) in
            (
                hidden: try row.blob(0, count: SigningKey.seedByteCount),
                known: try row.blob(1, count: VerificationKey.byteCount)
            )
        }
        guard let stored else { return try makeKey(of: vault) }
        if let key = try SigningKey.stored(stored.hidden, of: stored.known, under: vault.sealKey) { return key }
        // A foreign row; the guard's alarm covers it.
        try vault.database.execute("DELETE FROM signing_key WHERE seed IS NOT NULL")
        return try makeKey(of: vault)
    }

    static func retiredKeys(of vault: Vault, at moment: Moment) throws(VaultError) -> [RetiredKey] {
        // How long the machine was off is unknown, so the lifetime of earlier keys starts over.
        try vault.database[.restartKeys].run(.blob(moment.boot.bytes), .integer(moment.boottime.microseconds))
        return try vault.database[.retiredKeys].rows { row throws(VaultError) in
            RetiredKey(
                sequence: try row.integer(0),
                key: VerificationKey(bytes: try row.blob(1, count: VerificationKey.byteCount)),
                boottime: Instant(microseconds: try row.integer(2)))
        }
    }

    private static func makeKey(of vault: Vault) throws(VaultError) -> SigningKey {
        let (key, hidden) = try SigningKey.fresh(under: vault.sealKey)
        try vault.database[.insertKey].run(.blob(key.verification.bytes), .blob(hidden))
        return key
    }
}
