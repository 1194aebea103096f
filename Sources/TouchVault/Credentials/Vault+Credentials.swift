package import TouchCore

extension Vault {
    /// Draws a salt for a secret that an administrator or the recovery key allows; ``Enrollment/run(_:)`` then belongs on a
    /// worker.
    ///
    /// Stores nothing yet. The caller ensures that the user entered the same secret twice,
    /// that it is long enough, and that the peer may do this.
    package func beginEnrollment(_ user: UserName, of kind: SecretKind) throws(VaultError) -> Enrollment {
        Enrollment(
            user: user, kind: kind, slot: .everyday,
            stretching: Stretching(salt: try Sodium.randomBytes(SecretHash.saltByteCount), parameters: parameters),
            credential: nil, measured: isCalibrated ? parameters : nil, isFirst: true)
    }

    /// The same for a change that the user makes.
    ///
    /// The secret is stretched like the others of its kind, so that one stretch serves all; none is ever restretched alone,
    /// because the duration of every later attempt would reveal that. The machine is measured all the same.
    ///
    /// - Parameters:
    ///   - level: where it will be stored.
    ///   - isForDuress: whether a secret for duress is stored, besides the everyday one of its kind.
    /// - Returns: nil if the user has no secret to change.
    package func beginChange(
        _ user: UserName, of kind: SecretKind, at level: Int, isForDuress: Bool
    ) throws(VaultError) -> Enrollment? {
        guard let credential = try credential(of: user), credential.isGenuine,
            !isForDuress || kinds(of: credential, levels(of: credential), unlessHidden: true).contains(kind)
        else { return nil }
        let known = credential.secrets[kind]?.stretching
        let fresh = Stretching(salt: try Sodium.randomBytes(SecretHash.saltByteCount), parameters: parameters)
        return Enrollment(
            user: user, kind: kind, slot: level == 0 ? .everyday : .duress, stretching: known ?? fresh,
            credential: credential.id, measured: isCalibrated ? parameters : nil, isFirst: known == nil)
    }

    /// Stores what an administrator or the recovery key allows, in place of the secrets of its kind that the user had.
    ///
    /// Deletes failed attempts. Secrets of other kinds stay, unless their owner is unknown, or they were removed under duress.
    ///
    /// Durable on return.
    ///
    /// - Parameters:
    ///   - spendsRecovery: whether the user's recovery key authorized this, so that it is used up, an expiry stays and a
    ///     disabled user stays disabled.
    ///   - lineage: the version of the user's secrets when the caller was authorized; nil: any.
    /// - Returns: `false`, with nothing stored, if the version has changed.
    @discardableResult
    package func store(
        _ outcome: EnrollmentOutcome, at moment: Moment, spendsRecovery: Bool = false, since lineage: Lineage? = nil
    ) throws(VaultError) -> Bool {
        let user = outcome.enrollment.user
        if let lineage, lineage != self.lineage(of: user) { return false }
        let verifier = try SecretHash.peppered(outcome.stretched, as: outcome.enrollment.slot, with: pepper).copied
        try change(of: user) { () throws(VaultError) in
            if spendsRecovery {
                recoveryAttempts = [:]
                try database[.deleteRecovery].run(.text(user.description))
            }
            let former = try credential(of: user)
            let isSound = former.map { $0.isGenuine && !$0.isRecovering && !isHidden($0) } ?? false
            try database[.deleteCredential].run(.text(user.description))
            let id = try database[.insertCredential].insert([
                .text(user.description), .integer(Credential.scheme), .integer(moment.wall.microseconds),
            ])
            var credential = Credential(id: id, user: user, created: moment.wall)
            if let former, isSound {
                // What was removed under duress ends now.
                let marks = levels(of: former)
                credential.secrets = former.secrets.filter { marks[$0.key]?.areHidden == false }
            }
            var secret = absentSecret(of: user, for: outcome)
            secret.verifiers[0] = verifier
            set(Int(try Sodium.randomBytes(1)[0]) % (StoredSecret.maxHead + 1), in: &secret, of: user)
            credential.secrets[outcome.enrollment.kind] = secret
            if spendsRecovery {
                credential.expiry = former?.expiry
                credential.isDisabled = former?.isDisabled ?? false
            }
            try database.write(credential, key: sealKey)
            let record = SealedRecord(credential: id, sequence: 1, attempts: .clear)
            _ = try database.write(record, of: user, isNew: true, key: sealKey)
        }
        return true
    }

