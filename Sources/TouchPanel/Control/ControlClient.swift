import CShims
import Glibc

/// The other end of the control socket: one command to a running touchsim.
enum ControlClient {
    /// Sends a command and waits for its answer.
    ///
    /// - Throws: when nobody listens at `path` or the answer does not come.
    static func send(_ command: String, to path: String) throws(PanelError) -> String {
        let socket = try Descriptor(cshims_stream_socket(0), call: "socket", subject: path)
        guard unsafe cshims_connect(socket.number, path) == 0 else {
            throw .failed(call: "connect", subject: path, errno: errno)
        }
        guard writeAll("\(command)\n", to: socket.number) else {
            throw .failed(call: "send", subject: path, errno: errno)
        }
        var lines = LineReader(socket.number, longest: ControlServer.longestLine)
        guard case .line(let answer) = lines.next() else { throw .noAnswer(path) }
        return answer
    }
}
