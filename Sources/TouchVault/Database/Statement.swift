internal import CSQLite

/// One prepared statement of SQL, compiled once and run many times.
@safe
final class Statement {
    private let handle: OpaquePointer
    private let path: String
    private let tally: Tally

    init(_ handle: OpaquePointer, path: String, tally: Tally) {
        unsafe self.handle = handle
        self.path = path
        self.tally = tally
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    func run(_ values: Value...) throws(VaultError) {
        try walk(values) { _ throws(VaultError) in }
    }

    /// Runs a statement that changes or deletes rows, and counts them; cheaper than `RETURNING`, for which SQLite makes
    /// a table of its own.
    func changes(_ values: Value...) throws(VaultError) -> Int {
        try walk(values) { _ throws(VaultError) in }
        return unsafe Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    func insert(_ values: [Value]) throws(VaultError) -> Int64 {
        try walk(values) { _ throws(VaultError) in }
        let database = unsafe sqlite3_db_handle(handle)
        guard unsafe sqlite3_changes(database) > 0 else {
            throw .storage(path: path, call: "insert", message: "no row was inserted")
        }
        return unsafe sqlite3_last_insert_rowid(database)
    }

    func first<Answer>(
        _ values: Value..., read: (borrowing Row) throws(VaultError) -> Answer
    ) throws(VaultError) -> Answer? {
        try collect(values, read).first
    }

    func rows<Answer>(
        _ values: Value..., read: (borrowing Row) throws(VaultError) -> Answer
    ) throws(VaultError) -> [Answer] {
        try collect(values, read)
    }

    /// The number in the first column of the first row; nil for NULL, and without a row.
    func integer(_ values: Value...) throws(VaultError) -> Int64? {
        try collect(values) { row throws(VaultError) in try row.optionalInteger(0) }.first ?? nil
    }

    func each(_ values: Value..., body: (borrowing Row) throws(VaultError) -> Void) throws(VaultError) {
        try walk(values, body)
    }

    private func collect<Answer>(
        _ values: [Value], _ read: (borrowing Row) throws(VaultError) -> Answer
    ) throws(VaultError) -> [Answer] {
        var answers: [Answer] = []
        try walk(values) { row throws(VaultError) in answers.append(try read(row)) }
        return answers
    }

    private func walk(
        _ values: [Value], _ body: (borrowing Row) throws(VaultError) -> Void
    ) throws(VaultError) {
        if let fault = tally.fault { throw fault }
        // SQLite refuses a checkpoint while a statement runs, so none may begin before the last row is read.
        let mutex = unsafe sqlite3_db_mutex(sqlite3_db_handle(handle))
        unsafe sqlite3_mutex_enter(mutex)
        defer { unsafe sqlite3_mutex_leave(mutex) }
        defer {
            tally.steps += Int(unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
            // The result of the reset repeats the error of the step before it.
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
        }
        try bind(values)
        tally.runs += 1
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW:
                let row = unsafe Row(handle, path: path)
                try body(row)
            case SQLITE_DONE: return
            case let code:
                throw tally.noting(
                    unsafe Database.failure(code, of: sqlite3_db_handle(handle), path: path, call: "step"))
            }
        }
    }

    private func bind(_ values: [Value]) throws(VaultError) {
        let expected = unsafe sqlite3_bind_parameter_count(handle)
        precondition(values.count == expected, "a statement gets as many values as it has parameters")
        for (offset, value) in values.enumerated() {
            let code = bind(value, at: Int32(offset) + 1)
            guard code == SQLITE_OK else {
                throw unsafe Database.failure(code, of: sqlite3_db_handle(handle), path: path, call: "bind")
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT, a macro that Swift cannot import: SQLite makes its own copy.
        let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(handle, index)
        case .integer(let number):
            return unsafe sqlite3_bind_int64(handle, index, number)
        case .text(let text):
            return unsafe sqlite3_bind_text64(
                handle, index, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
        case .blob(let bytes):
            return unsafe bytes.withUnsafeBytes { buffer in
                // A null pointer would be stored as NULL instead of as no bytes.
                guard let base = buffer.baseAddress, !bytes.isEmpty else {
                    return unsafe sqlite3_bind_zeroblob(handle, index, 0)
                }
                return unsafe sqlite3_bind_blob64(handle, index, base, UInt64(buffer.count), copied)
            }
        }
    }
}
