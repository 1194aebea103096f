internal import Glibc

/// The files of a configuration.
enum ConfigurationFolder {
    /// Why a file could not be read.
    struct Failure: Error {
        let reason: ConfigurationProblem.Reason
        let isMissing: Bool

        fileprivate init(_ code: Int32) {
            let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
            reason = .unreadable(text)
            isMissing = code == ENOENT
        }

        fileprivate init(tooLarge bytes: Int) {
            reason = .tooLarge(bytes: bytes)
            isMissing = false
        }
    }

    /// The paths of the drop-in files of a configuration file, in reading order.
    ///
    /// Only names that end in `.conf` and do not begin with a dot count, as usual with systemd.
    static func dropIns(of path: String) -> Result<[String], Failure> {
        let folder = path + ".d"
        guard let handle = unsafe opendir(folder) else {
            let failure = Failure(errno)
            return failure.isMissing ? .success([]) : .failure(failure)
        }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
        }
        let ordered = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return .success(ordered.map { "\(folder)/\($0)" })
    }

    /// The bytes of a regular file of at most ``ConfigurationText/maxFile`` bytes.
    static func contents(of path: String) -> Result<[UInt8], Failure> {
        // Does not block on a pipe; pipes are rejected below.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure(Failure(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return .failure(Failure(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFCHR else {
            return .failure(Failure(status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL))
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe part.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failure(Failure(errno)) }
            if count == 0 { return .success(bytes) }
            bytes += part.prefix(count)
            guard bytes.count <= ConfigurationText.maxFile else { return .failure(Failure(tooLarge: bytes.count)) }
        }
    }
}
