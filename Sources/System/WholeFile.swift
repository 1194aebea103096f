package import Glibc

/// A file that is read or written as a whole.
package struct WholeFile {
    /// What is read.
    package enum Kind {
        /// A regular file and no link: one that only this program or root writes.
        case own
        /// A regular file or a device such as /dev/null, perhaps through a link.
        case configured
        /// Whatever somebody names, such as a pipe; `-` is the standard input.
        case given
    }

    /// Its content.
    package let bytes: [UInt8]
    /// Whose it is, and who may write it.
    package let status: stat
    /// Its path without links; nil: unknown.
    package let resolved: String?
    /// Whether only root may write it: it and its folder belong to root, and no other user may write to them.
    package let isRoots: Bool

    /// Reads a file; never waits for the writer of a pipe, unless it was given.
    ///
    /// - Throws: `EISDIR` or `EINVAL` for what is no such file, `EFBIG` for more than `maxBytes`.
    package init(_ path: String, _ kind: Kind, maxBytes: Int) throws(SystemError) {
        let isInput = kind == .given && path == "-"
        let flags = (kind == .own ? O_NOFOLLOW : 0) | (kind == .given ? 0 : O_NONBLOCK)
        let file = try Descriptor(
            isInput ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC | flags), "open \(path)")
        var (status, folder) = (stat(), stat())
        guard unsafe fstat(file.number, &status) == 0 else { throw .last("stat \(path)") }
        switch (kind, status.st_mode & S_IFMT) {
        case (.given, _), (_, S_IFREG), (.configured, S_IFCHR): break
        case (_, let type): throw SystemError(call: "read \(path)", code: type == S_IFDIR ? EISDIR : EINVAL)
        }
        bytes = try file.bytes(atMost: maxBytes, of: path)
        (self.status, resolved) = (status, SystemPath.link(at: "/proc/self/fd/\(file.number)"))
        let isFolderRoots = unsafe stat(SystemPath.folder(of: path), &folder) == 0 && Self.isRoots(folder)
        isRoots = Self.isRoots(status) && isFolderRoots
    }

    /// Reads a file; nil if it does not exist.
    package init?(ifPresent path: String, _ kind: Kind, maxBytes: Int) throws(SystemError) {
        do throws(SystemError) { self = try WholeFile(path, kind, maxBytes: maxBytes) } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    private static func isRoots(_ status: stat) -> Bool {
        status.st_uid == 0 && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    /// Replaces a file atomically: a reader sees the old text or the new one; an error leaves the old one.
    ///
    /// What others may have put in the way is never opened. It has these permissions regardless of the umask, and if it is to be durable, it is on disk when this returns.
    package static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32, isDurable: Bool
    ) throws(SystemError) {
        let (fresh, call) = (path + ".new", "write \(path)")
        unsafe unlink(fresh)
        let file = try Descriptor(
            unsafe open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode), call)
        do throws(SystemError) {
            guard fchmod(file.number, mode) == 0 else { throw .last(call) }
            try file.write(bytes, to: path)
            guard !isDurable || fsync(file.number) == 0, unsafe rename(fresh, path) == 0 else { throw .last(call) }
        } catch {
            unsafe unlink(fresh)
            throw error
        }
        if isDurable { try syncFolder(of: path) }
    }

    /// Creates a file, on the disk when this returns; fails if there is anything of that name.
    package static func create(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
        let file = try Descriptor(
            unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode), "create \(path)")
        do throws(SystemError) {
            try file.write(bytes, to: path)
            guard fsync(file.number) == 0 else { throw .last("write \(path)") }
        } catch {
            unsafe unlink(path)
            throw error
        }
        try syncFolder(of: path)
    }

    /// Makes a new name durable, by a sync of its folder.
    package static func syncFolder(of path: String) throws(SystemError) {
        let folder = try Descriptor(
            unsafe open(SystemPath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC), "write \(path)")
        guard fsync(folder.number) == 0 else { throw .last("write \(path)") }
    }
}
