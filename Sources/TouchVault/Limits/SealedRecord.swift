internal import TouchCore

/// A stored record of attempts: numbered, and bound by a keyed hash to its user and credential.
struct SealedRecord: Hashable {
    /// The row of the credential; 0 for the record that all names without a pattern share.
    let credential: Int64
    /// Counts the writes of this record; a number lower than one seen before means that an old file was restored.
    var sequence: Int64
    var attempts: AttemptRecord

    func followed(by attempts: AttemptRecord) -> SealedRecord {
        SealedRecord(credential: credential, sequence: sequence + 1, attempts: attempts)
    }

    func seal(of user: UserName?, key: borrowing SecretBytes) -> [UInt8] {
        let name = Array((user?.description ?? "").utf8)
        var message = Array("touchd attempts 1\0".utf8)
        message += [user == nil ? 0 : 1, UInt8(name.count)] + name
        for number in [credential, sequence, Int64(attempts.failed)] { message += number.littleEndianBytes }
        message += attempts.boot.map { [1] + $0.bytes } ?? [0]
        message += attempts.boottime.map { [1] + $0.microseconds.littleEndianBytes } ?? [0]
        return KeyedHash.bytes(of: message, key: key)
    }
}

extension Database {
    /// The record of a user; nil: there is none that touchd wrote.
    func record(
        of user: UserName?, credential: Int64, key: borrowing SecretBytes
    ) throws(VaultError) -> SealedRecord? {
        let stored: (record: SealedRecord, seal: [UInt8])?
        do throws(VaultError) {
            stored = try self[.findAttempts].first(.optional(user?.description)) { row throws(VaultError) in
                let boot = try row.optionalBlob(1, count: BootID.byteCount)
                let attempts = AttemptRecord(
                    failed: try row.integer(0, in: 0...Int64(Int32.max)),
                    boot: boot.map(BootID.init(bytes:)),
                    boottime: try row.optionalInteger(2).map(Instant.init(microseconds:)))
                let record = SealedRecord(
                    credential: credential, sequence: try row.integer(3), attempts: attempts)
                return (record, try row.blob(4, count: KeyedHash.byteCount))
            }
        } catch {
            // A column of the wrong type was not written by touchd; an unreadable disk is a different error.
            guard case .damaged = error else { throw error }
            return nil
        }
        guard let stored else { return nil }
        return KeyedHash.areEqual(stored.record.seal(of: user, key: key), stored.seal) ? stored.record : nil
    }

    /// Stores a record, in place of the one there is; durable on return outside a transaction.
    func write(
        _ record: SealedRecord, of user: UserName?, isNew: Bool = false, key: borrowing SecretBytes
    ) throws(VaultError) -> Bool {
        let (attempts, seal) = (record.attempts, record.seal(of: user, key: key))
        return try self[isNew ? .insertAttempts : .updateAttempts].changes(
            .integer(Int64(attempts.failed)), attempts.boot.map { .blob($0.bytes) } ?? .null,
            .optional(attempts.boottime?.microseconds), .integer(record.sequence), .blob(seal),
            .optional(user?.description)) > 0
    }
}
