import Glibc

/// Has touchctl draw a trace: the daemon's program links no drawing library.
enum PlotProgram {
    /// Draws a trace; what went wrong, if something did.
    static func draw(_ trace: String, to path: String) -> String? {
        var template = Array("/tmp/touchd-dump-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { return "mkstemp: \(unsafe String(cString: strerror(errno)))" }
        defer {
            unsafe unlink(template)
            close(descriptor)
        }
        var rest = Array(trace.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return "write: \(unsafe String(cString: strerror(errno)))" }
            rest = rest.dropFirst(count)
        }
        let file = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return run([program, "plot", "--close", "-o", path, "--", file])
    }

    /// touchctl beside this program, else the one in PATH.
    private static var program: String {
        let folder = SystemPath.resolved("/proc/self/exe").flatMap { path in
            path.lastIndex(of: "/").map { String(path[..<$0]) }
        }
        let beside = (folder ?? "") + "/touchctl"
        return unsafe access(beside, X_OK) == 0 ? beside : "touchctl"
    }

    private static func run(_ words: [String]) -> String? {
        var copies = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let failure = unsafe posix_spawnp(&process, words[0], nil, nil, &copies, environ)
        guard failure == 0 else { return "\(words[0]): \(unsafe String(cString: strerror(failure)))" }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status == 0 ? nil : "\(words[0]) could not draw it"
    }
}
