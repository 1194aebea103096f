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
    private static let magic: UInt32 = 0xfeed_cafe
    private static let headerSize: UInt32 = 40

    var bytes: [UInt8] {
        var pairs = [
            ("ACTION", action), ("DEVPATH", path), ("SUBSYSTEM", Self.subsystem), ("SEQNUM", String(sequence)),
        ]
        pairs += properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let body: [UInt8] = pairs.flatMap { key, value -> [UInt8] in Array("\(key)=\(value)".utf8) + [0] }
        var header = Array("libudev".utf8) + [0]
        let subsystem = Self.hash(Array(Self.subsystem.utf8)).bigEndian
        for word in [Self.magic.bigEndian, Self.headerSize, Self.headerSize, UInt32(body.count), subsystem] {
            header += Self.bytes(word)
        }
        header += [UInt8](repeating: 0, count: 12)
        return header + body
    }

    private static func bytes(_ word: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
    }

    /// MurmurHash2 (Austin Appleby, public domain) with seed 0, by which monitors filter subsystems.
    static func hash(_ text: [UInt8]) -> UInt32 {
        let factor: UInt32 = 0x5bd1_e995
        var result = UInt32(text.count)
        var rest = text[...]
        while rest.count >= 4 {
            var block = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &* factor
            block = (block ^ block >> 24) &* factor
            result = result &* factor ^ block
            rest = rest.dropFirst(4)
        }
        if !rest.isEmpty {
            result = (result ^ rest.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) &* factor
        }
        result = (result ^ result >> 13) &* factor
        return result ^ result >> 15
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
            var limit = timeval(tv_sec: 1, tv_usec: 0)
            _ = unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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
