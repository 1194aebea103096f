import CShims
import Glibc
import System

/// The udev monitors of the programs in a test bed.
///
/// umockdev lets each monitor listen at a socket "event<descriptor>" in the test bed's folder.
struct UdevMonitors {
    /// The test bed's folder.
    let root: String

    /// Sends an event to every monitor.
    ///
    /// Closed ones are removed; one that does not respond for a second is skipped.
    func send(_ message: UdevMessage) throws(PanelError) {
        let bytes = message.bytes
        for path in listeners {
            let socket = try PanelError.wrap { () throws(SystemError) in
                try Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
            }
            var limit = timeval(tv_sec: 1, tv_usec: 0)
            _ = unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            guard unsafe cshims_connect(socket.number, path) == 0 else {
                if errno == ECONNREFUSED { unsafe unlink(path) }
                continue
            }
            _ = unsafe Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    private var listeners: [String] {
        SystemPath.names(in: root).filter { $0.hasPrefix("event") && Int($0.dropFirst(5)) != nil }.sorted()
            .map { "\(root)/\($0)" }
    }
}
