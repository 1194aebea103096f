import TouchCore

/// A panel in use: what it is, where its touches go, and the fingers on it.
final class Panel {
    let device: Device
    /// The open node.
    let descriptor: Int32
    /// Who gets its reports.
    var hold = Hold.shared
    var mapping: ViewMapping
    /// The fingers that are down, in order of landing.
    var fingers: [Finger]
    /// The stamp of its last report.
    var lastReport = Instant(microseconds: 0)
    /// Whether the kernel dropped reports of it in this round.
    var hasLostEvents = false
    /// Whether it was said that it reports places off its axes.
    var hasSaidOffPanel = false

    init(device: Device, descriptor: Int32, mapping: ViewMapping) {
        self.device = device
        self.descriptor = descriptor
        self.mapping = mapping
        fingers = []
        fingers.reserveCapacity(device.slots ?? 1)
    }

    /// One finger that is down.
    struct Finger {
        let slot: Int32
        /// Its last report.
        var contact: Contact
    }

    /// The place among ``fingers`` of the finger in a slot.
    func index(ofSlot slot: Int32) -> Int? {
        fingers.firstIndex { $0.slot == slot }
    }
}
