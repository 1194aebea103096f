/// The state of a panel's fingers in its driver, and the events the driver would send for each change.
///
/// Follows the kernel's multitouch protocol B: a contact gets the lowest free slot and a new tracking id, only values
/// that changed are sent, and the oldest contact also moves the plain axes and BTN_TOUCH (pointer emulation).
/// A panel without slots has one contact on the plain axes. The driver tells palms before they lift.
package struct PanelState: Sendable {
    /// The panel whose state this is.
    package let description: DeviceDescription

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
    package init(description: DeviceDescription) {
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
    package mutating func frame(_ changes: [FingerChange]) throws(FingerFault) -> [InputEvent] {
        var next = self
        var events: [InputEvent] = []
        for change in changes { try next.apply(change, to: &events) }
        if description.isProtocolA, next.slots != slots { next.listFingers(&events) }
        next.end(&events)
        self = next
        return events
    }

    /// The same without the changes that are impossible.
    package mutating func frame(ofPossible changes: [FingerChange]) -> [InputEvent] {
        var events: [InputEvent] = []
        for change in changes { try? apply(change, to: &events) }
        end(&events)
        return events
    }

    private mutating func end(_ events: inout [InputEvent]) {
        emulatePointer(&events)
        if !events.isEmpty { events.append(.report) }
    }

    private mutating func apply(_ change: FingerChange, to events: inout [InputEvent]) throws(FingerFault) {
        switch change {
        case .down(let finger, let position):
            if slots.contains(where: { $0.finger == finger }) { throw .isDown(finger) }
            guard let index = slots.firstIndex(where: { $0.trackingID < 0 }) else { throw .noFreeSlot(slots.count) }
            slots[index].finger = finger
            slots[index].trackingID = nextTrackingID
            nextTrackingID = (nextTrackingID + 1) & 0xffff
            select(index, &events)
            if description.slotCount != nil {
                // Before the id: for libinput, a palm that becomes a finger stays a palm until the next landing.
                tell(0, of: index, &events)
                events.append(.absolute(InputCode.trackingID, slots[index].trackingID))
            }
            move(index, to: position, &events)
        case .move(let finger, let position):
            guard let index = slots.firstIndex(where: { $0.finger == finger }) else { throw .isUp(finger) }
            move(index, to: position, &events)
        case .up(let finger), .palm(let finger):
            guard let index = slots.firstIndex(where: { $0.finger == finger }) else { throw .isUp(finger) }
            select(index, &events)
            slots[index].finger = nil
            slots[index].trackingID = -1
            guard description.slotCount != nil else { return }
            if case .palm = change { tell(InputCode.palm, of: index, &events) }
            events.append(.absolute(InputCode.trackingID, -1))
        }
    }

    /// Tells what touches, if that is something else than before.
    private mutating func tell(_ tool: Int32, of index: Int, _ events: inout [InputEvent]) {
        guard slots[index].values[InputCode.toolType] ?? 0 != tool else { return }
        slots[index].values[InputCode.toolType] = tool
        events.append(.absolute(InputCode.toolType, tool))
    }

    private mutating func select(_ index: Int, _ events: inout [InputEvent]) {
        guard description.slotCount != nil, index != selected else { return }
        selected = index
        events.append(.absolute(InputCode.slot, Int32(index)))
    }

    private mutating func move(_ index: Int, to position: PanelPosition, _ events: inout [InputEvent]) {
        for (code, value) in [(InputCode.positionX, position.x), (InputCode.positionY, position.y)]
        where slots[index].values[code] != value {
            slots[index].values[code] = value
            guard description.slotCount != nil else { continue }
            select(index, &events)
            events.append(.absolute(code, value))
        }
    }

    /// All fingers, as a panel without slots sends them.
    private func listFingers(_ events: inout [InputEvent]) {
        for slot in slots where slot.trackingID >= 0 {
            if description.axes[InputCode.trackingID] != nil {
                events.append(.absolute(InputCode.trackingID, slot.trackingID))
            }
            for code in [InputCode.positionX, InputCode.positionY] {
                events.append(.absolute(code, slot.values[code] ?? 0))
            }
            events.append(.fingerEnd)
        }
        if fingers.isEmpty { events.append(.fingerEnd) }
    }

    private mutating func emulatePointer(_ events: inout [InputEvent]) {
        let oldest = slots.filter { $0.trackingID >= 0 }
            .max { $0.age(before: nextTrackingID) < $1.age(before: nextTrackingID) }
        if let key = description.touchKey, keys.contains(key) != (oldest != nil) {
            if oldest != nil { keys.insert(key) } else { keys.remove(key) }
            events.append(.key(key, down: oldest != nil))
        }
        guard let oldest else { return }
        for (code, source) in [(InputCode.x, InputCode.positionX), (InputCode.y, InputCode.positionY)] {
            guard description.axes[code] != nil, let value = oldest.values[source], plain[code] != value else {
                continue
            }
            plain[code] = value
            events.append(.absolute(code, value))
        }
    }

    // ---- what the event node answers -----------------------------------------------------------------------------

    /// Applies events from elsewhere, such as a recording, so that queries of the node reflect them.
    package mutating func absorb(_ events: [InputEvent]) {
        for event in events {
            switch (event.type, event.code) {
            case (InputCode.key, let code):
                if event.value != 0 { keys.insert(code) } else { keys.remove(code) }
            case (InputCode.absolute, InputCode.slot):
                selected = max(0, min(slots.count - 1, Int(event.value)))
            case (InputCode.absolute, InputCode.trackingID):
                guard slots.indices.contains(selected) else { continue }
                slots[selected].trackingID = event.value
                slots[selected].finger = event.value < 0 ? nil : -1 - selected
            case (InputCode.absolute, let code) where InputCode.isPerSlot(code):
                guard slots.indices.contains(selected) else { continue }
                slots[selected].values[code] = event.value
            case (InputCode.absolute, let code):
                plain[code] = event.value
            default: continue
            }
        }
    }

    /// The current value of an axis, for EVIOCGABS.
    package func value(ofAxis code: UInt16) -> Int32 {
        code == InputCode.slot ? Int32(selected) : plain[code] ?? 0
    }

    /// The current value of an axis in every slot, for EVIOCGMTSLOTS.
    package func slotValues(ofAxis code: UInt16) -> [Int32] {
        slots.map { code == InputCode.trackingID ? $0.trackingID : $0.values[code] ?? 0 }
    }

    /// The pressed keys, for EVIOCGKEY.
    package var pressedKeys: Set<UInt16> { keys }
}
