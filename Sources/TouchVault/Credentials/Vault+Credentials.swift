extension Vault {
    // MARK: Enrolment

    /// Draws a salt for a new pattern of `user`; ``Enrolment/run(_:)`` then belongs on a worker.
    ///
    /// Nothing is stored yet. That the user drew the pattern twice alike (``Pattern/matches(_:)``), that it is long
    /// enough, and that the caller may do this is for the caller to see to.
    public func beginEnrolment(_ user: UserName) throws(VaultError) -> Enrolment {
        let salt = try Sodium.randomBytes(PatternHash.saltByteCount)
        return Enrolment(user: user, salt: salt, parameters: parameters)
    }

    /// Stores the pattern, in place of the one the user had; failed attempts are forgotten.
    ///
    /// Durable on return.
    public func store(_ outcome: EnrolmentOutcome, at moment: Moment) throws(VaultError) {
        let enrolment = outcome.enrolment
        let user = Value.text(enrolment.user.description)
        try database.transaction { () throws(VaultError) in
            try credentialTable.delete.run(user)
            try credentialTable.insert.run(
                user, .integer(Credential.scheme), .integer(Int64(enrolment.parameters.passes)),
                .integer(Int64(enrolment.parameters.memoryBytes)), .blob(enrolment.salt), .blob(outcome.verifier),
                .integer(Int64(outcome.rows)), .integer(Int64(outcome.columns)), .integer(moment.wallMicroseconds))
            try credentialTable.addAttempts.run(user)
        }
    }

    /// Forgets a user's pattern and attempts.
    ///
    /// Durable on return; the old rows are overwritten.
    ///
    /// - Returns: whether the user had a pattern.
    public func remove(_ user: UserName) throws(VaultError) -> Bool {
        let removed = try credentialTable.delete.first(.text(user.description)) { row throws(VaultError) in
            try row.integer(0)
        }
        // The log still holds the pages as they were; fold it into the file and cut it.
        if removed != nil { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        return removed != nil
    }

    /// Everybody with a pattern, in order of their names.
    public func users() throws(VaultError) -> [EnrolledUser] {
        let side = Int64(Pattern.side.lowerBound)...Int64(Pattern.side.upperBound)
        return try credentialTable.list.rows { row throws(VaultError) in
            guard let user = try? UserName(try row.text(0)) else { throw row.damage(at: 0, "is no user name") }
            return EnrolledUser(
                user: user,
                rows: try row.integer(1, in: side),
                columns: try row.integer(2, in: side),
                createdWallMicroseconds: try row.integer(3),
                failedAttempts: try row.integer(4, in: 0...Int64.max))
        }
    }

    // MARK: Verification

    /// Counts an attempt, durably, and hands out the slow part of it for a worker.
    ///
    /// The same statements run, and the same work follows, whether or not the user exists. Any waiting time that the
    /// attempts so far ask for is the caller's to enforce before this.
    ///
    /// - Throws: ``VaultError/damaged(path:detail:)`` if the user has a pattern but no record of attempts: nobody may
    ///   try without being counted.
    public func beginVerification(_ user: UserName, at moment: Moment) throws(VaultError) -> Verification {
        let credential = try credential(of: user)
        let counted = credential == nil ? Value.null : .text(user.description)
        let attempt = try credentialTable.countAttempt.first(
            .blob(moment.boot.bytes), .integer(moment.boottimeMicroseconds), counted
        ) { row throws(VaultError) in
            try row.integer(0, in: 1...Int64.max)
        }
        guard let attempt else { throw .damaged(path: path, detail: "no record of attempts for a user") }
        return Verification(
            user: user,
            attempt: attempt,
            credential: credential?.id,
            salt: credential?.salt ?? PatternHash.saltOfNobody(named: user, key: key),
            parameters: credential?.parameters ?? parameters)
    }

    /// Compares what the worker made with what is stored, and clears the user's failed attempts if they are equal.
    public func finish(_ outcome: VerificationOutcome) throws(VaultError) -> VerificationVerdict {
        let verification = outcome.verification
        let credential = try credential(of: verification.user)
        let isEqual = outcome.stretched.matches(credential?.verifier ?? verifierOfNobody)
        guard let expected = verification.credential else { return .unknownUser }
        guard credential?.id == expected else { return .superseded }
        guard isEqual else { return .wrong }
        try credentialTable.clearAttempts.run(.text(verification.user.description))
        return .passed
    }

    /// The failed attempts of a user; nil if the user has no pattern.
    ///
    /// - Throws: ``VaultError/damaged(path:detail:)`` if there is a pattern without a record.
    public func attempts(of user: UserName) throws(VaultError) -> AttemptRecord? {
        guard try credential(of: user) != nil else { return nil }
        let record = try credentialTable.readAttempts.first(.text(user.description)) { row throws(VaultError) in
            let time = try row.optionalInteger(2)
            return AttemptRecord(
                failed: try row.integer(0, in: 0...Int64.max),
                boot: time == nil ? nil : BootID(bytes: try row.blob(1, count: BootID.byteCount)),
                boottimeMicroseconds: time)
        }
        guard let record else { throw .damaged(path: path, detail: "no record of attempts for a user") }
        return record
    }

    private func credential(of user: UserName) throws(VaultError) -> Credential? {
        try credentialTable.find.first(.text(user.description)) { row throws(VaultError) in try Credential(row) }
    }
}
