public import System
internal import CShims
internal import CSystemd
internal import Glibc

/// A socket inherited from the process that started this one (socket activation).
public struct InheritedSocket: Equatable, Sendable {
    /// The descriptor, owned by whoever reads this.
    public let descriptor: Int32
    /// Its name (`FileDescriptorName=`); `unknown` if it has none.
    public let name: String
    /// Whether connections are accepted on it; otherwise it is a connection.
    public let isListening: Bool

    /// Describes a socket.
    public init(descriptor: Int32, name: String, isListening: Bool) {
        (self.descriptor, self.name, self.isListening) = (descriptor, name, isListening)
    }
}

extension ServiceManager {
    /// The sockets handed to this very process (`LISTEN_PID` is its own), in order; empty if there are none.
    ///
    /// Removes the variables from the environment, so that children do not use them; a second call
    /// returns nothing.
    public static func inheritedSockets() throws(SystemError) -> [InheritedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try unsafe SystemError.check(
            "sd_listen_fds_with_names", sd_listen_fds_with_names(1, &names))
        var sockets: [InheritedSocket] = []
        for index in 0..<Int(count) {
            let descriptor = SD_LISTEN_FDS_START + Int32(index)
            var name = "unknown"
            if let text = unsafe names?[index] {
                unsafe name = String(cString: text)
                unsafe free(text)
            }
            sockets.append(
                InheritedSocket(descriptor: descriptor, name: name, isListening: cshims_is_listening(descriptor) == 1))
        }
        unsafe free(names)
        return sockets
    }

    /// The socket to serve: the only one, whatever its name, or the first with that name.
    ///
    /// systemd names its sockets; other supervisors pass one without a name.
    public static func choose(_ sockets: [InheritedSocket], named name: String) -> InheritedSocket? {
        sockets.count == 1 ? sockets[0] : sockets.first { $0.name == name }
    }
}
