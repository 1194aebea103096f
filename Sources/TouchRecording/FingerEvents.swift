import TouchDevice

/// Rebuilds the kernel's events of a panel from its fingers, for live dumps, which contain only fingers.
struct FingerEvents {
    /// What a finger did, as named in dumps.
    enum Phase: String {
        case began, moved, ended, cancelled
    }

    private let name: String
    private let numbers: Device.Numbers
    private let x: Axis
    private let y: Axis
    /// nil for a single-touch panel.
    private let slots: Int?
    private var fingers: [Int64: Finger] = [:]
    private var open: [InputEvent] = []
    private var selected: Int32 = 0
    private var lastID: Int32 = 0
    private var pointer: (x: Int32, y: Int32)?
    private var palms: Set<Int32> = []
    private var hasPalms = false
    private var events: [InputEvent] = []

    private struct Finger {
        let slot: Int32
        var x: Int32
        var y: Int32
    }

    init(
        name: String, numbers: Device.Numbers = .init(bus: 0, vendor: 0, product: 0, version: 0), x: Axis, y: Axis,
        slots: Int?
    ) {
        (self.name, self.numbers, self.x, self.y) = (name, numbers, x, y)
        self.slots = slots
    }

    /// Adds what one finger did to the open frame; ignored for a finger that is unknown, or already down.
    ///
    /// - Parameter percent: its place, in percent of the steps of the axes; ignored for a finger that ends.
    mutating func add(finger: Int64, _ phase: Phase, percent: (x: Double, y: Double)) {
        let (newX, newY) = (x.unit(at: percent.x, of: 100), y.unit(at: percent.y, of: 100))
        switch phase {
        case .began:
            guard fingers[finger] == nil, let slot = freeSlot else { return }
            fingers[finger] = Finger(slot: slot, x: newX, y: newY)
            land(slot, newX, newY)
        case .moved:
            guard let old = fingers[finger] else { return }
            fingers[finger] = Finger(slot: old.slot, x: newX, y: newY)
            guard slots != nil else { break }
            select(old.slot)
            if old.x != newX { absolute(InputCode.positionX, newX) }
            if old.y != newY { absolute(InputCode.positionY, newY) }
        case .ended, .cancelled:
            guard let old = fingers.removeValue(forKey: finger) else { return }
            guard slots != nil else { break }
            select(old.slot)
            if phase == .cancelled {
                hasPalms = true
                palms.insert(old.slot)
                absolute(InputCode.toolType, InputCode.palm)
            }
            absolute(InputCode.trackingID, -1)
        }
    }

    /// Closes the open frame.
    ///
    /// - Parameter time: its timestamp, in microseconds.
    mutating func endFrame(at time: Int64) {
        let first = fingers.values.min { $0.slot < $1.slot }
        if (first == nil) != (pointer == nil) {
            open.append(.key(InputCode.touch, down: first != nil))
        }
        if let first {
            if pointer?.x != first.x { absolute(InputCode.x, first.x) }
            if pointer?.y != first.y { absolute(InputCode.y, first.y) }
        }
        pointer = first.map { ($0.x, $0.y) }
        guard !open.isEmpty else { return }
        open.append(.report)
        for event in open {
            events.append(InputEvent(microseconds: time, type: event.type, code: event.code, value: event.value))
        }
        open.removeAll(keepingCapacity: true)
    }

    /// The panel and all its frames.
    func recording(node: String?, udev: [Device.Property] = []) -> DeviceRecording {
        var description = DeviceDescription(panel: name, numbers, x: x, y: y, slots: slots)
        if slots != nil, hasPalms {
            description.axes[InputCode.toolType] = .init(axis: Axis(minimum: 0, maximum: InputCode.palm))
            description.codes[InputCode.absolute]?.insert(InputCode.toolType)
        }
        return DeviceRecording(node: node, description: description, udev: udev, events: events)
    }

    private var freeSlot: Int32? {
        guard let slots else { return fingers.isEmpty ? 0 : nil }
        let taken = Set(fingers.values.map(\.slot))
        return (0..<Int32(clamping: max(1, slots))).first { !taken.contains($0) }
    }

    private mutating func land(_ slot: Int32, _ x: Int32, _ y: Int32) {
        guard slots != nil else { return }
        select(slot)
        lastID = lastID == 65_535 ? 0 : lastID + 1
        // Before the id: for libinput, a palm that becomes a finger stays a palm until the next landing.
        if palms.remove(slot) != nil { absolute(InputCode.toolType, 0) }
        absolute(InputCode.trackingID, lastID)
        absolute(InputCode.positionX, x)
        absolute(InputCode.positionY, y)
    }

    private mutating func select(_ slot: Int32) {
        guard selected != slot else { return }
        selected = slot
        absolute(InputCode.slot, slot)
    }

    private mutating func absolute(_ code: UInt16, _ value: Int32) {
        open.append(.absolute(code, value))
    }
}
