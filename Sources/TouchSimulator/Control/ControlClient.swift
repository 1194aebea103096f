import System

/// The client of the control socket: sends one command to a running touchsim.
enum ControlClient {
    /// The command with an absolute file name for `play`: touchsim may run in another folder than the caller.
    static func absolute(_ command: String, from folder: String) throws(PanelError) -> String {
        var words = command.split(separator: " ").map(String.init)
        let place = words.first == "panel" ? 2 : 0
        guard words.count > place + 1, words[place] == "play", !words[place + 1].hasPrefix("/") else { return command }
        let path = "\(folder)/\(words[place + 1])"
        guard !path.contains(where: \.isWhitespace) else {
            throw .unreadable(path: path, reason: "spaces are not allowed")
        }
        words[place + 1] = path
        return words.joined(separator: " ")
    }

    /// Sends a command to the listener at `path` and waits for the reply.
    static func send(_ command: String, to path: String) throws(PanelError) -> String {
        let answer: [UInt8]
        do throws(SystemError) {
            let socket = try Descriptor(connectedTo: path)
            try socket.send(Array("\(command)\n".utf8), to: path)
            answer = try socket.answer(of: path, isLine: true, maxBytes: ControlServer.maxLine)
        } catch { throw .unreachable(path: path, error) }
        guard let line = answer.split(separator: 0x0a).first else {
            throw PanelError("no answer from the touchsim at \(path)")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
