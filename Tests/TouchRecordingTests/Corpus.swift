import Glibc
import Testing

/// Recordings of real panels, which are not part of the project.
enum Corpus {
    /// The folder named by TOUCHD_CORPUS, or `../shared/corpus` beside the package if it exists.
    static let folder: String? = {
        let named = unsafe getenv("TOUCHD_CORPUS")
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = unsafe named.map { unsafe String(cString: $0) } ?? "/\(package)/../shared/corpus"
        return names(in: path).isEmpty ? nil : path
    }()

    /// The names of its recordings and descriptions, sorted.
    static let files = names(in: folder ?? "")
        .filter { name in [".desc", ".events", ".evemu"].contains(where: name.hasSuffix) }
        .sorted()

    enum Failure: Error {
        case call(String, Int32)
    }

    /// The names in a folder; empty if it is not a folder.
    private static func names(in folder: String) -> [String] {
        guard let listing = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// The bytes of one of its files.
    static func bytes(of name: String) throws -> [UInt8] {
        let path = (folder ?? "") + "/" + name
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.call("open", errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Failure.call("read", errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips without recordings of real panels.
    static var needsCorpus: Self {
        .enabled(if: Corpus.folder != nil && !Corpus.files.isEmpty, "skipped: no corpus")
    }
}
