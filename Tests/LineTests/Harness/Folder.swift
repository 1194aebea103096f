import EventLoop
import Glibc

/// A folder that a test makes and removes.
final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/touchd-line-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// The path of something in it.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Makes a folder in it, for its owner alone.
    func makeFolder(_ name: String) throws {
        guard unsafe mkdir(path(of: name), 0o700) == 0 else { throw SystemError.last("mkdir") }
    }

    /// The text of a file in it.
    func text(of name: String) throws -> String {
        String(decoding: try Self.bytes(of: path(of: name)), as: UTF8.self)
    }

    /// Writes a file, the folders above it included.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let path = path(of: name)
        let file = Descriptor(owning: unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        guard file.number >= 0 else { throw SystemError.last("open \(path)") }
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.write(file.number, bytes, bytes.count)
        guard count == bytes.count else { throw SystemError.last("write \(path)") }
        return path
    }

    /// The bytes of a file anywhere.
    static func bytes(of path: String) throws -> [UInt8] {
        let file = Descriptor(owning: unsafe open(path, O_RDONLY | O_CLOEXEC))
        guard file.number >= 0 else { throw SystemError.last("open \(path)") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(file.number, &buffer, buffer.count)
            guard count >= 0 else { throw SystemError.last("read \(path)") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// What is in a folder, sorted, but for itself and the one above; nothing if it is none.
    static func names(in path: String) -> [String] {
        guard let listing = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unsafe unlink(path)
            return
        }
        for name in names(in: path) { remove(path + "/" + name) }
        unsafe rmdir(path)
    }
}
