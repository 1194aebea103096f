internal import CShims
internal import Glibc

/// The control socket of a touchsim: one command per line, one reply line for each.
enum PanelSocket {
    /// Plays a recording on the panel; returns after it has been played.
    static func play(_ path: String, speed: Double, at socket: String) throws(ControlError) {
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

    private static func exchange(_ command: String, at path: String) throws(ControlError) -> String {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { throw .file("\(path): socket path too long") }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else { throw failure(path) }
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

    private static func failure(_ path: String) -> ControlError {
        .file("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
