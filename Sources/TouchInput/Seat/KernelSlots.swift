/// The kernel's current slots of an open node (EVIOCGMTSLOTS), read without affecting other readers.
struct KernelSlots {
    private let node: any PanelNode
    private let slots: Int
    private let hasBreadth: Bool

    /// Whether it can be queried which fingers are down; on a single-touch panel, a query would discard unread events.
    var tellsFingers: Bool { slots > 0 }

    /// Nil if the node is of protocol A, or does not report its slots.
    init?(_ node: any PanelNode, _ description: DeviceDescription) {
        self.node = node
        slots = min(description.slotCount ?? 0, TouchDecoder.maxSlots)
        hasBreadth = description.axes[InputCode.touchMajor] != nil
        guard !description.isProtocolA, slots == 0 || values(InputCode.trackingID) != nil else {
            return nil
        }
    }

    /// Their state; nil if it cannot be read, or events are unread, which does not matter to a node just opened.
    func snapshot(isFresh: Bool = false) -> TouchDecoder.Snapshot? {
        guard tellsFingers else {
            let (x, y) = (node.value(ofAxis: InputCode.x), node.value(ofAxis: InputCode.y))
            return .init(selected: 0, slots: [.init(id: -1, x: x, y: y, tool: 0, breadth: nil)])
        }
        guard let ids = values(InputCode.trackingID), let x = values(InputCode.positionX),
            let y = values(InputCode.positionY)
        else { return nil }
        let tools = values(InputCode.toolType)
        let breadths = hasBreadth ? values(InputCode.touchMajor) : nil
        let distances = values(InputCode.distance)
        let selected = node.value(ofAxis: InputCode.slot)
        guard isFresh || !node.isReadable else { return nil }
        return TouchDecoder.Snapshot(
            selected: Int(selected),
            slots: ids.indices.map { slot in
                .init(
                    id: max(-1, ids[slot]), x: x[slot], y: y[slot], tool: tools?[slot] ?? 0, breadth: breadths?[slot],
                    distance: distances?[slot] ?? 0)
            })
    }

    /// The tracking ids in them, if all events that led to them have been read; -1 in an empty slot.
    var ids: [Int32]? {
        guard tellsFingers, let ids = values(InputCode.trackingID), !node.isReadable else { return nil }
        return ids.map { max(-1, $0) }
    }

    /// Whether a finger is down, whether or not its events have been read.
    var hasFinger: Bool { tellsFingers && values(InputCode.trackingID)?.contains { $0 >= 0 } ?? false }

    private func values(_ code: UInt16) -> [Int32]? { node.slotValues(ofAxis: code, count: slots) }
}
