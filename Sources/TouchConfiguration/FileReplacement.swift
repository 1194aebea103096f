import Glibc

/// Replaces files atomically: a reader sees the old text or the new one.
package enum FileReplacement {
    /// Replaces a file.
    ///
    /// - Parameters:
    ///   - mode: its permissions, regardless of the umask.
    ///   - isDurable: whether it must be on disk when this returns.
    /// - Returns: the error, with the old file unchanged; nil on success.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32, isDurable: Bool) -> Int32? {
        let fresh = path + ".new"
        let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { return errno }
        var failure: Int32? = fchmod(descriptor, mode) == 0 ? nil : errno
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        }
        if count != bytes.count { failure = count < 0 ? errno : ENOSPC }
        if failure == nil, isDurable, fsync(descriptor) != 0 { failure = errno }
        close(descriptor)
        if failure == nil, unsafe rename(fresh, path) != 0 { failure = errno }
        if failure != nil { unsafe unlink(fresh) }
        guard failure == nil, isDurable else { return failure }
        return syncFolder(of: path)
    }

    /// A new name is durable only after its folder was synced.
    private static func syncFolder(of path: String) -> Int32? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? nil : errno
    }
}
