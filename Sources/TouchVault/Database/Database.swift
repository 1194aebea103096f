internal import CSQLite
internal import Glibc

/// An open SQLite database that no other process can use meanwhile.
///
/// Every commit is on the disk when the call returns, until ``leaveSyncs()``: write-ahead log, `synchronous=FULL`.
/// Deleted rows are overwritten (`secure_delete`).
@safe
final class Database {
    static let inMemory = ":memory:"

    /// Marks a database as touchd's in its header: the letters "tchd".
    static let application: Int32 = 0x7463_6864

    let handle: OpaquePointer
    let path: String
    let tally = Tally()
    /// Gets the changes of rows.
    var rows: RowSetHash?
    private var statements = [Statement?](repeating: nil, count: Query.allCases.count)

    private init(_ handle: OpaquePointer, path: String) {
        unsafe self.handle = handle
        self.path = path
    }

    /// Opens the database through that layer over the file system, creating an empty one if there is none.
    static func open(path: String, vfs: String? = nil) throws(VaultError) -> Database {
        if path != inMemory { try DatabaseFile.prepare(path) }
        var handle: OpaquePointer?
        // With its mutex: a vault is used from one thread, except for its checkpoints.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_PRIVATECACHE
        let code = unsafe sqlite3_open_v2(path, &handle, flags, vfs)
        guard code == SQLITE_OK, let opened = unsafe handle else {
            let error = unsafe failure(code, of: handle, path: path, call: "open")
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        let database = unsafe Database(opened, path: path)
        unsafe sqlite3_extended_result_codes(opened, 1)
        do throws(VaultError) { try database.setUp() } catch {
            guard unsafe sqlite3_errcode(opened) & 0xff == SQLITE_ERROR else { throw error }
            // The header claims a format that there is not.
            throw .damaged(path: path, detail: unsafe String(cString: sqlite3_errmsg(opened)))
        }
        if unsafe sqlite3_db_readonly(opened, "main") == 1 {
            try DatabaseFile.prepare(path)
            throw .damaged(path: path, detail: "its header forbids writing")
        }
        return database
    }

    private func setUp() throws(VaultError) {
        // Exclusive before the first read, which then acquires the lock and keeps it; no -shm file is created.
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA foreign_keys = ON")
        try execute("PRAGMA temp_store = MEMORY")
        try execute("PRAGMA secure_delete = ON")
        try execute("PRAGMA trusted_schema = OFF")
        try execute("PRAGMA cell_size_check = ON")
        // Few rows are in use; SQLite's 2 MB would fill with pages that were only passed on the way to them.
        try execute("PRAGMA cache_size = -256")
        // Acquires the lock now, so that a second process fails at its start and not later.
        try execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// From now on a commit is ordered, not durable: who needs that syncs the log; until then it is not checkpointed.
    func leaveSyncs() throws(VaultError) {
        try execute("PRAGMA synchronous = NORMAL")
        try execute("PRAGMA wal_autocheckpoint = 0")
    }

    /// Checkpoints the log into the database, on any thread.
    ///
    /// Unchecked, because SQLite's own mutex admits one thread at a time, and the vault releases nothing before the
    /// work that it handed out has run.
    @safe
    struct Checkpoint: @unchecked Sendable {
        fileprivate let handle: OpaquePointer
        fileprivate let path: String

        /// Checkpoints, and starts a new log, emptied first if nothing may be left of old pages; syncs its head, for which the
        /// next change would have to wait otherwise.
        func run(cuttingLog isCutting: Bool) throws(VaultError) {
            let mode = isCutting ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
            // Until the error is read: it is the connection's.
            let mutex = unsafe sqlite3_db_mutex(handle)
            unsafe sqlite3_mutex_enter(mutex)
            defer { unsafe sqlite3_mutex_leave(mutex) }
            let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
            guard code == SQLITE_OK else {
                throw unsafe Database.failure(code, of: handle, path: path, call: "checkpoint")
            }
            // Changes nothing, and is written all the same; where that fails, the next change begins the log.
            _ = unsafe sqlite3_exec(handle, "PRAGMA application_id = \(Database.application)", nil, nil, nil)
        }
    }

    var checkpoint: Checkpoint { unsafe Checkpoint(handle: handle, path: path) }

    deinit {
        if tally.isDamaged {
            // The log stays, so that the next start checks every page.
            var isKept: Int32 = 1
            unsafe sqlite3_file_control(handle, nil, SQLITE_FCNTL_PERSIST_WAL, &isKept)
        }
        // Waits for statements that are finalized later.
        unsafe sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws(VaultError) {
        if let fault = tally.fault { throw fault }
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw tally.noting(unsafe Self.failure(code, of: handle, path: path, call: "exec"))
        }
    }

    func prepare(_ sql: String) throws(VaultError) -> Statement {
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement = unsafe statement else {
            throw tally.noting(unsafe Self.failure(code, of: handle, path: path, call: "prepare"))
        }
        return unsafe Statement(statement, path: path, tally: tally)
    }

    /// The statement of a query, which is compiled at its first use.
    subscript(_ query: Query) -> Statement {
        get throws(VaultError) {
            if let statement = statements[query.rawValue] { return statement }
            let statement = try prepare(query.sql)
            statements[query.rawValue] = statement
            return statement
        }
    }

    /// How many pages were read from the disk since the database was opened.
    var pagesRead: Int {
        var (count, highest) = (Int32(), Int32())
        unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_MISS, &count, &highest, 0)
        return Int(count)
    }

    /// How many rows were inserted, changed or deleted since the database was opened.
    var changes: Int64 { unsafe sqlite3_total_changes64(handle) }

    /// Runs `body` in a transaction: all its changes are made, or none.
    func transaction<Answer>(_ body: () throws(VaultError) -> Answer) throws(VaultError) -> Answer {
        try self[.begin].run()
        do throws(VaultError) {
            let answer = try body()
            try self[.commit].run()
            return answer
        } catch {
            // A failed rollback has nothing to add: SQLite rolls back by itself on the errors that end a transaction.
            try? execute("ROLLBACK")
            throw error
        }
    }

    static func failure(_ code: Int32, of handle: OpaquePointer?, path: String, call: String) -> VaultError {
        let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "error \(code)"
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: return .locked(path: path)
        case SQLITE_NOTADB: return .notADatabase(path: path)
        case SQLITE_CORRUPT: return .damaged(path: path, detail: message)
        case SQLITE_NOMEM: return .outOfMemory
        case SQLITE_FULL: return .unwritable(path: path, errno: ENOSPC)
        case SQLITE_READONLY: return .unwritable(path: path, errno: EROFS)
        default:
            let reason = code & 0xff == SQLITE_IOERR ? unsafe handle.map { unsafe sqlite3_system_errno($0) } ?? 0 : 0
            if case .unwritable(let path, let errno) = VaultError.failure(reason, at: path) {
                return .unwritable(path: path, errno: errno)
            }
            return .storage(path: path, call: call, message: message)
        }
    }
}
