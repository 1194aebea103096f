internal import CShims
internal import System
internal import Glibc

/// The file of a listening socket, removed only if it is still ours.
struct SocketFile {
    private let path: String
    /// Nil if it was gone before.
    private let file: FileIdentity?

    /// The file of a socket that another program bound; nil for an abstract name.
    init?(of socket: Int32) {
        var name = [CChar](repeating: 0, count: 128)
        guard unsafe cshims_socket_path(socket, &name, name.count) == 0 else { return nil }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        file = FileIdentity(at: path)
    }

    private init(path: String, file: FileIdentity) { (self.path, self.file) = (path, file) }

    /// Whether its name still leads to it.
    var isInPlace: Bool { file != nil && FileIdentity(at: path) == file }

    /// Whether others than root may connect.
    var isOpen: Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IWOTH != 0 || status.st_mode & S_IWGRP != 0 && status.st_gid != 0
            || status.st_mode & S_IWUSR != 0 && status.st_uid != 0
    }

    /// Binds a socket to a path, replacing a stale socket file; nil for an abstract name.
    static func bind(_ socket: Int32, to path: String, mode: UInt32) throws(ListenError) -> SocketFile? {
        if path.hasPrefix("@") {
            guard unsafe cshims_bind(socket, path) == 0 else {
                throw errno == EADDRINUSE ? .inUse(path: path) : .refused(path: path, .last("bind"))
            }
            return nil
        }
        return try bind(socket, to: path, mode: mode, in: lockFolder(of: path))
    }

    /// Binds while the folder is locked: of two starting servers, each could otherwise find the old file stale and
    /// remove the other's new one.
    private static func bind(
        _ socket: Int32, to path: String, mode: UInt32, in lock: borrowing Descriptor
    ) throws(ListenError) -> SocketFile {
        if unsafe cshims_bind(socket, path) != 0 {
            guard errno == EADDRINUSE else { throw .refused(path: path, .last("bind")) }
            try removeDead(path)
            guard unsafe cshims_bind(socket, path) == 0 else { throw .refused(path: path, .last("bind")) }
        }
        // No client can connect before the socket listens, so no client sees the mode before this.
        guard unsafe chmod(path, mode) == 0 else { throw .refused(path: path, .last("chmod")) }
        guard let file = FileIdentity(at: path) else { throw .refused(path: path, .last("lstat")) }
        return SocketFile(path: path, file: file)
    }

    /// Removes the file, unless another has taken its place.
    func remove() {
        if isInPlace { unsafe unlink(path) }
    }

    private static func lockFolder(of path: String) throws(ListenError) -> Descriptor {
        let folder = SystemPath.folder(of: path)
        let number = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .refused(path: path, .last("open \(folder)")) }
        let descriptor = Descriptor(owning: number)
        guard flock(number, LOCK_EX) == 0 else { throw .refused(path: path, .last("flock \(folder)")) }
        return descriptor
    }

    private static func removeDead(_ path: String) throws(ListenError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw .refused(path: path, .last("lstat")) }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let number = cshims_stream_socket(1)
        guard number >= 0 else { throw .refused(path: path, .last("socket")) }
        let probe = Descriptor(owning: number)
        // Only ECONNREFUSED proves that there is no listener; a full queue or a missing permission means that there is
        // one.
        guard unsafe cshims_connect(probe.number, path) != 0, errno == ECONNREFUSED else { throw .inUse(path: path) }
        guard unsafe unlink(path) == 0 else { throw .refused(path: path, .last("unlink")) }
    }
}
