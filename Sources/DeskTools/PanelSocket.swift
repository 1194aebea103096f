import Arguments
import Glibc
import System

/// The control socket of a touchsim: one command per line, one reply line for each.
enum PanelSocket {
    /// Plays a recording on the panel; returns after it has been played.
    static func play(_ path: String, speed: Double, at socket: String) throws(CommandError) {
        guard let file = SystemPath.resolved(path) else { throw .file("\(path): \(SystemError.text())") }
        // The line is split at blanks.
        guard !file.contains(where: \.isWhitespace) else {
            throw .file("\(file): touchsim does not support spaces in paths")
        }
        let answer: [UInt8]
        do throws(SystemError) {
            let line = try Descriptor(connectedTo: socket)
            try line.send(Array("play \(file) speed \(speed)\n".utf8), to: socket)
            answer = try line.answer(of: socket, isLine: true, maxBytes: 65_536)
        } catch {
            guard [ENOENT, ECONNREFUSED].contains(error.code) else { throw .file("\(socket): \(error.reason)") }
            throw .file("touchsim is not running at \(socket) (start one with --control \(socket))")
        }
        let reply = String(decoding: answer.prefix { $0 != 10 }, as: UTF8.self)
        guard reply.hasPrefix("ok") else { throw .file("\(socket): \(reply.isEmpty ? "no answer" : reply)") }
    }
}