    /// The version of a user's secrets; changes with them, with the recovery key and with the user's restrictions.
    ///
    /// A caller that authenticates a user keeps it until the new secret is stored. It is not valid across restarts.
    package func lineage(of user: UserName) -> Lineage { Lineage(number: lineages[user] ?? 0) }

    /// Changes a user's secrets; voids proofs and enrollments under way if the result of `body` was a change.
    func change<Answer>(
        of user: UserName, if isChange: (Answer) -> Bool = { _ in true }, _ body: () throws(VaultError) -> Answer
    ) throws(VaultError) -> Answer {
        let answer = try transaction(of: user) { () throws(VaultError) in
            let answer = try body()
            if isChange(answer) { try database[.voidTokens].run(.text(user.description)) }
            return answer
        }
        if isChange(answer) { lineages[user, default: 0] += 1 }
        return answer
    }

    /// Stores a secret that the user sets, in place of those of its kind at that level and deeper.
    ///
    /// Durable on return. Whichever secret is the proof, the same rows are written.
    ///
    /// - Parameters:
    ///   - level: that of the proof, or one more for a secret for duress.
    ///   - moment: when the secret of that level was changed, or one of another kind added; nil for a secret for duress. A
    ///     secret that lies above passes as that.
    package func storeChange(
        _ outcome: EnrollmentOutcome, at level: Int, changed moment: Moment?
    ) throws(VaultError) -> StoredChange {
        let user = outcome.enrollment.user
        let verifier = try SecretHash.peppered(outcome.stretched, as: outcome.enrollment.slot, with: pepper).copied
        return try change(of: user, if: { $0 == .stored }) { () throws(VaultError) -> StoredChange in
            guard var credential = try credential(of: user), credential.id == outcome.enrollment.credential,
                credential.isGenuine, level < StoredSecret.levels
            else { return .superseded }
            let marks = levels(of: credential)
            let (kind, wasHidden) = (outcome.enrollment.kind, SecretLevels.areHidden(marks))
            let count = SecretLevels.count(marks)
            var secret = credential.secrets[kind] ?? absentSecret(of: user, for: outcome)
            guard secret.stretching == outcome.stretching else { return .superseded }
            let above = try match(outcome.stretched, with: secret, at: 0..<level)
            clear(&secret, from: level, of: user)
            if let moment {
                if above == nil { secret.verifiers[level] = verifier }
                set(count, in: &secret, of: user)
                (secret.rows, secret.columns) = (outcome.form.rows, outcome.form.columns)
                // What was removed does not come back with it.
                for other in credential.kinds where wasHidden && other != kind {
                    remove(other, from: level, of: &credential)
                }
                credential.created = moment.wall
                try restartRecord(of: user, credential.id)
            } else {
                if wasHidden || count >= StoredSecret.maxCount { return .superseded }
                if above == level - 1 { return .sameAsEveryday }
                secret.verifiers[level] = verifier
                set(count + 1, in: &secret, of: user)
            }
            credential.secrets[kind] = secret
            try database.write(credential, key: sealKey)
            return .stored
        }
    }

    /// The first of some levels whose secret it is; all are compared, whichever matches, or with those of nobody.
    func match(
        _ stretched: borrowing SecretBytes, with secret: StoredSecret?, at levels: Range<Int>
    ) throws(VaultError) -> Int? {
        let everyday = try SecretHash.peppered(stretched, as: .everyday, with: pepper)
        let duress = try SecretHash.peppered(stretched, as: .duress, with: pepper)
        var found: Int?
        for level in levels.reversed() {
            let stored = secret?.verifiers[level] ?? verifierOfNobody
            if level == 0 ? everyday.matches(stored) : duress.matches(stored) { found = level }
        }
        return found
    }

    /// Removes the secrets of a kind from a level on.
    private func clear(_ secret: inout StoredSecret, from level: Int, of user: UserName) {
        for deeper in level..<StoredSecret.levels {
            secret.verifiers[deeper] = absence(at: deeper, .nothing, in: secret, of: user)
        }
    }

