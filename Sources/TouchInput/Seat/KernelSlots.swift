import CShims

/// The slots of an open node as the kernel has them now (EVIOCGMTSLOTS), which disturbs no reader.
struct KernelSlots {
    private let descriptor: Int32
    private let slots: Int
    private let hasBreadth: Bool

    /// Whether it can be asked which fingers are down; of a single touch panel only by throwing away what it has not read.
    var tellsFingers: Bool { slots > 0 }

    /// Nil if there is no node, it is of protocol A, or it does not tell its slots.
    ///
    /// - Parameters:
    ///   - descriptor: the open node; not owned. Negative: there is none to ask.
    ///   - description: its axes.
    init?(_ descriptor: Int32, _ description: DeviceDescription) {
        self.descriptor = descriptor
        slots = min(description.slotCount ?? 0, TouchDecoder.maxSlots)
        hasBreadth = description.axes[InputCode.touchMajor] != nil
        guard descriptor >= 0, !description.isProtocolA, slots == 0 || values(ABS_MT_TRACKING_ID) != nil else {
            return nil
        }
    }

    /// Their state, if nothing is left to read that led to it.
    ///
    /// - Parameter isFresh: whether the node was opened a moment ago, so that what is left to read does not matter.
    /// - Returns: nil if they are not told, or events wait to be read.
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

    private func values(_ code: Int32) -> [Int32]? {
        var values = [Int32](repeating: 0, count: slots)
        return unsafe cshims_slot_values(descriptor, UInt32(code), &values, UInt32(slots)) == 0 ? values : nil
    }
}
