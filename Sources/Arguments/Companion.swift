internal import Glibc
internal import System

/// Another program of touchd, which this one becomes for some of its commands: what few kiosks need is in a package of
/// its own, with its libraries.
package struct Companion: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The Debian package that contains it.
    package let package: String

    /// Shows and measures live panels.
    package static let dump = Companion(name: "touchd-dump", package: "touchd")
    /// Draws, plays and converts recordings; edits pictures.
    package static let tools = Companion(name: "touchd-tools", package: "touchd-tools")
    /// Shows and commands the kiosks of a fleet.
    package static let fleet = Companion(name: "touchctl-fleet", package: "touchd-fleet")

    /// Replaces the running program by this one, named in errors by its first word, or returns why it could not.
    package func become(_ words: [String]) -> String {
        path.map { Subprocess.become($0, words).description } ?? absence
    }

    /// Why it cannot run; nil if it is installed.
    package var problem: String? { path == nil ? absence : nil }

    private var absence: String { "\(name): not installed (install the package \(package))" }

    /// Where it is: beside the running program, as in a build folder; where the packages install both; or in PATH.
    private var path: String? {
        let search = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        let folders = Self.neighbors + search.split(separator: ":").map(String.init)
        return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// The folder of the running program, and those of the packages beside it, `/usr/bin` and `/usr/lib/touchd`.
    private static var neighbors: [String] {
        let parts = (SystemPath.programFolder ?? "").split(separator: "/")[...]
        let prefix = parts.dropLast(parts.last == "touchd" ? 2 : 1)
        return [parts, prefix + ["bin"], prefix + ["lib", "touchd"]].map { "/" + $0.joined(separator: "/") }
    }
}
