import Glibc
import System

/// The control socket of a running touchsim: one command per line, one reply line for each.
final class ControlServer: Sendable {
    /// Maximum length of a line: a drawing of a thousand points fits.
    static let maxLine = 64 * 1024

    private let path: String

    /// Listens at `path` and serves every client on its own thread, for the rest of the process's life.
    init(path: String, runner: CommandRunner) throws(PanelError) {
        self.path = path
        // A command can draw on a panel that unlocks a kiosk: only for the owner.
        let listener = try Descriptor(listeningAt: path, mode: 0o600)
        let number = listener.release()
        RunningThread.detached {
            while true {
                let client = accept(number, nil, nil)
                if client >= 0 {
                    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                    RunningThread.detached { Self.serve(client, runner) }
                } else if errno != EINTR && errno != ECONNABORTED {
                    return
                }
            }
        }
    }

    /// Removes the socket; connected clients stay connected until the process ends.
    func close() { unsafe unlink(path) }

    private static func serve(_ client: Int32, _ runner: CommandRunner) {
        let client = Descriptor(owning: client)
        var pending: [UInt8] = []
        // A client that has gone needs no reply.
        try? client.parts(of: "a client") { part throws(SystemError) in
            pending += part
            while let end = pending.firstIndex(of: 0x0a) {
                let reply = runner.run(String(decoding: pending[..<end], as: UTF8.self))
                pending.removeFirst(end + 1)
                try client.send(Array("\(reply)\n".utf8), to: "a client")
            }
            guard pending.count > maxLine else { return true }
            try client.send(Array("error a line has at most \(maxLine) bytes\n".utf8), to: "a client")
            return false
        }
        guard !pending.isEmpty, pending.count <= maxLine else { return }
        // A last line without its end counts, too.
        let reply = runner.run(String(decoding: pending, as: UTF8.self))
        try? client.send(Array("\(reply)\n".utf8), to: "a client")
    }
}
