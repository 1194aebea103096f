import Glibc

/// Which processes have a file open, from /proc.
enum OpenFiles {
    /// Processes that have `path` open, as far as this process may see.
    static func processes(with path: String) -> [Int] {
        names(in: "/proc").compactMap { Int($0) }.filter { process in
            let folder = "/proc/\(process)/fd"
            return names(in: folder).contains { target(of: "\(folder)/\($0)") == path }
        }
    }

    /// The names in a folder; empty if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe names.append(String(cString: $0)) }
            }
        }
        return names
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink(link, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
