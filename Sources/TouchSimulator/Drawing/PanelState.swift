/// The state of a panel's fingers in its driver, and the events the driver would send for each change.
///
/// Follows the kernel's multitouch protocol B: a contact gets the lowest free slot and a new tracking id, only values
/// that changed are sent, and the oldest contact also moves the plain axes and BTN_TOUCH (pointer emulation).
/// A panel without slots has one contact on the plain axes.
package struct PanelState: Sendable {
    /// The panel whose state this is.
    package let description: PanelDescription

    private var slots: [Slot]
    private var selected = 0
    private var nextTrackingID: Int32 = 0
    private var plain: [UInt16: Int32] = [:]
    private var keys: Set<UInt16> = []

    private static let fingersWithoutSlots = 10

    private struct Slot: Equatable {
        var trackingID: Int32 = -1
        var finger: Int?
        var values: [UInt16: Int32] = [:]

        /// Number of contacts that began since this one; ids wrap at 16 bits.
        func age(before next: Int32) -> Int32 { (next - trackingID) & 0xffff }
    }

    /// The state of an untouched panel.
    package init(description: PanelDescription) {
        self.description = description
        let count = description.slotCount ?? (description.isProtocolA ? Self.fingersWithoutSlots : 1)
        slots = Array(repeating: Slot(), count: min(count, 256))
    }

    /// Fingers that are down, in the order of their slots.
    package var fingers: [Int] { slots.compactMap(\.finger) }

    /// The events of one frame with all `changes`, without timestamps, the report last; empty when nothing changed,
    /// since the kernel sends no empty report.
    ///
    /// - Throws: when a finger lands twice, moves or lifts without being down, or finds no free slot; the state is then
    ///   unchanged.
    package mutating func frame(_ changes: [FingerChange]) throws(PanelError) -> [KernelEvent] {
        var next = self
        var events: [KernelEvent] = []
        for change in changes { try next.apply(change, to: &events) }
        if description.isProtocolA, next.slots != slots { next.listFingers(&events) }
        next.emulatePointer(&events)
        if !events.isEmpty { events.append(.report) }
        self = next
        return events
    }

    private mutating func apply(_ change: FingerChange, to events: inout [KernelEvent]) throws(PanelError) {
        switch change {
        case .down(let finger, let position):
            if slots.contains(where: { $0.finger == finger }) { throw .fingerIsDown(finger) }
            guard let index = slots.firstIndex(where: { $0.trackingID < 0 }) else { throw .noFreeSlot(slots.count) }
            slots[index].finger = finger
            slots[index].trackingID = nextTrackingID
            nextTrackingID = (nextTrackingID + 1) & 0xffff
            select(index, &events)
            if description.slotCount != nil {
                events.append(.absolute(AbsoluteCode.trackingID, slots[index].trackingID))
            }
            move(index, to: position, &events)
        case .move(let finger, let position):
            guard let index = slots.firstIndex(where: { $0.finger == finger }) else { throw .fingerIsUp(finger) }
            move(index, to: position, &events)
        case .up(let finger):
            guard let index = slots.firstIndex(where: { $0.finger == finger }) else { throw .fingerIsUp(finger) }
            select(index, &events)
            slots[index].finger = nil
            slots[index].trackingID = -1
            if description.slotCount != nil { events.append(.absolute(AbsoluteCode.trackingID, -1)) }
        }
    }

    private mutating func select(_ index: Int, _ events: inout [KernelEvent]) {
        guard description.slotCount != nil, index != selected else { return }
        selected = index
        events.append(.absolute(AbsoluteCode.slot, Int32(index)))
    }

    private mutating func move(_ index: Int, to position: PanelPosition, _ events: inout [KernelEvent]) {
        for (code, value) in [(AbsoluteCode.positionX, position.x), (AbsoluteCode.positionY, position.y)]
        where slots[index].values[code] != value {
            slots[index].values[code] = value
            guard description.slotCount != nil else { continue }
            select(index, &events)
            events.append(.absolute(code, value))
        }
    }

    /// All fingers, as a panel without slots sends them.
    private func listFingers(_ events: inout [KernelEvent]) {
        for slot in slots where slot.trackingID >= 0 {
            if description.axes[AbsoluteCode.trackingID] != nil {
                events.append(.absolute(AbsoluteCode.trackingID, slot.trackingID))
            }
            for code in [AbsoluteCode.positionX, AbsoluteCode.positionY] {
                events.append(.absolute(code, slot.values[code] ?? 0))
            }
            events.append(.fingerEnd)
        }
        if fingers.isEmpty { events.append(.fingerEnd) }
    }

    private mutating func emulatePointer(_ events: inout [KernelEvent]) {
        let oldest = slots.filter { $0.trackingID >= 0 }
            .max { $0.age(before: nextTrackingID) < $1.age(before: nextTrackingID) }
        if let key = description.touchKey, keys.contains(key) != (oldest != nil) {
            if oldest != nil { keys.insert(key) } else { keys.remove(key) }
            events.append(.key(key, down: oldest != nil))
        }
        guard let oldest else { return }
        for (code, source) in [(AbsoluteCode.x, AbsoluteCode.positionX), (AbsoluteCode.y, AbsoluteCode.positionY)] {
            guard description.axes[code] != nil, let value = oldest.values[source], plain[code] != value else {
                continue
            }
            plain[code] = value
            events.append(.absolute(code, value))
        }
    }

    // ---- what the event node answers -----------------------------------------------------------------------------

    /// Applies events from elsewhere, such as a recording, so that queries of the node reflect them.
    package mutating func absorb(_ events: [KernelEvent]) {
        for event in events {
            switch (event.type, event.code) {
            case (EventType.key, let code):
                if event.value != 0 { keys.insert(code) } else { keys.remove(code) }
            case (EventType.absolute, AbsoluteCode.slot):
                selected = max(0, min(slots.count - 1, Int(event.value)))
            case (EventType.absolute, AbsoluteCode.trackingID):
                guard slots.indices.contains(selected) else { continue }
                slots[selected].trackingID = event.value
                slots[selected].finger = event.value < 0 ? nil : -1 - selected
            case (EventType.absolute, let code) where AbsoluteCode.isPerSlot(code):
                guard slots.indices.contains(selected) else { continue }
                slots[selected].values[code] = event.value
            case (EventType.absolute, let code):
                plain[code] = event.value
            default: continue
            }
        }
    }

    /// The current value of an axis, for EVIOCGABS.
    package func value(ofAxis code: UInt16) -> Int32 {
        code == AbsoluteCode.slot ? Int32(selected) : plain[code] ?? 0
    }

    /// The current value of an axis in every slot, for EVIOCGMTSLOTS.
    package func slotValues(ofAxis code: UInt16) -> [Int32] {
        slots.map { code == AbsoluteCode.trackingID ? $0.trackingID : $0.values[code] ?? 0 }
    }

    /// The pressed keys, for EVIOCGKEY.
    package var pressedKeys: Set<UInt16> { keys }
}
