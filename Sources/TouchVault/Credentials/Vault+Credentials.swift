extension Vault {
    // MARK: Enrollment

    /// Draws a salt for a new pattern of `user`; ``Enrollment/run(_:)`` then belongs on a worker.
    ///
    /// Nothing is stored yet. That the user drew the pattern twice alike (``Pattern/matches(_:)``), that it is long
    /// enough, and that the caller may do this is for the caller to see to.
    public func beginEnrollment(_ user: UserName) throws(VaultError) -> Enrollment {
        let salt = try Sodium.randomBytes(PatternHash.saltByteCount)
        return Enrollment(
            user: user, slot: .pattern, salt: salt, parameters: parameters, credential: nil,
            measured: isCalibrated ? parameters : nil)
    }

    /// The same for the pattern that the user draws under duress.
    ///
    /// It is stretched like the everyday one, so that one stretch serves both; neither is ever stretched anew alone, which
    /// would show by the time that every drawing takes from then on. The machine is measured as for an everyday pattern, so
    /// that the time does not tell which one it is.
    ///
    /// - Returns: nil if the user has no pattern that could be forced out of them.
    public func beginDuressEnrollment(_ user: UserName) throws(VaultError) -> Enrollment? {
        guard let credential = try credential(of: user), credential.isGenuine, !isHidden(credential) else { return nil }
        return Enrollment(
            user: user, slot: .duress, salt: credential.pattern.salt, parameters: credential.pattern.parameters,
            credential: credential.id, measured: isCalibrated ? parameters : nil)
    }

    /// Stores the pattern, in place of the one the user had; failed attempts are forgotten, a pattern for duress
    /// too.
    ///
    /// Durable on return.
    ///
    /// - Parameters:
    ///   - spendsRecovery: whether the user's recovery key opened the way here, so that it is used up.
    ///   - keepsRestrictions: whether the user stores it and no administrator, so that an expiry stays and who is
    ///     disabled stays disabled.
    ///   - lineage: how the user's pattern stood when the caller was let in; nil: however it stood.
    /// - Returns: `false`, with nothing stored, if it does not stand like that any more.
    @discardableResult
    public func store(
        _ outcome: EnrollmentOutcome, at moment: Moment, spendsRecovery: Bool = false, keepsRestrictions: Bool = false,
        since lineage: Lineage? = nil
    ) throws(VaultError) -> Bool {
        let user = outcome.enrollment.user
        if let lineage, lineage != self.lineage(of: user) { return false }
        let secret = try outcome.secret(with: pepper)
        try change(of: user) { () throws(VaultError) in
            if spendsRecovery { try credentialTable.deleteRecovery.run(.text(user.description)) }
            let former = keepsRestrictions ? try credential(of: user) : nil
            _ = try credentialTable.delete.first(.text(user.description)) { _ throws(VaultError) in }
            let id = try credentialTable.makeRow(
                of: user, rows: outcome.rows, columns: outcome.columns, created: moment.wallMicroseconds)
            guard let id else { throw .storage(path: path, call: "insert", message: "no row came back") }
            var credential = Credential(
                id: id, user: user, rows: outcome.rows, columns: outcome.columns,
                createdWallMicroseconds: moment.wallMicroseconds, pattern: secret,
                duress: noDuress(of: user, like: secret))
            credential.expiryWallMicroseconds = former?.expiryWallMicroseconds
            credential.isDisabled = former?.isDisabled ?? false
            try credentialTable.write(credential, key: sealKey)
            let record = SealedRecord(credential: id, sequence: 1, attempts: .clear)
            _ = try attemptTable.write(record, of: user, isNew: true, key: sealKey)
        }
        return true
    }

    /// How a user's pattern stands; another one after each change of it, of the recovery key, or of who is kept out.
    ///
    /// Whoever lets somebody in who stores something later keeps it until then. It means nothing to another run of the
    /// daemon.
    public func lineage(of user: UserName) -> Lineage { Lineage(number: lineages[user] ?? 0) }

    /// Changes what a user has, by a transaction; what was proved and begun before counts no more.
    ///
    /// - Parameter isChange: whether `body` changed anything, by its answer.
    func change<Answer>(
        of user: UserName, if isChange: (Answer) -> Bool = { _ in true }, _ body: () throws(VaultError) -> Answer
    ) throws(VaultError) -> Answer {
        let answer = try transaction { () throws(VaultError) in
            let answer = try body()
            if isChange(answer) { try credentialTable.voidTokens.run(.text(user.description)) }
            return answer
        }
        if isChange(answer) { lineages[user, default: 0] += 1 }
        return answer
    }

    /// Stores the pattern for duress, in place of the one there was.
    ///
    /// Durable on return.
    ///
    /// - Parameter moment: set if whoever drew it is believed to have changed the everyday pattern, and may have been forced:
    ///   then all that anybody sees is as after ``store(_:at:spendsRecovery:keepsRestrictions:since:)`` at that moment. The
    ///   everyday pattern drawn once more leaves the user without one for duress.
    public func storeDuress(
        _ outcome: EnrollmentOutcome, posingAsChangeAt moment: Moment? = nil
    ) throws(VaultError) -> StoredDuress {
        let user = outcome.enrollment.user
        let secret = try outcome.secret(with: pepper)
        let stretched = try PatternHash.peppered(outcome.stretched, as: .pattern, with: pepper)
        return try change(of: user, if: { $0 == .stored }) { () throws(VaultError) -> StoredDuress in
            guard var credential = try credential(of: user), credential.id == outcome.enrollment.credential,
                credential.isGenuine, !isHidden(credential), credential.pattern.isStretchedLike(secret)
            else { return .superseded }
            let isSame = stretched.matches(credential.pattern.verifier)
            if isSame, moment == nil { return .sameAsPattern }
            credential.duress = isSame ? noDuress(of: user, like: secret) : secret
            if let moment {
                (credential.rows, credential.columns) = (outcome.rows, outcome.columns)
                credential.createdWallMicroseconds = moment.wallMicroseconds
                try restartRecord(of: user, credential.id)
            }
            try credentialTable.write(credential, key: sealKey)
            return .stored
        }
    }

    /// Lets it look as if ``storeDuress(_:posingAsChangeAt:)`` had stored it, for somebody who takes the pattern for duress,
    /// which stays, for the everyday one.
    ///
    /// Durable on return.
    public func seemToStoreDuress(_ outcome: EnrollmentOutcome) throws(VaultError) -> StoredDuress {
        let stretched = try PatternHash.peppered(outcome.stretched, as: .duress, with: pepper)
        return try change(of: outcome.enrollment.user, if: { $0 == .stored }) { () throws(VaultError) -> StoredDuress in
            guard let credential = try credential(of: outcome.enrollment.user),
                credential.id == outcome.enrollment.credential, credential.isGenuine, !isHidden(credential)
            else { return .superseded }
            return stretched.matches(credential.duress.verifier) ? .sameAsPattern : .stored
        }
    }

    /// Lets it look as if ``remove(_:)`` had been called: the user was forced to it, and only the everyday pattern still passes.
    ///
    /// Durable on return. To everybody but administrators the name is one without a pattern from now on, until an
    /// administrator enrolls the user anew.
    ///
    /// - Returns: whether the user had a pattern.
    public func hide(_ user: UserName) throws(VaultError) -> Bool {
        let isThere = try change(of: user) { () throws(VaultError) in
            try credentialTable.deleteRecovery.run(.text(user.description))
            guard var credential = try credential(of: user), credential.isGenuine else { return false }
            credential.duress = noDuress(of: user, like: credential.pattern, as: .removed)
            try credentialTable.write(credential, key: sealKey)
            try restartRecord(of: user, credential.id)
            return true
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return isThere
    }

    /// Whether only administrators still see the user: removed under duress.
    func isHidden(_ credential: Credential) -> Bool { hasNoDuress(credential, .removed) }

    // MARK: Users

    /// Keeps a user out, or lets them in again; sets when their pattern expires, by the wall clock.
    ///
    /// Durable on return. A user who is locked because the row cannot be believed stays locked, and is kept out on top.
    ///
    /// - Parameters:
    ///   - isDisabled: nil: as it is.
    ///   - expiry: nil: as it is; `.some(nil)`: never.
    public func restrict(_ user: UserName, isDisabled: Bool?, expiry: Int64??) throws(VaultError) -> Restricted {
        guard let before = try credential(of: user) else { return .unknownUser }
        guard
            before.isDisabled != isDisabled ?? before.isDisabled
                || before.expiryWallMicroseconds != expiry ?? before.expiryWallMicroseconds
        else { return .unchanged }
        return try change(of: user) { () throws(VaultError) in
            guard var credential = try credential(of: user) else { return .unknownUser }
            if let isDisabled { credential.isDisabled = isDisabled }
            if let expiry { credential.expiryWallMicroseconds = expiry }
            if credential.isGenuine {
                try credentialTable.write(credential, key: sealKey)
            } else {
                // A seal would vouch for a verifier that somebody else may have put there.
                try credentialTable.restrict.run(
                    .integer(credential.isDisabled ? 1 : 0), .optional(credential.expiryWallMicroseconds),
                    .integer(credential.id))
            }
            return .changed
        }
    }

    /// Forgets a user's pattern, attempts and recovery key.
    ///
    /// Durable on return; the old rows are overwritten.
    ///
    /// - Returns: whether the user had a pattern.
    public func remove(_ user: UserName) throws(VaultError) -> Bool {
        let name = Value.text(user.description)
        let removed = try change(of: user) { () throws(VaultError) in
            try credentialTable.deleteRecovery.run(name)
            return try credentialTable.delete.first(name) { row throws(VaultError) in try row.integer(0) }
        }
        // The log still holds the pages as they were; fold it into the file and cut it.
        if removed != nil { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        return removed != nil
    }

    /// Everybody with a pattern, in order of their names.
    public func users(at moment: Moment) throws(VaultError) -> [EnrolledUser] {
        let isBarred = guarding.passingAlarm != nil
        var users: [EnrolledUser] = []
        for credential in try credentialTable.all(key: sealKey) {
            users.append(
                EnrolledUser(
                    user: credential.user, rows: credential.rows, columns: credential.columns,
                    createdWallMicroseconds: credential.createdWallMicroseconds,
                    expiryWallMicroseconds: credential.expiryWallMicroseconds, state: credential.state(at: moment),
                    hasDuress: PatternHash.Absence.allCases.allSatisfy { !hasNoDuress(credential, $0) },
                    isHidden: isHidden(credential),
                    standing: isBarred ? .altered : try standing(of: credential, at: moment)))
        }
        return users
    }

    /// The grid that the pattern of a user was drawn on; nil for somebody without.
    public func grid(of user: UserName) throws(VaultError) -> (rows: Int, columns: Int)? {
        try credential(of: user).flatMap { isHidden($0) ? nil : ($0.rows, $0.columns) }
    }

    /// The stored pattern of a user.
    func credential(of user: UserName) throws(VaultError) -> Credential? {
        try credentialTable.credential(of: user, key: sealKey)
    }

    /// What is stored where there is no pattern for duress: as long as one, and stretched in one go with the other.
    func noDuress(
        of user: UserName, like secret: StoredSecret, as absence: PatternHash.Absence = .none
    ) -> StoredSecret {
        var absent = secret
        absent.verifier = PatternHash.verifier(of: absence, for: user, salt: secret.salt, with: pepper)
        return absent
    }

    private func hasNoDuress(_ credential: Credential, _ absence: PatternHash.Absence) -> Bool {
        let absent = noDuress(of: credential.user, like: credential.duress, as: absence)
        return KeyedHash.areEqual(absent.verifier, credential.duress.verifier)
    }
}

/// How a user's pattern stood at some moment of this run of the daemon.
public struct Lineage: Hashable, Sendable {
    let number: Int
}

/// What became of a pattern for duress.
public enum StoredDuress: Hashable, Sendable {
    /// It is stored.
    case stored
    /// It is the everyday one, which would then never be told from it.
    case sameAsPattern
    /// The user has another pattern by now, or none.
    case superseded
}

/// What ``Vault/restrict(_:isDisabled:expiry:)`` did.
public enum Restricted: Hashable, Sendable {
    /// It holds.
    case changed
    /// It held before.
    case unchanged
    /// The name has no pattern.
    case unknownUser
}
