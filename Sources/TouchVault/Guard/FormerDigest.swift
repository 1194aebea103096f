/// The hash over the records of users in touchd 0.1; only for vaults that are migrated.
enum FormerDigest {
    /// The hash over every seal of a credential and of a record of attempts, and every recovery key.
    static func bytes(in database: Database, key: borrowing SecretBytes) throws(VaultError) -> [UInt8] {
        var message = Array("touchd records\0".utf8)
        for sql in [
            "SELECT seal FROM credential ORDER BY id",
            "SELECT seal FROM attempt WHERE user IS NOT NULL ORDER BY user",
            "SELECT hash FROM recovery ORDER BY user",
        ] {
            var (count, rows) = (Int64(0), [UInt8]())
            try database.prepare(sql).each { row throws(VaultError) in
                count += 1
                rows += (try? row.blob(0, count: KeyedHash.byteCount)).map { [1] + $0 } ?? [0]
            }
            message += count.littleEndianBytes + rows
        }
        return KeyedHash.bytes(of: message, key: key)
    }
}
