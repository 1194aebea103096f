import CShims
import Glibc
import System

/// A udev event as libudev's monitors expect it on their socket.
///
/// Header and hash follow libudev (systemd's src/libsystemd/sd-device/device-monitor.c). umockdev can send such events
/// too, but only from a process inside the test bed.
struct UdevMessage {
    /// What happened: "add", "remove" or "change".
    var action: String
    /// The device's path below /sys, beginning with /devices.
    var path: String
    /// A number that grows with each event.
    var sequence: UInt64
    var properties: [String: String]

    private static let subsystem = "input"
    /// Its MurmurHash2 with seed 0, by which monitors filter.
    private static let hash: UInt32 = 0xc1a2_8470
    private static let magic: UInt32 = 0xfeed_cafe
    private static let headerSize: UInt32 = 40

    var bytes: [UInt8] {
        var pairs = [
            ("ACTION", action), ("DEVPATH", path), ("SUBSYSTEM", Self.subsystem), ("SEQNUM", String(sequence)),
        ]
        pairs += properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let body: [UInt8] = pairs.flatMap { key, value -> [UInt8] in Array("\(key)=\(value)".utf8) + [0] }
        var header = Array("libudev".utf8) + [0]
        for word in [
            Self.magic.bigEndian, Self.headerSize, Self.headerSize, UInt32(body.count), Self.hash.bigEndian,
        ] {
            header += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        header += [UInt8](repeating: 0, count: 12)
        return header + body
    }
}

/// The udev monitors of the programs in a test bed.
///
/// umockdev lets each monitor listen at a socket "event<descriptor>" in the test bed's folder.
enum UdevMonitors {
    /// Sends an event to every monitor, except closed ones and those that do not respond for a second.
    static func send(_ message: UdevMessage, in root: String) throws(PanelError) {
        let bytes = message.bytes
        for path in listeners(in: root) {
            let socket = try PanelError.wrap { () throws(SystemError) in
                try Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
            }
            cshims_limit_connect(socket.number, 1_000_000)
            guard unsafe cshims_connect(socket.number, path) == 0 else {
                if errno == ECONNREFUSED { unsafe unlink(path) }
                continue
            }
            _ = unsafe Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    private static func listeners(in root: String) -> [String] {
        SystemPath.names(in: root).filter { $0.hasPrefix("event") && Int($0.dropFirst(5)) != nil }.sorted()
            .map { "\(root)/\($0)" }
    }
}
