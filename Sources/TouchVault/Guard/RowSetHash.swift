internal import CSQLite

/// One keyed hash over all rows of some tables, updated at every change at a cost that does not depend on their number.
///
///     init      every row is read once ──▶ value
///     follow    trigger ── the row before, after ──▶ value
///
/// The value is the XOR of a keyed hash of each row, together with their number (MSet-XOR-Hash of Clarke, Devadas, van
/// Dijk, Gassend and Suh, ASIACRYPT 2003). It is never stored, only sealed with other data: with the hashes of a few
/// hundred rows, an attacker could find some that cancel out.
///
/// SQLite reports the changes through triggers that only this connection has. So no statement can forget to update the
/// value, and changes by other programs are in the rows but not in the value.
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

    /// Reads every row of these tables; each has a primary key, so no row occurs twice.
    init(of tables: [String], in database: Database, key: borrowing SecretBytes) throws(VaultError) {
        self.tables = tables
        tally = database.tally
        self.key = try KeyedHash.derive("touchd set of rows", from: key)
        try database.define(Self.function, as: self)
        for table in tables {
            let call = try Self.call(1, "", table, in: database)
            try database.execute("SELECT count(\(call)) FROM main.\(table)")
        }
    }

    func follow(in database: Database) throws(VaultError) {
        // A replaced row is deleted, which has to be reported.
        try database.execute("PRAGMA recursive_triggers = ON")
        for table in tables {
            let former = try Self.call(-1, "OLD.", table, in: database)
            let present = try Self.call(1, "NEW.", table, in: database)
            for (event, calls) in [("INSERT", present), ("UPDATE", "\(former), \(present)"), ("DELETE", former)] {
                try database.execute(
                    """
                    CREATE TEMP TRIGGER \(Self.function)_\(table)_\(event) AFTER \(event) ON main.\(table)
                    BEGIN SELECT \(calls); END
                    """)
            }
        }
    }

    private static func call(
        _ sign: Int, _ row: String, _ table: String, in database: Database
    ) throws(VaultError) -> String {
        let columns = try database.prepare("SELECT name FROM pragma_table_info(?)").rows(.text(table)) {
            columns throws(VaultError) in "\(row)\"\(try columns.text(0))\""
        }
        return "\(function)(\(sign), '\(table)', \(columns.joined(separator: ", ")))"
    }

    /// Adds or removes a row; the two differ only in the count.
    fileprivate func count(_ sign: Int64, _ row: [UInt8]) {
        let hash = KeyedHash.bytes(of: row, key: key)
        for index in hash.indices { value.sum[index] ^= hash[index] }
        value.count += sign
        tally.rows += 1
    }

    /// The name of the SQL function; its arguments are the direction, the table and all columns.
    private static let function = "touchd_row"
}

extension Database {
    /// Registers the function, which calls `rows`, for this connection.
    fileprivate func define(_ name: String, as rows: RowSetHash) throws(VaultError) {
        // Held until the connection is closed, also if this fails.
        let held = unsafe Unmanaged.passRetained(rows).toOpaque()
        let code = unsafe sqlite3_create_function_v2(
            handle, name, -1, SQLITE_UTF8, held,
            { context, count, values in
                guard let user = unsafe sqlite3_user_data(context), let values = unsafe values else { return }
                let rows = unsafe Unmanaged<RowSetHash>.fromOpaque(user).takeUnretainedValue()
                var row: [UInt8] = []
                for index in 1..<Int(count) { unsafe Database.append(values[index], to: &row) }
                rows.count(unsafe sqlite3_value_int64(values[0]), row)
                unsafe sqlite3_result_int64(context, 1)
            }, nil, nil,
            { held in
                guard let held = unsafe held else { return }
                unsafe Unmanaged<RowSetHash>.fromOpaque(held).release()
            })
        guard code == SQLITE_OK else {
            throw unsafe Self.failure(code, of: handle, path: path, call: "create_function")
        }
    }

    /// Appends type, length and bytes of a value, so that no two rows look the same.
    private static func append(_ value: OpaquePointer?, to row: inout [UInt8]) {
        func append(_ bits: UInt64) {
            for shift in 0..<8 { row.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift * 8))) }
        }
        let type = unsafe sqlite3_value_type(value)
        row.append(UInt8(type))
        switch type {
        case SQLITE_INTEGER: append(UInt64(bitPattern: unsafe sqlite3_value_int64(value)))
        case SQLITE_FLOAT: append(unsafe sqlite3_value_double(value).bitPattern)
        case SQLITE_NULL: break
        default:
            let start = unsafe sqlite3_value_blob(value)
            let count = Int(unsafe sqlite3_value_bytes(value))
            append(UInt64(count))
            unsafe row.append(contentsOf: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
        }
    }
}
