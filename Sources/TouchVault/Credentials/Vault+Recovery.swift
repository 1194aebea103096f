internal import TouchConfiguration
package import TouchCore

/// The result of entering a recovery key.
package enum RecoveryVerdict: Hashable, Sendable {
    /// The key is right: failed attempts are reset, the old secrets are void, a new one may be stored.
    case accepted
    /// The key is wrong, or the name has none.
    case wrong
    /// Not checked; the next attempt is allowed after this long.
    case wait(Interval)
}

extension Vault {
    /// How often a wrong recovery key of one caller is checked: five times, then once in ten minutes.
    ///
    /// Whichever names they were for: nobody learns who has a key. Kept in memory only: the key cannot be guessed anyway; this
    /// only limits the load.
    static let recoverySchedule = Schedule(free: 5, waits: [.seconds(600)], isFinal: false)

    /// Creates a recovery key for a user, replacing an earlier one; nil if the user has no secret.
    ///
    /// Durable on return. Only its hash is kept, so this is the only time it can be shown.
    package func makeRecoveryKey(for user: UserName) throws(VaultError) -> RecoveryKey? {
        guard try credential(of: user) != nil else { return nil }
        let recovery = try RecoveryKey()
        let bytes = try recovery.hash(of: user, key: recoveryHashKey).copied
        try change(of: user) { () throws(VaultError) in
            try database[.putRecovery].run(.text(user.description), .blob(bytes))
        }
        return recovery
    }

    /// Checks a recovery key; if it is right, the user starts over.
    ///
    /// Works when no guess is left and when the record of attempts is untrusted. The old secrets become
    /// unusable at once, and the user is ``UserState/recovering``; the key stays valid until a new secret is stored
    /// with ``store(_:at:spendsRecovery:since:)``.
    ///
    /// - Parameter caller: the user whose program has the key, for the limit; nil: an administrator, who has none.
    package func recover(
        _ user: UserName, with recovery: borrowing RecoveryKey, by caller: UInt32?, at moment: Moment
    ) throws(VaultError) -> RecoveryVerdict {
        try lockIfAltered(user)
        let stored =
            try database[.findRecovery].first(.text(user.description)) { row throws(VaultError) in
                // An altered key counts as missing.
                try? row.blob(0, count: KeyedHash.byteCount)
            } ?? nil
        let record = caller.flatMap { recoveryAttempts[$0] } ?? .clear
        if let caller {
            if let schedule = Self.recoverySchedule,
                case .wait(let left) = Limiter(schedule: schedule).standing(record, at: moment).bar
            {
                return .wait(left)
            }
            recoveryAttempts[caller] = record.counting(at: moment)
        }
        let hash = try recovery.hash(of: user, key: recoveryHashKey)
        guard hash.matches(stored ?? verifierOfNobody), var credential = try credential(of: user) else { return .wrong }
        credential.isRecovering = true
        credential.secrets = [:]
        let unusable = credential
        try change(of: user) { () throws(VaultError) in
            try database.write(unusable, key: sealKey)
            try restartRecord(of: user, unusable.id)
        }
        // A right key can be given again: it makes no room for wrong ones before it is used up.
        if let caller { recoveryAttempts[caller] = record }
        return .accepted
    }
}
