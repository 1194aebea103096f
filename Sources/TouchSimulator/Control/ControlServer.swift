import CShims
import Glibc

/// The control socket of a running touchsim: one command per line, one reply line for each.
final class ControlServer: Sendable {
    /// Maximum length of a line.
    ///
    /// A drawing of a thousand points fits.
    static let maxLine = 64 * 1024

    private let path: String

    /// Listens at `path` and serves every client on its own thread, for the rest of the process's life.
    ///
    /// - Throws: when the socket cannot be made.
    init(path: String, runner: CommandRunner) throws(PanelError) {
        self.path = path
        // A command can draw on a panel that unlocks a kiosk: only for the owner.
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

    /// Removes the socket; connected clients stay connected until the process ends.
    func close() { unsafe unlink(path) }

    private static func serve(_ client: Int32, _ runner: CommandRunner) {
        defer { Glibc.close(client) }
        var lines = LineReader(client, maxLine: maxLine)
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
