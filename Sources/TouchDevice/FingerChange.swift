/// What a finger does in a frame; the caller numbers the fingers, the panel assigns slots.
package enum FingerChange: Equatable, Sendable {
    case down(finger: Int, PanelPosition)
    case move(finger: Int, PanelPosition)
    case up(finger: Int)
    /// It was no finger but a palm, which is over.
    case palm(finger: Int)
}

/// Why a finger cannot do that.
package enum FingerFault: Error, Equatable, Sendable, CustomStringConvertible {
    case isDown(Int)
    case isUp(Int)
    /// All slots of the panel, this many, are in use.
    case noFreeSlot(Int)

    /// The fault, as a sentence for users.
    package var description: String {
        switch self {
        case .isDown(let finger): "finger \(finger) is already down"
        case .isUp(let finger): "finger \(finger) is not down"
        case .noFreeSlot(let count): "the panel tracks only \(count) contact\(count == 1 ? "" : "s")"
        }
    }
}

/// A position on the panel, in device units.
package struct PanelPosition: Equatable, Sendable {
    /// Across, in device units.
    package var x: Int32
    /// Down, in device units.
    package var y: Int32

    /// A position from device units.
    package init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}
