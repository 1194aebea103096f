internal import Glibc

/// Names, links and small files, such as attributes of sysfs, through the plain C calls that a test bed can redirect.
package enum SystemPath {
    /// The path with links resolved; nil, with `errno`, if it does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    /// The folder of a file, as far as its path says.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The folder of the program that runs; nil if it is unknown.
    package static var programFolder: String? { link(at: "/proc/self/exe").map(folder) }

    /// The target of a link; nil if there is none.
    package static func link(at path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Whether the file exists and can be opened.
    package static func exists(_ path: String) -> Bool {
        (try? Descriptor(unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open")) != nil
    }

    /// The first line of an attribute, possibly empty; nil if it cannot be read.
    package static func text(at path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The names in a folder; empty if it cannot be read.
    package static func names(in folder: String) -> [String] { (try? names(of: folder)) ?? [] }

    /// The names in a folder.
    package static func names(of folder: String) throws(SystemError) -> [String] {
        guard let listing = unsafe opendir(folder) else { throw .last("opendir \(folder)") }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Who has files open, as far as this process may see: the processes by the path.
    package static func openers(of paths: Set<String>) -> [String: [Int32]] {
        var openers: [String: [Int32]] = [:]
        for process in names(in: "/proc").compactMap({ Int32($0) }).sorted() {
            let open = Set(names(in: "/proc/\(process)/fd").compactMap { link(at: "/proc/\(process)/fd/\($0)") })
            for path in open.intersection(paths) { openers[path, default: []].append(process) }
        }
        return openers
    }
}

/// Which file it is, whatever its name.
package struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// The file of a name, which may be a link; nil, with `errno`, if there is none.
    package init?(at path: String) { self.init { unsafe lstat(path, &$0) } }

    /// The file that was opened.
    package init?(opened descriptor: Int32) { self.init { unsafe fstat(descriptor, &$0) } }

    private init?(_ read: (inout stat) -> Int32) {
        var status = stat()
        guard read(&status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
