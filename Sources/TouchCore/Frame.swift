/// Identifies a panel while it is plugged in; a replugged panel gets a new id.
public struct DeviceID: Hashable, Comparable, Sendable {
    /// The number, from 1, in order of appearance.
    public let number: UInt32

    /// Makes the id with that number.
    public init(_ number: UInt32) {
        self.number = number
    }

    /// Orders ids by appearance.
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.number < right.number }
}

/// All contacts of one panel that changed at one moment.
///
/// Resting fingers are not repeated. Every contact that began ends or is cancelled in exactly one later frame.
public struct Frame: Hashable, Sendable {
    /// The panel.
    public var device: DeviceID
    /// When the kernel saw it.
    public var time: Instant
    /// What kind of device the panel is.
    public var provenance: Provenance
    /// The contacts that changed, in the order the kernel reported them.
    public var contacts: [Contact]

    /// Makes a frame.
    public init(device: DeviceID, time: Instant, provenance: Provenance, contacts: [Contact]) {
        self.device = device
        self.time = time
        self.provenance = provenance
        self.contacts = contacts
    }

    /// Whether a finger landed.
    public var hasLandings: Bool {
        for index in contacts.indices where contacts[index].phase == .began { return true }
        return false
    }
}
