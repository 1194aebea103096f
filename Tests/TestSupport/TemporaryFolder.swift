package import Glibc
internal import System

/// A folder for one test, removed with its contents when the last reference is released.
package final class TemporaryFolder: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ call: String) { description = unsafe "\(call): \(String(cString: strerror(errno)))" }
    }

    package let path: String

    /// - Parameter isInMemory: whether its files need no disk.
    package init(isInMemory: Bool = false) throws(Failure) {
        let parent = unsafe isInMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/touchd-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure("mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    package func path(of name: String) -> String { "\(path)/\(name)" }

    package var names: [String] { Self.names(in: path) }

    package func has(_ name: String) -> Bool { unsafe access(path(of: name), F_OK) == 0 }

    /// Makes a folder in it, with missing parents.
    package func makeFolder(_ name: String, mode: mode_t = 0o700) throws(Failure) {
        var folder = path
        for part in name.split(separator: "/") {
            folder += "/" + part
            guard unsafe mkdir(folder, mode) == 0 || errno == EEXIST else { throw Failure("mkdir \(folder)") }
        }
    }

    /// Makes a link in it with the target `target`.
    package func makeLink(_ name: String, to target: String) throws(Failure) {
        guard unsafe symlink(target, path(of: name)) == 0 else { throw Failure("symlink \(name)") }
    }

    /// Writes a file, making missing parent folders, and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws(Failure) -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file, making missing parent folders, and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws(Failure) -> String {
        try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
        let path = path(of: name)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard file >= 0 else { throw Failure("open \(path)") }
        defer { close(file) }
        guard fchmod(file, mode) == 0, unsafe Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Failure("write \(path)")
        }
        return path
    }

    package func text(of name: String) throws(Failure) -> String {
        String(decoding: try Self.bytes(of: path(of: name)), as: UTF8.self)
    }

    package static func bytes(of path: String) throws(Failure) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("open \(path)") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(file, &part, part.count)
            guard count >= 0 else { throw Failure("read \(path)") }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    /// The names in any folder, sorted, without `.` and `..`; empty if it is not a folder.
    package static func names(in path: String) -> [String] { SystemPath.names(in: path).sorted() }

    /// The permissions of any file or folder; nil if there is none.
    package static func permissions(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
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
