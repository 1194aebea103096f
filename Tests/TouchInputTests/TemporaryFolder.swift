import Glibc

/// A folder that goes when the test is over.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        var template = Array("/tmp/touchd-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure.call("mkdtemp", errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    /// What is in a folder, but for itself and the one above; empty if it is none.
    static func names(in folder: String) -> [String] {
        guard let listing = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
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

    enum Failure: Error {
        case call(String, Int32)
    }

    /// Makes a folder and all above it.
    func makeFolder(_ name: String) throws {
        var soFar = path
        for part in name.split(separator: "/") {
            soFar += "/" + part
            guard unsafe mkdir(soFar, 0o755) == 0 || errno == EEXIST else { throw Failure.call("mkdir", errno) }
        }
    }

    /// Makes a link that says `target`.
    func makeLink(_ name: String, to target: String) throws {
        guard unsafe symlink(target, path + "/" + name) == 0 else { throw Failure.call("symlink", errno) }
    }

    /// Makes a file and the folders that it lies in.
    func write(_ text: String, to name: String) throws {
        try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
        try makeFile(name, text)
    }

    /// Makes a file.
    func makeFile(_ name: String, _ text: String) throws {
        let descriptor = unsafe open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure.call("open", errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure.call("write", errno)
        }
    }
}
