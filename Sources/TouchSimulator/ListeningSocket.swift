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

    /// Serves each connection to a listening socket from a thread of its own, until the socket is shut down or `serve`
    /// returns false.
    static func accept(on listener: Int32, _ serve: @escaping @Sendable (Int32) -> Bool) {
        RunningThread.detached {
            while true {
                let client = Glibc.accept(listener, nil, nil)
                guard client >= 0 || errno == EINTR || errno == ECONNABORTED else { return }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                if client >= 0, !serve(client) { return }
            }
        }
    }
}
