internal import TouchCore

/// Which panels report the size of fingers, learned from every finger that lifted.
///
/// Some drivers declare the axis and leave it at zero; others report zero for a light touch. So a contact without a
/// size is suspicious only on a panel whose first ``convincing`` fingers in a row had one.
struct PanelSizes {
    /// How many fingers with a size convince: of panels that report zero for one in twenty, 9 of 10 are found out.
    static let convincing = 50

    private enum Word {
        case learning(Int)
        case told
        case untold
    }

    private var known: [(device: DeviceID, word: Word)] = []

    /// Handles a frame.
    mutating func note(_ frame: borrowing Frame) {
        for index in frame.contacts.indices where frame.contacts[index].phase == .ended {
            note(frame.contacts[index].size, of: frame.device)
        }
    }

    /// Whether a finger without a size is suspicious on that panel.
    func isTold(by device: DeviceID) -> Bool {
        if let index = index(of: device), case .told = known[index].word { true } else { false }
    }

    /// Forgets a panel that is gone.
    mutating func forget(_ device: DeviceID) {
        known.removeAll { $0.device == device }
    }

    private mutating func note(_ size: ContactSize, of device: DeviceID) {
        guard size != .unknown else { return }
        guard let index = index(of: device) else {
            return known.append((device, size == .seen ? .learning(1) : .untold))
        }
        guard case .learning(let count) = known[index].word else { return }
        known[index].word = size == .zero ? .untold : count + 1 < Self.convincing ? .learning(count + 1) : .told
    }

    private func index(of device: DeviceID) -> Int? {
        for index in known.indices where known[index].device == device { return index }
        return nil
    }
}
