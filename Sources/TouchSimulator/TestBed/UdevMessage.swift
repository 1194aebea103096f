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
    /// All other properties of the device.
    var properties: [String: String]

    private static let subsystem = "input"
    private static let magic: UInt32 = 0xfeed_cafe
    private static let headerSize: UInt32 = 40

    /// The datagram.
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
