import TouchCore

/// Rate-limited notices about one panel.
struct PanelNotices {
    /// Time in which further losses are reported at debug level only.
    static let patience = Interval.seconds(30)

    private var hasSaidOffPanel = false
    private var hasSaidReplaced = false
    private var lastLoss: Instant?

    /// A panel claims a size that no panel has.
    static func impossibleSize(of device: Device) -> Notice? {
        device.sizeDoubt.map { doubt in
            let text =
                "device bug: \(device.node) \(doubt): lengths in millimeters are unknown (set size= in its [panel] section)"
            return Notice(.impossibleSize, .warning, device: device.id, text: text)
        }
    }

    /// The kernel dropped events.
    mutating func loss(of device: Device, at time: Instant) -> Notice {
        let isNew = lastLoss.map { time.since($0) >= Self.patience } ?? true
        if isNew { lastLoss = time }
        let text = "the kernel dropped events of \(device.node); its contacts are cancelled"
        return Notice(.eventsLost, isNew ? .warning : .debug, device: device.id, text: text)
    }

    /// A finger took the slot of another.
    mutating func replacement(of device: Device) -> Notice? {
        guard !hasSaidReplaced else { return nil }
        hasSaidReplaced = true
        let text = "device bug: \(device.node) replaces contacts without ending them; the old contact is cancelled"
        return Notice(.replacedFinger, .warning, device: device.id, text: text)
    }

    /// A place was off the panel.
    mutating func offPanel(_ device: Device) -> Notice? {
        guard !hasSaidOffPanel else { return nil }
        hasSaidOffPanel = true
        let text = "device bug: \(device.node) reports positions outside its axes; they are moved to the edge"
        return Notice(.offPanel, .warning, device: device.id, text: text)
    }
}