    /// Sets how many secrets for duress count for its owner.
    private func set(_ count: Int, in secret: inout StoredSecret, of user: UserName) {
        secret.verifiers[StoredSecret.levels] = absence(
            at: StoredSecret.levels + count, .nothing, in: secret, of: user)
    }

    /// Removes the secrets of a kind from a level on; those above still pass, and only appear removed.
    private func remove(_ kind: SecretKind, from level: Int, of credential: inout Credential) {
        guard var secret = credential.secrets[kind] else { return }
        clear(&secret, from: level, of: credential.user)
        secret.verifiers[level] = absence(at: level, .removed, in: secret, of: credential.user)
        credential.secrets[kind] = secret
    }

    /// Makes it look as if ``remove(_:)`` had been called under duress; only the secrets above the level of the proof still
    /// pass.
    ///
    /// Durable on return, and the old rows are overwritten, unless it is part of ``later(of:_:)``. To everyone but
    /// administrators, the name then appears to have no secret until an administrator enrolls the user again.
    ///
    /// - Returns: whether the user had any.
    package func hide(_ user: UserName, from level: Int = 1) throws(VaultError) -> Bool {
        try change(of: user) { () throws(VaultError) in
            try database[.deleteRecovery].run(.text(user.description))
            guard var credential = try credential(of: user), credential.isGenuine else { return false }
            hasToCutLog = true
            guard !credential.secrets.isEmpty else {
                // Recovered since: nothing is left that could pass.
                try database[.deleteCredential].run(.text(user.description))
                return true
            }
            for kind in credential.kinds { remove(kind, from: level, of: &credential) }
            try database.write(credential, key: sealKey)
            try restartRecord(of: user, credential.id)
            return true
        }
    }

    /// Whether only administrators still see the user: removed under duress.
    package func isHidden(_ user: UserName) throws(VaultError) -> Bool {
        try credential(of: user).map(isHidden) ?? false
    }

    /// Whether only administrators still see the user: removed under duress.
    func isHidden(_ credential: Credential) -> Bool {
        SecretLevels.areHidden(levels(of: credential))
    }

    /// Disables or enables a user; sets when the secrets expire, by the wall clock.
    ///
    /// Durable on return. A user who is locked because the row is untrusted stays locked, and is disabled as well.
    ///
    /// - Parameters:
    ///   - isDisabled: nil: unchanged.
    ///   - expiry: nil: unchanged; `.some(nil)`: never.
    package func restrict(_ user: UserName, isDisabled: Bool?, expiry: WallTime??) throws(VaultError) -> Restricted {
        try change(of: user, if: { $0 == .changed }) { () throws(VaultError) in
            guard var credential = try credential(of: user) else { return .unknownUser }
            let before = credential
            if let isDisabled { credential.isDisabled = isDisabled }
            if let expiry { credential.expiry = expiry }
            guard before.isDisabled != credential.isDisabled || before.expiry != credential.expiry else {
                return .unchanged
            }
            if credential.isGenuine {
                try database.write(credential, key: sealKey)
            } else {
                // A seal would vouch for a verifier that may have been inserted by an attacker.
                try database[.restrictCredential].run(
                    .integer(credential.isDisabled ? 1 : 0), .optional(credential.expiry?.microseconds),
                    .integer(credential.id))
            }
            return .changed
        }
    }

    /// Forgets a user's secrets, attempts and recovery key; returns whether the user had any.
    ///
    /// Durable on return, and the old rows are overwritten, unless it is part of ``later(of:_:)``.
    package func remove(_ user: UserName) throws(VaultError) -> Bool {
        let name = Value.text(user.description)
        return try change(of: user) { () throws(VaultError) in
            try database[.deleteRecovery].run(name)
            let removed = try database[.deleteCredential].changes(name) > 0
            if removed { hasToCutLog = true }
            return removed
        }
    }

    /// The user of that name; nil if there is no secret.
    package func user(_ name: UserName, at moment: Moment) throws(VaultError) -> EnrolledUser? {
        guard let credential = try credential(of: name) else { return nil }
        let all = levels(of: credential)
        return EnrolledUser(
            user: credential.user, secrets: kinds(of: credential, all), created: credential.created,
            expiry: credential.expiry, state: credential.state(at: moment),
            hasDuress: all.values.contains(where: \.hasDuress),
            isHidden: SecretLevels.areHidden(all),
            standing: try standing(of: credential, at: moment))
    }

