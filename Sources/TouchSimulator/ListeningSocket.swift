import CShims
import Glibc
import System

extension Descriptor {
    /// A Unix stream socket that listens at `path`; a stale socket there is replaced.
    init(listeningAt path: String, mode: mode_t) throws(PanelError) {
        self = try PanelError.wrap { () throws(SystemError) in
            if (try? Descriptor(connectedTo: path)) != nil { throw SystemError(call: "bind \(path)", code: EADDRINUSE) }
            let socket = try Descriptor(cshims_stream_socket(0), "socket")
            unsafe unlink(path)
            guard unsafe cshims_bind(socket.number, path) == 0 else { throw .last("bind \(path)") }
            // Before listen(), so that no client can connect with the wrong permissions.
            guard unsafe chmod(path, mode) == 0, listen(socket.number, 64) == 0 else { throw .last("listen \(path)") }
            return socket
        }
    }
}
