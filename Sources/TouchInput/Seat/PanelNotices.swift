import TouchCore

struct PanelNotices {
    /// Time in which further losses, missed lifts and endless contacts are reported at debug level only.
    static let patience = Interval.seconds(30)

    private var hasSaidOffPanel = false
    private var hasSaidReplaced = false
    private var lastLoss: Instant?
    private var lastMiss: Instant?
    private var lastStuck: Instant?

    static func impossibleSize(of device: Device) -> Notice? {
        device.sizeDoubt.map { doubt in
            let text =
                "device bug: \(device.node) \(doubt): lengths in millimeters are unknown (set size= in its [panel] section)"
            return Notice(.impossibleSize, .warning, device: device.id, text: text)
        }
    }

    mutating func loss(of device: Device, at time: Instant) -> Notice {
        let text = "the kernel dropped events of \(device.node); its contacts are cancelled"
        return Notice(.eventsLost, Self.priority(at: time, &lastLoss), device: device.id, text: text)
    }

    mutating func missedLift(of device: Device, at time: Instant) -> Notice {
        let text =
            "fingers on \(device.node) lifted unseen, as they do while another program has grabbed it; their contacts are "
            + "cancelled (touchctl doctor names the program)"
        return Notice(.missedLift, Self.priority(at: time, &lastMiss), device: device.id, text: text)
    }

    private static func priority(at time: Instant, _ last: inout Instant?) -> Notice.Priority {
        guard last.map({ time.since($0) >= patience }) ?? true else { return .debug }
        last = time
        return .warning
    }

    mutating func replacement(of device: Device) -> Notice? {
        guard !hasSaidReplaced else { return nil }
        hasSaidReplaced = true
        let text = "device bug: \(device.node) replaces contacts without ending them; the old contact is cancelled"
        return Notice(.replacedFinger, .warning, device: device.id, text: text)
    }

    mutating func stuck(_ device: Device, at time: Instant) -> Notice {
        let text =
            "device bug: \(device.node) never ends its contacts (BTN_TOUCH is 0, their tracking ids stay); they are cancelled"
        return Notice(.stuckContact, Self.priority(at: time, &lastStuck), device: device.id, text: text)
    }

    mutating func offPanel(_ device: Device) -> Notice? {
        guard !hasSaidOffPanel else { return nil }
        hasSaidOffPanel = true
        let text = "device bug: \(device.node) reports positions outside its axes; they are moved to the edge"
        return Notice(.offPanel, .warning, device: device.id, text: text)
    }
}
