internal import Glibc
internal import System

/// The key that stretched patterns are hashed with, kept apart from the vault: a thief of the database alone cannot try
/// patterns.
package enum Pepper {
    /// The name of the systemd credential.
    package static let credentialName = "touchd-pepper"
    /// The name of the file beside the vault that is used if there is no credential.
    package static let fileName = "pepper.key"

    /// The name of the file beside the vault by which `make-pepper` says that its credential is for a vault to come.
    static let freshName = "pepper.fresh"

    static let byteCount = 32
    /// The minimum size of a credential in bytes, so that it can hold enough randomness.
    private static let credentialRange = byteCount...4_096

    /// From the credential if systemd passes one, else from a file, which may be created unless there is a vault.
    ///
    /// - Throws: ``VaultError``, naming the file; a file that others may read is refused.
    package static func load(
        credentials: String?, directory: String, mayMake: Bool = true
    ) throws(VaultError) -> SecretBytes {
        if let credentials {
            let path = "\(credentials)/\(credentialName)"
            var bytes: [UInt8]? = nil
            do throws(VaultError) { bytes = try contents(of: path) } catch {
                guard case .unreadable(_, ENOENT) = error else { throw error }
            }
            if var bytes {
                guard credentialRange.contains(bytes.count) else {
                    Sodium.wipe(&bytes)
                    throw .damaged(path: path, detail: "a pepper has 32 to 4096 bytes")
                }
                var label = [UInt8](repeating: 0, count: byteCount)
                return try KeyedHash.secret(
                    of: SecretBytes(wiping: &bytes), label: "touchd pepper\0", key: SecretBytes(wiping: &label))
            }
        }
        return try file("\(directory)/\(fileName)", mayMake: mayMake)
    }

    /// Whether a vault was made with the credential, if there is none in the folder of the service now.
    package static func isUsed(credentials: String?, directory: String) -> Bool {
        guard let credentials else { return false }
        return SystemPath.exists("\(credentials)/\(credentialName)") && !SystemPath.exists("\(directory)/\(freshName)")
    }

    private static func file(_ path: String, mayMake: Bool) throws(VaultError) -> SecretBytes {
        let isThere = try DatabaseFile.exists(path)
        guard isThere || mayMake else { throw .pepperMissing(path: path) }
        try DatabaseFile.prepare(path)
        var bytes = try contents(of: path)
        if bytes.isEmpty {
            guard mayMake else { throw .pepperMissing(path: path) }
            bytes = try Sodium.randomBytes(byteCount)
            try write(bytes, to: path)
        }
        guard bytes.count == byteCount else { throw .damaged(path: path, detail: "a pepper has 32 bytes") }
        return try SecretBytes(wiping: &bytes)
    }

    private static func contents(of path: String) throws(VaultError) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile(path, .configured, maxBytes: credentialRange.upperBound).bytes
        } catch {
            if error.code == EFBIG { throw .damaged(path: path, detail: "a pepper has 32 to 4096 bytes") }
            throw .unreadable(path: path, errno: error.code)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(VaultError) {
        do throws(SystemError) {
            let file = try Descriptor(unsafe open(path, O_WRONLY | O_CLOEXEC), "open \(path)")
            do throws(SystemError) {
                try file.write(bytes, to: path)
                guard fsync(file.number) == 0 else { throw .last("fsync") }
            } catch {
                // Half a pepper would look like a damaged one.
                ftruncate(file.number, 0)
                throw error
            }
        } catch { throw VaultError.failure(error.code, at: path) }
    }
}
