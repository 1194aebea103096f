import Glibc

/// The paths of touchsim's files.
enum Installation {
    /// The shim library: beside the program in a build folder, below ../lib/touchd when installed.
    ///
    /// - Throws: when it is in neither place.
    static func preload() throws(PanelError) -> String {
        let library = "libtouchsim-preload.so"
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe buffer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return unsafe readlink("/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard length > 0 else { throw .failed(call: "readlink", subject: "/proc/self/exe", errno: errno) }
        let program = String(decoding: buffer.prefix(length), as: UTF8.self)
        let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        let candidates = ["\(folder)/\(library)", "\(folder)/../lib/touchd/\(library)"]
        for candidate in candidates where unsafe access(candidate, R_OK) == 0 { return candidate }
        throw .missing("\(library) (searched \(candidates.joined(separator: ", ")))")
    }
}
