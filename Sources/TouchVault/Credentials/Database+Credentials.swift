internal import TouchConfiguration
internal import TouchCore

extension Database {
    func credential(of user: UserName, key: borrowing SecretBytes) throws(VaultError) -> Credential? {
        let secrets = try secrets(of: user)
        return try self[.findCredential].first(.text(user.description)) { row throws(VaultError) in
            try Credential(row, of: user, secrets, key: key)
        }
    }

    /// The user's secrets; nil if rows were not written by touchd.
    private func secrets(of user: UserName) throws(VaultError) -> [SecretKind: StoredSecret]? {
        var found: [SecretKind: StoredSecret] = [:]
        let areReadable = try self[.findSecrets].rows(.text(user.description)) { row throws(VaultError) -> Bool in
            let size = SecretHash.verifierByteCount
            guard let name = try? row.text(0), let kind = SecretKind(name), let parameters = try? row.parameters(1),
                let salt = try? row.blob(3, count: SecretHash.saltByteCount),
                let verifiers = try? row.blob(4, count: (StoredSecret.levels + 1) * size),
                let rows = try? row.integer(5, in: Secret.sides), let columns = try? row.integer(6, in: Secret.sides)
            else { return false }
            found[kind] = StoredSecret(
                rows: rows, columns: columns, stretching: Stretching(salt: salt, parameters: parameters),
                verifiers: stride(from: 0, to: verifiers.count, by: size).map { Array(verifiers[$0..<$0 + size]) })
            return true
        }
        return areReadable.allSatisfy { $0 } ? found : nil
    }

    /// The row after that one, in the order of their numbers; without a credential if it has no valid name.
    func credential(
        after id: Int64, key: borrowing SecretBytes
    ) throws(VaultError) -> (id: Int64, credential: Credential?)? {
        let next = try self[.nextCredential].first(.integer(id)) { row throws(VaultError) in
            (id: try row.integer(0), user: (try? row.text(1)).flatMap { try? UserName($0) })
        }
        guard let next else { return nil }
        guard let user = next.user else { return (next.id, nil) }
        return (next.id, try credential(of: user, key: key))
    }

    /// Deletes rows with invalid names, which touchd did not write.
    func dropNameless() throws(VaultError) {
        let nameless = try prepare("SELECT id, user FROM credential").rows { row throws(VaultError) -> Int64? in
            if let name = try? row.text(1), (try? UserName(name)) != nil { return nil }
            return try row.integer(0)
        }
        for id in nameless.compactMap(\.self) { try execute("DELETE FROM credential WHERE id = \(id)") }
    }

    /// Stores the changeable columns of a credential and its secrets, and seals it.
    func write(_ credential: Credential, key: borrowing SecretBytes) throws(VaultError) {
        try self[.updateCredential].run(
            .integer(Credential.scheme), .integer(credential.created.microseconds),
            .optional(credential.expiry?.microseconds), .integer(credential.isDisabled ? 1 : 0),
            .integer(credential.isRecovering ? 1 : 0), .blob(credential.seal(key: key)), .integer(credential.id))
        let name = Value.text(credential.user.description)
        try self[.deleteSecrets].run(name)
        for (kind, secret) in credential.secrets {
            let parameters = secret.stretching.parameters
            try self[.insertSecret].run(
                name, .text(kind.description), .integer(Int64(parameters.passes)),
                .integer(Int64(parameters.memoryBytes)), .blob(secret.stretching.salt),
                .blob(Array(secret.verifiers.joined())), .integer(Int64(secret.rows)), .integer(Int64(secret.columns)))
        }
    }
}
