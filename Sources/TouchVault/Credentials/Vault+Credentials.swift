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
    ///
    /// - Parameter spendsRecovery: whether the user's recovery key opened the way here, so that it is used up.
    public func store(
        _ outcome: EnrolmentOutcome, at moment: Moment, spendsRecovery: Bool = false
    ) throws(VaultError) {
        let enrolment = outcome.enrolment
        let user = Value.text(enrolment.user.description)
        let verifier = try outcome.verifier(with: pepper)
        try database.transaction { () throws(VaultError) in
            if spendsRecovery { try credentialTable.deleteRecovery.run(user) }
            try credentialTable.delete.run(user)
            let id = try credentialTable.insert.first(
                user, .integer(Credential.scheme), .integer(Int64(enrolment.parameters.passes)),
                .integer(Int64(enrolment.parameters.memoryBytes)), .blob(enrolment.salt), .blob(verifier),
                .integer(Int64(outcome.rows)), .integer(Int64(outcome.columns)), .integer(moment.wallMicroseconds)
            ) { row throws(VaultError) in try row.integer(0) }
            guard let id else { throw .storage(path: path, call: "insert", message: "no row came back") }
            let record = SealedRecord(credential: id, sequence: 1, attempts: .clear)
            _ = try attemptTable.write(record, of: enrolment.user, isNew: true, key: sealKey)
        }
    }

    /// Draws a salt to stretch a pattern anew that just passed, if new patterns are stretched with other parameters.
    ///
    /// - Returns: nil if there is nothing to do.
    public func beginRestretch(_ passed: Verification) throws(VaultError) -> Enrolment? {
        guard passed.parameters != parameters, let credential = passed.credential else { return nil }
        var enrolment = try beginEnrolment(passed.user)
        enrolment.credential = credential
        return enrolment
    }

    /// Stores what ``beginRestretch(_:)`` led to; nothing if the user has another pattern by now.
    public func storeRestretched(_ outcome: EnrolmentOutcome) throws(VaultError) {
        let enrolment = outcome.enrolment
        guard let credential = enrolment.credential else { return }
        try credentialTable.restretch.run(
            .integer(Int64(enrolment.parameters.passes)), .integer(Int64(enrolment.parameters.memoryBytes)),
            .blob(enrolment.salt), .blob(try outcome.verifier(with: pepper)), .text(enrolment.user.description),
            .integer(credential))
    }

    /// Forgets a user's pattern, attempts and recovery key.
    ///
    /// Durable on return; the old rows are overwritten.
    ///
    /// - Returns: whether the user had a pattern.
    public func remove(_ user: UserName) throws(VaultError) -> Bool {
        let name = Value.text(user.description)
        let removed = try database.transaction { () throws(VaultError) in
            try credentialTable.deleteRecovery.run(name)
            return try credentialTable.delete.first(name) { row throws(VaultError) in try row.integer(0) }
        }
        // The log still holds the pages as they were; fold it into the file and cut it.
        if removed != nil { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        return removed != nil
    }

    /// Everybody with a pattern, in order of their names.
    public func users(at moment: Moment) throws(VaultError) -> [EnrolledUser] {
        let side = Int64(Pattern.side.lowerBound)...Int64(Pattern.side.upperBound)
        var users = try credentialTable.list.rows { row throws(VaultError) in
            guard let user = try? UserName(try row.text(0)) else { throw row.damage(at: 0, "is no user name") }
            return EnrolledUser(
                user: user,
                rows: try row.integer(1, in: side),
                columns: try row.integer(2, in: side),
                createdWallMicroseconds: try row.integer(3),
                standing: .altered)
        }
        for index in users.indices { users[index].standing = try standing(of: users[index].user, at: moment) }
        return users
    }

    /// The stored pattern of a user.
    func credential(of user: UserName) throws(VaultError) -> Credential? {
        try credentialTable.find.first(.text(user.description)) { row throws(VaultError) in try Credential(row) }
    }
}
