internal import CSQLite
internal import Glibc

/// One row of a result, borrowed while it is the current one.
///
/// Every column is read with the type it must have; anything else means that the file was altered.
@safe
struct Row: ~Copyable {
    private let handle: OpaquePointer
    private let path: String

    init(_ handle: OpaquePointer, path: String) {
        unsafe self.handle = handle
        self.path = path
    }

    borrowing func integer(_ column: Int32) throws(VaultError) -> Int64 {
        try expect(SQLITE_INTEGER, at: column)
        return unsafe sqlite3_column_int64(handle, column)
    }

    /// A number; zero for anything else.
    borrowing func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    borrowing func integer(_ column: Int32, in range: ClosedRange<Int64>) throws(VaultError) -> Int {
        let number = try integer(column)
        guard range.contains(number) else { throw damage(at: column, "is \(number), not within \(range)") }
        return Int(number)
    }

    borrowing func optionalInteger(_ column: Int32) throws(VaultError) -> Int64? {
        isNull(column) ? nil : try integer(column)
    }

    borrowing func text(_ column: Int32) throws(VaultError) -> String {
        try expect(SQLITE_TEXT, at: column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        guard count > 0, let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    borrowing func text<Meaning>(
        _ column: Int32, as what: String, _ read: (String) -> Meaning?
    ) throws(VaultError) -> Meaning {
        guard let meaning = read(try text(column)) else { throw damage(at: column, "is not \(what)") }
        return meaning
    }

    borrowing func optionalText(_ column: Int32) throws(VaultError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    /// Bytes, however many.
    borrowing func blob(_ column: Int32) throws(VaultError) -> [UInt8] {
        try expect(SQLITE_BLOB, at: column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    borrowing func blob(_ column: Int32, count: Int) throws(VaultError) -> [UInt8] {
        let bytes = try blob(column)
        guard bytes.count == count else { throw damage(at: column, "has \(bytes.count) bytes, not \(count)") }
        return bytes
    }

    var columnCount: Int32 { unsafe sqlite3_data_count(handle) }

    /// Copies a one and exactly `count` bytes, or zeros if the column holds anything else.
    borrowing func copy(_ column: Int32, count: Int, to target: UnsafeMutablePointer<UInt8>) {
        if let start = unsafe sqlite3_column_blob(handle, column), unsafe sqlite3_column_bytes(handle, column) == count
        {
            unsafe target.pointee = 1
            unsafe memcpy(target + 1, start, count)
        } else {
            unsafe memset(target, 0, 1 + count)
        }
    }

    borrowing func optionalBlob(_ column: Int32, count: Int) throws(VaultError) -> [UInt8]? {
        isNull(column) ? nil : try blob(column, count: count)
    }

    borrowing func damage(at column: Int32, _ detail: String) -> VaultError {
        let name = unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? "\(column)"
        return .damaged(path: path, detail: "column \(name) \(detail)")
    }

    /// Types of columns.
    static let (null, integer, text, blob) = (SQLITE_NULL, SQLITE_INTEGER, SQLITE_TEXT, SQLITE_BLOB)

    /// Lends the type of a column and its bytes: of a number the lowest first, of NULL none.
    borrowing func withBytes<Answer>(_ column: Int32, _ body: (Int32, UnsafeRawBufferPointer) -> Answer) -> Answer {
        unsafe Self.withBytes(of: sqlite3_column_value(handle, column), body)
    }

    /// The same of a value; the connection's mutex is held.
    static func withBytes<Answer>(
        of value: OpaquePointer?, _ body: (Int32, UnsafeRawBufferPointer) -> Answer
    ) -> Answer {
        switch unsafe sqlite3_value_type(value) {
        case integer:
            return unsafe withUnsafeBytes(of: sqlite3_value_int64(value).littleEndian) { unsafe body(integer, $0) }
        case let type:
            let start = unsafe type == null ? nil : sqlite3_value_blob(value)
            let count = unsafe start == nil ? 0 : Int(sqlite3_value_bytes(value))
            return unsafe body(type, UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    borrowing func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    private borrowing func expect(_ type: Int32, at column: Int32) throws(VaultError) {
        let found = unsafe sqlite3_column_type(handle, column)
        guard found == type else { throw damage(at: column, "has type \(found), not \(type)") }
    }
}