    /// The grid that a user's secret of that kind is entered on; nil without one.
    package func grid(of user: UserName, for kind: SecretKind) throws(VaultError) -> (rows: Int, columns: Int)? {
        guard let credential = try credential(of: user), let secret = credential.secrets[kind],
            !SecretLevels(secret, of: user, with: pepper).areHidden, secret.rows > 0
        else { return nil }
        return (secret.rows, secret.columns)
    }

    /// The kinds that a user can be asked for; none for a name that has no secret, or appears to have none.
    package func secrets(of user: UserName) throws(VaultError) -> [SecretKind] {
        try credential(of: user).map { kinds(of: $0, levels(of: $0), unlessHidden: true) } ?? []
    }

    /// The kinds that the owner of one secret has, which was entered as a secret of `kind` at `level`, and those that the user
    /// can be asked for.
    ///
    /// What was set or removed under duress, at deeper levels, does not count as the owner's.
    package func secrets(
        of user: UserName, beside kind: SecretKind, at level: Int
    ) throws(VaultError) -> (own: [SecretKind], seen: [SecretKind]) {
        guard let credential = try credential(of: user) else { return ([], []) }
        return kinds(of: credential, levels(of: credential), beside: kind, at: level)
    }

    /// The same, of a credential with what stands at the levels of its secrets.
    func kinds(
        of credential: Credential, _ all: [SecretKind: SecretLevels], beside kind: SecretKind, at level: Int
    ) -> (own: [SecretKind], seen: [SecretKind]) {
        let seen = kinds(of: credential, all, unlessHidden: true)
        guard let own = all[kind] else { return ([], seen) }
        // A secret that was set once more, deeper, also passes as that.
        let end = (level + 1..<StoredSecret.levels).first { own[$0] != nil } ?? StoredSecret.levels
        let kinds = credential.kinds.filter { kind in (0..<end).lazy.compactMap { all[kind]?[$0] }.last ?? false }
        return (kinds, seen)
    }

    func levels(of credential: Credential) -> [SecretKind: SecretLevels] {
        credential.secrets.mapValues { SecretLevels($0, of: credential.user, with: pepper) }
    }

    private func absence(
        at level: Int, _ mark: SecretLevels.Mark, in secret: StoredSecret, of user: UserName
    ) -> [UInt8] {
        SecretHash.absence(at: level, mark, for: user, salt: secret.stretching.salt, with: pepper)
    }

    /// Placeholders at all levels; only the pepper reveals that.
    private func absentSecret(of user: UserName, for outcome: EnrollmentOutcome) -> StoredSecret {
        var secret = StoredSecret(
            rows: outcome.form.rows, columns: outcome.form.columns, stretching: outcome.stretching,
            verifiers: Array(repeating: [], count: StoredSecret.levels + 1))
        clear(&secret, from: 0, of: user)
        set(0, in: &secret, of: user)
        return secret
    }

    /// The kinds of secrets that a user has, or appears to have; one may be for duress alone.
    ///
    /// - Parameter unlessHidden: whether a user who was removed under duress has none.
    private func kinds(
        of credential: Credential, _ all: [SecretKind: SecretLevels], unlessHidden: Bool = false
    ) -> [SecretKind] {
        let isHidden = SecretLevels.areHidden(all)
        if isHidden, unlessHidden { return [] }
        return credential.kinds.filter { kind in
            all[kind].map { (isHidden || !$0.areHidden) && $0.haveSecret } ?? false
        }
    }
}

/// The version of a user's secrets at some moment of this run of the daemon.
package struct Lineage: Hashable, Sendable {
    let number: Int
}

/// The outcome of ``Vault/storeChange(_:at:changed:)``.
package enum StoredChange: Hashable, Sendable {
    case stored
    /// It is the everyday secret, which could never be distinguished from it.
    case sameAsEveryday
    /// The user's secret was replaced or removed meanwhile.
    case superseded
}

/// The outcome of ``Vault/restrict(_:isDisabled:expiry:)``.
package enum Restricted: Hashable, Sendable {
    case changed
    case unchanged
    case unknownUser
}
