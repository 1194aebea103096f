internal import Glibc
internal import System

/// The database's file: created for its owner alone, refused when others have access.
enum DatabaseFile {
    static let logSuffix = "-wal"
    private static let mode: mode_t = 0o600

    /// Makes sure that `path` is a private regular file, creating an empty one if there is none.
    ///
    /// An existing file is checked without opening it: closing a second descriptor of a database would release the
    /// locks that this process holds on it.
    static func prepare(_ path: String) throws(VaultError) {
        guard let status = try status(of: path) else { return try create(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        let permissions = status.st_mode & 0o7777
        guard permissions & 0o077 == 0 else { throw .exposed(path: path, mode: permissions) }
        guard unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 else { throw failure(errno, at: path) }
    }

    /// Makes sure that the file system of `path` has room for that many bytes.
    static func checkRoom(at path: String, bytes: UInt64) throws(VaultError) {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { throw failure(errno, at: path) }
        if status.f_flag & UInt(ST_RDONLY) != 0 { throw .unwritable(path: path, errno: EROFS) }
        guard UInt64(status.f_bavail) * UInt64(status.f_frsize) >= bytes else {
            throw .unwritable(path: path, errno: ENOSPC)
        }
    }

    static func exists(_ path: String) throws(VaultError) -> Bool { try status(of: path) != nil }

    /// Whether there is no file at `path`, or one without content.
    static func isEmpty(_ path: String) throws(VaultError) -> Bool {
        try status(of: path).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_size == 0 } ?? true
    }

    /// Whether the file at `path` is shorter than the header of a database, although it once was one.
    static func isCut(_ path: String) throws(VaultError) -> Bool {
        guard let status = try? status(of: path), status.st_size < headerByteCount else { return false }
        if status.st_size > 0 { return true }
        return try !isEmpty(path + logSuffix)
    }

    private static let headerByteCount = 100

    private static let asideSuffix = ".damaged"

    /// Renames what is no file in the place of a database, its log or its guard: a folder, a link, a pipe; returns
    /// whether that of the database was.
    static func putObstaclesAside(_ path: String) throws(VaultError) -> Bool {
        let isInPlace = isObstacle(path)
        for suffix in ["", logSuffix, DatabaseOpening.guardSuffix] where isObstacle(path + suffix) {
            let name = path + suffix
            let free = asideNames(for: name).first { unsafe access($0, F_OK) != 0 && !isObstacle($0) }
            guard let free, unsafe rename(name, free) == 0 else { throw .notAFile(path: name) }
        }
        return isInPlace
    }

    private static func isObstacle(_ path: String) -> Bool {
        (try? status(of: path)).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    }

    /// What is at `path`, a link not followed; nil if there is nothing.
    private static func status(of path: String) throws(VaultError) -> stat? {
        var status = stat()
        if unsafe lstat(path, &status) == 0 { return status }
        guard errno == ENOENT else { throw failure(errno, at: path) }
        return nil
    }

    /// The names for what is set aside, the usual one first; something else may be in its place, too.
    private static func asideNames(for path: String) -> [String] {
        [path + asideSuffix] + (2...9).map { "\(path)\(asideSuffix)\($0)" }
    }

    /// Renames a closed database and its log, replacing files that were set aside before.
    static func putAside(_ path: String) throws(VaultError) {
        let aside = asideNames(for: path).first { !isObstacle($0) && !isObstacle($0 + logSuffix) } ?? path + asideSuffix
        guard unsafe rename(path, aside) == 0 else { throw failure(errno, at: path) }
        let (log, asideLog) = (path + logSuffix, aside + logSuffix)
        // A log fits no other database.
        if try isEmpty(log) {
            for name in [log, asideLog] where unsafe unlink(name) != 0 && errno != ENOENT {
                throw failure(errno, at: name)
            }
        } else if unsafe rename(log, asideLog) != 0 {
            throw failure(errno, at: log)
        }
    }

    private static func create(_ path: String) throws(VaultError) {
        do throws(SystemError) { try WholeFile.create(path, [], mode: mode) } catch {
            throw failure(error.code, at: path)
        }
    }

    fileprivate static func failure(_ code: Int32, at path: String) -> VaultError {
        switch code {
        case ENOENT, ENOTDIR: .directoryMissing(path: SystemPath.folder(of: path))
        case EISDIR, ELOOP: .notAFile(path: path)
        default: VaultError.failure(code, at: path)
        }
    }
}

extension Vault {
    /// Creates the folder for a vault, readable only by its owner, unless it exists; its parent must exist.
    ///
    /// With systemd, `StateDirectory=` has already created it.
    package static func makeFolder(_ path: String) throws(VaultError) {
        guard unsafe mkdir(path, 0o700) != 0 else { return }
        var status = stat()
        guard errno == EEXIST, unsafe stat(path, &status) == 0 else { throw DatabaseFile.failure(errno, at: path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unreadable(path: path, errno: ENOTDIR) }
    }
}
