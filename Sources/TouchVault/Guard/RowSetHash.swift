internal import CSQLite

/// One keyed hash over all rows of some tables, updated at every change at a cost that does not depend on their number.
///
///     init      every row is read once ──▶ value
///     follow    change ── the row before, after ──▶ value
///
/// The value is the XOR of a keyed hash of each row, together with their number (MSet-XOR-Hash of Clarke, Devadas, van
/// Dijk, Gassend and Suh, ASIACRYPT 2003). It is never stored, only sealed with other data: with the hashes of a few
/// hundred rows, an attacker could find some that cancel out.
///
/// SQLite reports each change of this connection before it is made. So no statement can forget to update the value, and
/// changes by other programs are in the rows but not in the value.
final class RowSetHash {
    struct Value: Hashable {
        var sum = [UInt8](repeating: 0, count: KeyedHash.byteCount)
        var count: Int64 = 0

        var bytes: [UInt8] { count.littleEndianBytes + sum }
    }

    /// The hash of the present rows; restored when a transaction fails.
    var value = Value()
    private let tables: [String]
    private let key: SecretBytes
    private let tally: Tally
    private let path: String

    /// Reads every row of these tables; each has a primary key, so no row occurs twice.
    init(of tables: [String], in database: Database, key: borrowing SecretBytes) throws(VaultError) {
        self.tables = tables
        (tally, path) = (database.tally, database.path)
        self.key = try KeyedHash.derive("touchd set of rows", from: key)
        for table in tables {
            try database.prepare("SELECT * FROM \(table)").each { row throws(VaultError) in
                var bytes = Self.head(of: table)
                for column in 0..<row.columnCount {
                    unsafe row.withBytes(column) { unsafe Self.append($0, $1, to: &bytes) }
                }
                count(1, bytes)
            }
        }
    }

    /// From now on counts the changes of the connection, until it is closed.
    func follow(_ database: Database) {
        database.rows = self
        let rows = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe sqlite3_preupdate_hook(
            database.handle,
            { rows, handle, operation, _, table, _, _ in
                guard let rows = unsafe rows, let handle = unsafe handle, let table = unsafe table else { return }
                let followed = unsafe Unmanaged<RowSetHash>.fromOpaque(rows).takeUnretainedValue()
                let name = unsafe String(cString: table)
                guard followed.tables.contains(name) else { return }
                if operation != SQLITE_INSERT { unsafe followed.count(-1, name, handle, sqlite3_preupdate_old) }
                if operation != SQLITE_DELETE { unsafe followed.count(1, name, handle, sqlite3_preupdate_new) }
            }, rows)
    }

    private func count(
        _ sign: Int64, _ table: String, _ handle: OpaquePointer,
        _ read: (OpaquePointer, Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) {
        var row = Self.head(of: table)
        for column in 0..<(unsafe sqlite3_preupdate_count(handle)) {
            var value: OpaquePointer?
            let code = unsafe read(handle, column, &value)
            guard code == SQLITE_OK else {
                // Nothing can refuse the change, but its transaction cannot end.
                tally.fault = tally.noting(unsafe Database.failure(code, of: handle, path: path, call: "preupdate"))
                return
            }
            unsafe Row.withBytes(of: value) { unsafe Self.append($0, $1, to: &row) }
        }
        count(sign, row)
    }

    /// Adds or removes a row; the two differ only in the count.
    private func count(_ sign: Int64, _ row: [UInt8]) {
        let hash = KeyedHash.bytes(of: row, key: key)
        for index in hash.indices { value.sum[index] ^= hash[index] }
        value.count += sign
        tally.rows += 1
    }

    /// What the bytes of a row begin with: the name of its table, as if it were the first value.
    private static func head(of table: String) -> [UInt8] {
        var row: [UInt8] = []
        var table = table
        table.withUTF8 { unsafe append(Row.text, UnsafeRawBufferPointer($0), to: &row) }
        return row
    }

    /// Appends type, length and bytes of a value, so that no two rows look the same.
    private static func append(_ type: Int32, _ bytes: UnsafeRawBufferPointer, to row: inout [UInt8]) {
        row.append(UInt8(type))
        if type != Row.integer, type != Row.null { row += UInt64(bytes.count).littleEndianBytes }
        unsafe row.append(contentsOf: bytes)
    }
}
