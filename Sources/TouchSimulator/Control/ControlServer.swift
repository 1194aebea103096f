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
        Descriptor.accept(on: try Descriptor(listeningAt: path, mode: 0o600).release()) { client in
            RunningThread.detached { Self.serve(client, runner) }
            return true
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
                let line = pending[..<end]
                pending.removeFirst(end + 1)
                try answer(line, runner, client)
            }
            guard pending.count > maxLine else { return true }
            try client.send(Array("error a line has at most \(maxLine) bytes\n".utf8), to: "a client")
            return false
        }
        guard !pending.isEmpty, pending.count <= maxLine else { return }
        // A last line without its end counts, too.
        try? answer(pending[...], runner, client)
    }

    private static func answer(
        _ line: ArraySlice<UInt8>, _ runner: CommandRunner, _ client: borrowing Descriptor
    ) throws(SystemError) {
        try client.send(Array("\(runner.run(String(decoding: line, as: UTF8.self)))\n".utf8), to: "a client")
    }
}
