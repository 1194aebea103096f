package import TouchCore

extension Vault {
    /// Counts an attempt and returns its slow part for a worker; refuses it during a wait.
    ///
    /// The order is Gatekeeper's: the record is read, the wait is checked, the attempt is counted durably, and only
    /// then can anything be compared: ``Verification/run(_:)`` first waits for the disk. The same statements run, and
    /// the same work follows, whether or not the user exists.
    package func beginVerification(
        _ user: UserName, _ secret: Secret, at moment: Moment
    ) throws(VaultError) -> Admission {
        guard guarding.passingAlarm == nil else { return .refused(.altered) }
        let guess = try SecretHash.guess(secret, of: user, key: guessKey)
        let (admission, counting) = try later(of: user) { () throws(VaultError) -> Admission in
            let stored = try credential(of: user)
            let hidden = stored.flatMap { isHidden($0) ? $0 : nil }
            let credential = hidden == nil ? stored : nil
            let standing = try standing(of: credential, at: moment)
            let owner = credential == nil ? nil : user
            guard standing.isOpen, let record = try record(of: owner, credential?.id) else { return .refused(standing) }
            let before = limiter.aged(record.attempts, at: moment)
            let counted = record.followed(by: before.counting(at: moment))
            try write(counted, of: owner)
            let isHeard = try hidden.map { hidden throws(VaultError) in try counts(hidden, at: moment) } ?? false
            // Stretched like the others on a calibrated machine, so that the time does not reveal who has a pattern.
            let newest = try database[.newestStretch].first { row throws(VaultError) in try? row.parameters(0) }
            let nobody = Stretching(
                salt: SecretHash.saltOfNobody(named: user, key: key), parameters: (newest ?? nil) ?? parameters)
            return .granted(
                Verification(
                    user: user,
                    kind: secret.kind,
                    attempt: counted.attempts.failed,
                    credential: credential?.id,
                    lineage: lineage(of: user),
                    stretching: stored?.secrets[secret.kind]?.stretching ?? nobody,
                    hidden: isHeard ? hidden?.id : nil,
                    guess: guess,
                    before: before,
                    sequence: counted.sequence,
                    boottime: moment.boottime))
        }
        guard case .granted(var verification) = admission else { return admission }
        verification.counting = counting
        return .granted(verification)
    }

    /// Compares the worker's output with the stored verifiers, and settles the count: zero after a right guess, as
    /// before after a repeated slip.
    ///
    /// Every verdict performs the same operations on the disk.
    ///
    /// - Parameter counts: whether a right secret counts, whose owner has these kinds, while the user can be asked for those;
    ///   otherwise it is a wrong one.
    /// - Returns: the verdict, the level of the secret (``StoredSecret``), and the user's standing after it.
    package func finish(
        _ outcome: VerificationOutcome, at moment: Moment,
        if counts: (_ own: [SecretKind], _ seen: [SecretKind]) -> Bool = { _, _ in true }
    ) throws(VaultError) -> (verdict: VerificationVerdict, level: Int, standing: Standing) {
        let verification = outcome.verification
        return try transaction(of: verification.user) { () throws(VaultError) in
            let stored = try credential(of: verification.user)
            let marks = stored.map { levels(of: $0) } ?? [:]
            let credential = SecretLevels.areHidden(marks) ? nil : stored
            let matched = try match(
                outcome.stretched, with: stored?.secrets[verification.kind], at: 0..<StoredSecret.levels)
            let (own, seen) =
                stored.map { kinds(of: $0, marks, beside: verification.kind, at: matched ?? 0) } ?? ([], [])
            let level = counts(own, seen) ? matched : nil
            let right: VerificationVerdict? = level.map { $0 == 0 ? .passed : .passedUnderDuress }
            let owner = credential == nil ? nil : verification.user
            guard let record = try record(of: owner, credential?.id), credential?.isGenuine ?? true else {
                throw .damaged(path: path, detail: "the record of attempts was altered")
            }
            let place = verification.credential ?? 0
            let isRepeated = guesses.note(
                verification.guess, of: place, at: verification.boottime)
            let verdict: VerificationVerdict =
                if credential?.id != verification.credential || lineage(of: verification.user) != verification.lineage {
                    .superseded
                } else if credential == nil, let right, let hidden = verification.hidden, hidden == stored?.id {
                    right
                } else if credential == nil {
                    isRepeated ? .repeated : .unknownUser
                } else {
                    right ?? (isRepeated ? .repeated : .wrong)
                }
            if verification.hidden != nil, let stored, verdict.slot != nil {
                // As without a drawing: attempts at names without a pattern stay counted.
                try restartRecord(of: verification.user, stored.id)
                let after = record.followed(by: settled(record, .repeated, verification))
                try write(after, of: nil)
                return (verdict, level ?? 0, standing(of: nil, after, at: moment))
            }
            let after = record.followed(by: settled(record, verdict, verification))
            try write(after, of: owner)
            if verdict.slot != nil || verdict == .superseded { guesses.users[place] = nil }
            return (verdict, level ?? 0, standing(of: credential, after, at: moment))
        }
    }

