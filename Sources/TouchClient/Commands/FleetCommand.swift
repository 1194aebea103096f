internal import Glibc

/// `touchctl fleet`, a separate program: kiosks do not need its library.
package enum FleetCommand {
    private static let program = "touchctl-fleet"

    /// Replaces this program by `touchctl-fleet` for the command `fleet`, preferring the one in the same folder, with
    /// all further words.
    ///
    /// - Parameter words: the command line, program first.
    /// - Returns: the error, a line without its end; nil for any other command.
    package static func become(_ words: [String]) -> String? {
        guard words.dropFirst().first == "fleet" else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = String(decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let beside = own.lastIndex(of: "/").map { own[...$0] + program }.map(String.init) ?? program
        let path = unsafe access(beside, X_OK) == 0 ? beside : program
        var copies = unsafe ([program] + words.dropFirst(2)).map { unsafe strdup($0) } + [nil]
        unsafe execvp(path, &copies)
        let reason = unsafe String(cString: strerror(errno))
        return "touchctl: \(program): \(reason) (install the package touchd-fleet)"
    }
}
