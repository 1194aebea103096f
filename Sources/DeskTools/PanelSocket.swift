internal import Arguments
internal import CShims
internal import Glibc

/// The control socket of a touchsim: one command per line, one reply line for each.
enum PanelSocket {
    /// Plays a recording on the panel; returns after it has been played.
    static func play(_ path: String, speed: Double, at socket: String) throws(CommandError) {
        guard let whole = unsafe realpath(path, nil) else {
            throw .file("\(path): \(unsafe String(cString: strerror(errno)))")
        }
        defer { unsafe free(whole) }
        let file = unsafe String(cString: whole)
        // The line is split at blanks.
        guard !file.contains(where: \.isWhitespace) else {
            throw .file("\(file): touchsim does not support spaces in paths")
        }
        let answer = try exchange("play \(file) speed \(speed)\n", at: socket)
        guard answer.hasPrefix("ok") else { throw .file("\(socket): \(answer)") }
    }

    private static func exchange(_ command: String, at path: String) throws(CommandError) -> String {
        let descriptor = cshims_stream_socket(0)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard unsafe cshims_connect(descriptor, path) == 0 else {
            guard [ENOENT, ECONNREFUSED].contains(errno) else { throw failure(path) }
            throw .file("touchsim is not running at \(path) (start one with --control \(path))")
        }
        let bytes = Array(command.utf8)
        guard unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw failure(path)
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while !answer.contains(10), answer.count < 65_536 {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw count == 0 ? .file("\(path): no answer") : failure(path) }
            answer += buffer[..<count]
        }
        return String(decoding: answer.prefix { $0 != 10 }, as: UTF8.self)
    }

    private static func failure(_ path: String) -> CommandError {
        .file("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
