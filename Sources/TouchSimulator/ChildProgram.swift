import CShims
import Glibc

/// A program started under a panel.
package struct ChildProgram: Sendable {
    private let process: Int32

    /// Starts `arguments`, looking up the first in PATH, in this process's environment with `additions`.
    ///
    /// An existing LD_PRELOAD is kept, after the additions.
    ///
    /// - Throws: when the program cannot be started.
    package init(_ arguments: [String], additions: [String: String]) throws(PanelError) {
        var environment = Self.ownEnvironment
        for (name, value) in additions {
            let present = name == "LD_PRELOAD" ? environment[name] : nil
            environment[name] = present.map { "\(value):\($0)" } ?? value
        }
        let pairs = environment.map { "\($0.key)=\($0.value)" }
        var process: Int32 = -1
        let failure = unsafe Self.withStrings(arguments) { arguments in
            unsafe Self.withStrings(pairs) { unsafe cshims_spawn(arguments, $0, &process) }
        }
        guard failure == 0 else { throw .failed(call: "start", subject: arguments[0], errno: failure) }
        self.process = process
    }

    /// Sends a signal to the program.
    package func send(_ signal: Int32) { kill(process, signal) }

    /// Its exit status once it ended: its own, or 128 and the signal that killed it.
    package var exitStatus: Int32? {
        let status = cshims_exit_status(process, 0)
        return status < 0 ? nil : status
    }

    private static var ownEnvironment: [String: String] {
        var result: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let parts = unsafe String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            unsafe entry += 1
        }
        return result
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(&copies)
    }
}
