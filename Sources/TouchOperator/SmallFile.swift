package import EventLoop
internal import Glibc

/// A file of a few pages, read at once.
package struct SmallFile {
    /// Its content.
    package let bytes: [UInt8]
    /// Whether only root may write it: it and its folder belong to root, and no other user may write to them.
    let isRoots: Bool

    /// Reads it; refuses links, what is no regular file, and more than `maxBytes`.
    ///
    /// - Returns: nil if there is no such file.
    package static func read(_ path: String, maxBytes: Int) throws(SystemError) -> SmallFile? {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else {
            guard errno == ENOENT else { throw .last("open \(path)") }
            return nil
        }
        let file = Descriptor(owning: number)
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { throw .last("stat \(path)") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(call: "read \(path)", code: EINVAL) }
        guard status.st_size <= maxBytes else { throw SystemError(call: "read \(path)", code: EFBIG) }
        var bytes = [UInt8](repeating: 0, count: maxBytes)
        let count = unsafe Glibc.read(file.number, &bytes, bytes.count)
        guard count >= 0 else { throw .last("read \(path)") }
        var folder = stat()
        let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let isFolderRoots = unsafe stat(place, &folder) == 0 && isRoots(folder)
        return SmallFile(bytes: Array(bytes.prefix(count)), isRoots: isRoots(status) && isFolderRoots)
    }

    private static func isRoots(_ status: stat) -> Bool {
        status.st_uid == 0 && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }
}
