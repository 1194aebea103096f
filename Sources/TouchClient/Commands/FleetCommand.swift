internal import Glibc

/// `touchctl fleet`, a program of its own: kiosks do not need its library.
public enum FleetCommand {
    private static let program = "touchctl-fleet"

    /// Becomes that program if the first word asks for it, the one beside this if there is one, with all words behind that.
    ///
    /// - Parameter words: the command line, program first.
    /// - Returns: what went wrong, a line without its end; nil if something else was asked for.
    public static func become(_ words: [String]) -> String? {
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
