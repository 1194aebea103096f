internal import EventLoop
internal import Glibc
internal import TouchConfiguration

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
        if let code = FileReplacement.write(bytes, to: path, mode: 0o600, isDurable: true) {
            throw SystemError(call: "write \(path)", code: code)
        }
    }
}