    /// Counts an attempt at the pattern of a user removed under duress, besides those at names without one; returns
    /// whether it may be compared, a refusal is not reported; unless it passes it stays counted.
    private func counts(_ hidden: Credential, at moment: Moment) throws(VaultError) -> Bool {
        guard try standing(of: hidden, at: moment).isOpen, let record = try record(of: hidden.user, hidden.id) else {
            return false
        }
        try write(record.followed(by: limiter.aged(record.attempts, at: moment).counting(at: moment)), of: hidden.user)
        return true
    }

    /// Cancels an attempt never compared, instead of finishing it, because the daemon stops; durable on return.
    package func giveBack(_ verification: Verification) throws(VaultError) {
        try transaction(of: verification.user) { () throws(VaultError) in
            let credential = try credential(of: verification.user).flatMap { isHidden($0) ? nil : $0 }
            guard credential?.id == verification.credential,
                let record = try record(of: credential == nil ? nil : verification.user, credential?.id)
            else { return }
            let attempts = settled(record, .repeated, verification)
            try write(record.followed(by: attempts), of: credential == nil ? nil : verification.user)
        }
    }

    /// A user's standing; names without a pattern, or that appear to have none, share one.
    package func standing(of user: UserName, at moment: Moment) throws(VaultError) -> Standing {
        // Without a look at rows that may be unreadable.
        guard guarding.passingAlarm == nil else { return .altered }
        return try standing(of: credential(of: user).flatMap { isHidden($0) ? nil : $0 }, at: moment)
    }

    /// Clears failed attempts and the wait, durable on return; an altered record is kept, as its content is unknown.
    package func clearWait(of user: UserName) throws(VaultError) -> ClearedWait {
        try transaction(of: user) { () throws(VaultError) in
            guard let credential = try credential(of: user) else { return .unknownUser }
            // What is entered for a name that appears to have no secret also counts with all such names.
            let owners = isHidden(credential) ? [user, nil] : [user]
            var cleared = ClearedWait.clear
            for owner in owners {
                guard credential.isGenuine, let record = try record(of: owner, owner.map { _ in credential.id }) else {
                    return .altered
                }
                if record.attempts == .clear { continue }
                try write(record.followed(by: .clear), of: owner)
                cleared = .cleared
            }
            return cleared
        }
    }

    func standing(of credential: Credential?, at moment: Moment) throws(VaultError) -> Standing {
        standing(of: credential, try record(of: credential?.user, credential?.id), at: moment)
    }

    /// The standing by a record of attempts; nil: an untrusted one.
    private func standing(of credential: Credential?, _ record: SealedRecord?, at moment: Moment) -> Standing {
        guard guarding.passingAlarm == nil, let record else { return .altered }
        let standing = limiter.standing(record.attempts, at: moment)
        guard let credential else {
            // After an alarm, the name may once have had a pattern.
            return guarding.state.alarm == nil ? standing : .altered
        }
        guard credential.isGenuine else { return .altered }
        let state = credential.state(at: moment)
        return state == .active ? standing : standing.barred(by: state)
    }

    /// The attempts of a user; nil if the record is untrusted or older than one seen before.
    private func record(of owner: UserName?, _ credential: Int64?) throws(VaultError) -> SealedRecord? {
        let place = credential ?? 0
        guard let record = try database.record(of: owner, credential: place, key: sealKey) else { return nil }
        guard record.sequence >= sequences[place] ?? 0 else { return nil }
        sequences[place] = record.sequence
        return record
    }

    private func write(_ record: SealedRecord, of owner: UserName?) throws(VaultError) {
        guard try database.write(record, of: owner, key: sealKey) else {
            throw .damaged(path: path, detail: "no record of attempts for a user")
        }
        sequences[record.credential] = record.sequence
    }

    /// Restarts the record of a user, even if the present one is missing or altered.
    func restartRecord(of user: UserName, _ credential: Int64) throws(VaultError) {
        let last = try record(of: user, credential)?.sequence ?? sequences[credential] ?? 0
        let record = SealedRecord(credential: credential, sequence: last + 1, attempts: .clear)
        if try database.write(record, of: user, key: sealKey) == false {
            _ = try database.write(record, of: user, isNew: true, key: sealKey)
        }
        sequences[credential] = record.sequence
        guesses.users[credential] = nil
    }

    /// The new count; attempts that began meanwhile stay counted.
    private func settled(
        _ record: SealedRecord, _ verdict: VerificationVerdict, _ verification: Verification
    ) -> AttemptRecord {
        var attempts = record.attempts
        switch verdict {
        case .passed, .passedUnderDuress:
            attempts.failed = max(attempts.failed - verification.attempt, 0)
            return attempts.failed == 0 ? .clear : attempts
        case .repeated:
            if record.sequence == verification.sequence { return verification.before }
            attempts.failed = max(attempts.failed - 1, 0)
            return attempts
        case .wrong, .unknownUser, .superseded: return attempts
        }
    }
}

/// Whether an attempt may be made.
package enum Admission: Sendable {
    /// It is counted, and the count is being written; the slow part follows.
    case granted(Verification)
    /// It is not counted, not even if it was right.
    case refused(Standing)
}

/// The outcome of clearing a user's wait.
package enum ClearedWait: Hashable, Sendable {
    case cleared
    case clear
    case unknownUser
    /// The record was altered, so only the recovery key or a new enrollment helps.
    case altered
}
