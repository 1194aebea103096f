import CShims
import Glibc

/// The socket through which a running touchsim takes commands: one per line, each answered by one line.
final class ControlServer: Sendable {
    /// Longest line taken.
    ///
    /// A drawing of a thousand points fits.
    static let maxLine = 64 * 1024

    private let path: String

    /// Listens at `path` and answers every client from a thread of its own, for the rest of the process' life.
    ///
    /// - Throws: when the socket cannot be made.
    init(path: String, runner: CommandRunner) throws(PanelError) {
        self.path = path
        // A command can draw on a panel that unlocks a kiosk: for the owner alone.
        let listener = try listening(at: path, mode: 0o600)
        let number = listener.release()
        startThread("clients of \(path)") {
            while true {
                let client = accept(number, nil, nil)
                if client >= 0 {
                    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                    startThread("a client of \(path)") { Self.serve(client, runner) }
                } else if errno != EINTR && errno != ECONNABORTED {
                    return
                }
            }
        }
    }

    /// Takes the socket away; clients that are connected stay so until the process ends.
    func close() { unsafe unlink(path) }

    private static func serve(_ client: Int32, _ runner: CommandRunner) {
        defer { Glibc.close(client) }
        var lines = LineReader(client, longest: maxLine)
        while true {
            switch lines.next() {
            case .end: return
            case .tooLong:
                _ = writeAll("error a line has at most \(maxLine) bytes\n", to: client)
                return
            case .line(let line):
                guard writeAll("\(runner.run(line))\n", to: client) else { return }
            }
        }
    }
}
