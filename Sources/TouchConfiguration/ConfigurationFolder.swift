internal import Glibc
internal import System

/// The files of a configuration.
enum ConfigurationFolder {
    /// The paths of the drop-in files of a configuration file, in reading order.
    ///
    /// Only names that end in `.conf` and do not begin with a dot count, as usual with systemd.
    static func dropIns(of path: String) throws(SystemError) -> [String] {
        let folder = path + ".d"
        do throws(SystemError) {
            let names = try SystemPath.names(of: folder).filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
            return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    /// A file of at most ``ConfigurationText/maxFile`` bytes; nil if there is none.
    static func contents(of path: String) throws(SystemError) -> WholeFile? {
        try WholeFile(ifPresent: path, .configured, maxBytes: ConfigurationText.maxFile)
    }
}
