import TouchDevice

/// Rebuilds the kernel's events of a panel from its fingers, for live dumps, which contain only fingers.
struct FingerEvents {
    enum Phase: String {
        case began, moved, ended, cancelled
    }

    private let x: Axis
    private let y: Axis
    private var state: PanelState
    private var changes: [FingerChange] = []
    private var hasPalms = false
    private var events: [InputEvent] = []

    /// - Parameter slots: nil for a single-touch panel.
    init(name: String, numbers: Device.Numbers, x: Axis, y: Axis, slots: Int?) {
        (self.x, self.y) = (x, y)
        state = PanelState(description: DeviceDescription(panel: name, numbers, x: x, y: y, slots: slots))
    }

    /// Adds to the open frame what a finger did, in percent of the axes; ignored for one that is unknown, or already
    /// down.
    mutating func add(finger: Int64, _ phase: Phase, percent: (x: Double, y: Double)) {
        let finger = Int(finger)
        let place = PanelPosition(x: x.unit(at: percent.x, of: 100), y: y.unit(at: percent.y, of: 100))
        switch phase {
        case .began: changes.append(.down(finger: finger, place))
        case .moved: changes.append(.move(finger: finger, place))
        case .ended: changes.append(.up(finger: finger))
        case .cancelled:
            hasPalms = hasPalms || state.fingers.contains(finger)
            changes.append(.palm(finger: finger))
        }
    }

    /// Closes the open frame at a time in microseconds.
    mutating func endFrame(at time: Int64) {
        for var event in state.frame(ofPossible: changes) {
            event.microseconds = time
            events.append(event)
        }
        changes.removeAll(keepingCapacity: true)
    }

    func recording(node: String?, udev: [Device.Property] = []) -> DeviceRecording {
        var description = state.description
        if description.slotCount != nil, hasPalms {
            description.axes[InputCode.toolType] = Axis(minimum: 0, maximum: InputCode.palm)
            description.codes[InputCode.absolute]?.insert(InputCode.toolType)
        }
        return DeviceRecording(node: node, description: description, udev: udev, events: events)
    }
}
