import CShims

/// The kernel's current slots of an open node (EVIOCGMTSLOTS), read without affecting other readers.
struct KernelSlots {
    private let descriptor: Int32
    private let slots: Int
    private let hasBreadth: Bool

    /// Whether it can be queried which fingers are down; on a single-touch panel, a query would discard unread events.
    var tellsFingers: Bool { slots > 0 }

    /// Nil if there is no node, it is of protocol A, or it does not report its slots.
    ///
    /// - Parameters:
    ///   - descriptor: the open node; not owned. Negative: none.
    ///   - description: its axes.
    init?(_ descriptor: Int32, _ description: DeviceDescription) {
        self.descriptor = descriptor
        slots = min(description.slotCount ?? 0, TouchDecoder.maxSlots)
        hasBreadth = description.axes[InputCode.touchMajor] != nil
        guard descriptor >= 0, !description.isProtocolA, slots == 0 || values(ABS_MT_TRACKING_ID) != nil else {
            return nil
        }
    }

    /// Their state, if all events that led to it have been read.
    ///
    /// - Parameter isFresh: whether the node has just been opened, so that unread events do not matter.
    /// - Returns: nil if the slots cannot be read, or events are unread.
    func snapshot(isFresh: Bool = false) -> TouchDecoder.Snapshot? {
        guard tellsFingers else {
            let (x, y) = (cshims_axis_value(descriptor, UInt32(ABS_X)), cshims_axis_value(descriptor, UInt32(ABS_Y)))
            return .init(selected: 0, slots: [.init(id: -1, x: x, y: y, tool: 0, breadth: nil)])
        }
        guard let ids = values(ABS_MT_TRACKING_ID), let x = values(ABS_MT_POSITION_X),
            let y = values(ABS_MT_POSITION_Y)
        else { return nil }
        let tools = values(ABS_MT_TOOL_TYPE)
        let breadths = hasBreadth ? values(ABS_MT_TOUCH_MAJOR) : nil
        let selected = cshims_axis_value(descriptor, UInt32(ABS_MT_SLOT))
        guard isFresh || !ReadTap.isReadable(descriptor) else { return nil }
        return TouchDecoder.Snapshot(
            selected: Int(selected),
            slots: ids.indices.map { slot in
                .init(id: max(-1, ids[slot]), x: x[slot], y: y[slot], tool: tools?[slot] ?? 0, breadth: breadths?[slot])
            })
    }

    /// The tracking ids in them, if all events that led to them have been read; -1 in an empty slot.
    var ids: [Int32]? {
        guard tellsFingers, let ids = values(ABS_MT_TRACKING_ID), !ReadTap.isReadable(descriptor) else { return nil }
        return ids.map { max(-1, $0) }
    }

    private func values(_ code: Int32) -> [Int32]? {
        var values = [Int32](repeating: 0, count: slots)
        return unsafe cshims_slot_values(descriptor, UInt32(code), &values, UInt32(slots)) == 0 ? values : nil
    }
}
