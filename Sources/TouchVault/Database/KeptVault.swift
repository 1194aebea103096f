internal import Glibc
internal import System

/// A copy of the vault from before a migration, for the way back to an older touchd (decision 0029).
///
///     vault.db, schema 17 ──migration──▶ vault.db, schema 18; vault.db.before-18 ──restore──▶ vault.db, schema 17; vault.db.newer
///
/// The guard file is not copied: it goes on counting, so a restored vault that misses changes is an older copy of itself
/// (``VaultAlarm/rolledBack``), as after any other restoration. The copy goes when a user or a key is removed, because it
/// would keep what was to be forgotten.
package struct KeptVault {
    /// The vault in whose place it is now.
    package let path: String
    /// Where the newer vault is now.
    package let newer: String

    /// Why there is no way back.
    package struct Fault: Error, Equatable, CustomStringConvertible {
        /// One line.
        package let description: String

        init(_ description: String) { self.description = description }
    }

    private static let suffix = ".before-"
    private static let newerSuffix = ".newer"

    /// Copies a vault, durable on return; without room for that it is not migrated.
    static func keep(_ database: Database, before target: Int) throws(VaultError) {
        let path = "\(database.path)\(suffix)\(target)"
        let fresh = path + ".new"
        unsafe unlink(fresh)
        do throws(SystemError) { try WholeFile.create(fresh, [], mode: 0o600) } catch {
            throw VaultError.failure(error.code, at: fresh)
        }
        do throws(VaultError) {
            try database.prepare("VACUUM INTO ?").run(.text(fresh))
            try OpenFile(fresh, steps: OpenFile.Steps()).sync()
            remove(of: database.path)
            do throws(SystemError) { try rename(fresh, path) } catch { throw VaultError.failure(error.code, at: path) }
        } catch {
            unsafe unlink(fresh)
            throw error
        }
    }

    static func remove(of vault: String) {
        for (path, _) in all(of: vault) { unsafe unlink(path) }
    }

    /// Puts the newest copy that this touchd can open in the place of the vault, which is renamed and not in use.
    package static func restore(_ path: String) throws(Fault) -> KeptVault {
        if isInUse(path) { throw Fault("\(path): in use by another process") }
        let known = Schema.present.version
        let log = path + DatabaseFile.logSuffix
        // A version that is still in the log is not in the header.
        if let version = version(at: path), version <= known, (try? DatabaseFile.isEmpty(log)) ?? false {
            throw Fault("\(path): has schema \(version), which this touchd can open (no newer one has changed it)")
        }
        let kept = all(of: path).filter { (version(at: $0.path) ?? .max) <= known }.max { $0.number < $1.number }
        guard let kept else { throw Fault("no \(path)\(suffix)NUMBER that this touchd can open") }
        let newer = path + newerSuffix
        do throws(SystemError) {
            // The log first: it fits no other vault.
            for (name, aside) in [(log, newer + DatabaseFile.logSuffix), (path, newer)] {
                if unsafe access(name, F_OK) == 0 { try rename(name, aside) } else { unsafe unlink(aside) }
            }
            try rename(kept.path, path)
        } catch { throw Fault("\(error)") }
        return KeptVault(path: path, newer: newer)
    }

    /// Whether another process has a vault open.
    package static func isInUse(_ path: String) -> Bool {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return false }
        let file = Descriptor(owning: number)
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        return unsafe fcntl(file.number, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// The copies of a vault, by the schema that they are from before.
    private static func all(of vault: String) -> [(path: String, number: Int)] {
        let folder = SystemPath.folder(of: vault)
        let prefix = (vault.split(separator: "/").last ?? "") + suffix
        return SystemPath.names(in: folder).compactMap { name in
            guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
            return ("\(folder)/\(name)", number)
        }
    }

    /// The schema version in the header of a closed database; nil if there is no database.
    private static func version(at path: String) -> Int? {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        var bytes = [UInt8](repeating: 0, count: 4)
        guard unsafe pread(file.number, &bytes, 4, 60) == 4 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func rename(_ old: String, _ new: String) throws(SystemError) {
        guard unsafe Glibc.rename(old, new) == 0 else { throw .last("rename \(old)") }
        try WholeFile.syncFolder(of: new)
    }
}
