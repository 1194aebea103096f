internal import EventLoop
internal import Glibc

/// A small file of the program's own, replaced atomically and durably.
struct DurableFile {
    private let folder: String
    private let name: String

    /// A file of that name, which need not exist.
    init(_ name: String, in folder: String) {
        (self.folder, self.name) = (folder, name)
    }

    private var path: String { "\(folder)/\(name)" }

    /// Its content, at most 4 KiB; nil if it does not exist.
    func read() throws(SystemError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .last("open \(path)") }
            return nil
        }
        let file = Descriptor(owning: descriptor)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe Glibc.read(file.number, &bytes, bytes.count)
        guard count >= 0 else { throw .last("read \(path)") }
        return Array(bytes.prefix(count))
    }

    /// Replaces its content, readable by its owner alone.
    func replace(with bytes: [UInt8]) throws(SystemError) {
        let fresh = path + ".new"
        let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last("open \(fresh)") }
        let file = Descriptor(owning: descriptor)
        let count = unsafe write(file.number, bytes, bytes.count)
        guard count == bytes.count else {
            throw count < 0 ? .last("write \(fresh)") : SystemError(call: "write \(fresh)", code: ENOSPC)
        }
        guard fsync(file.number) == 0 else { throw .last("fsync \(fresh)") }
        guard unsafe rename(fresh, path) == 0 else { throw .last("rename \(fresh)") }
        // A new name is only on the disk once its folder is.
        let place = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { throw .last("open \(folder)") }
        let opened = Descriptor(owning: place)
        guard fsync(opened.number) == 0 else { throw .last("fsync \(folder)") }
    }
}
