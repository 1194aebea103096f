/// What one finger does in one frame.
///
/// The caller numbers the fingers; the panel assigns slots.
package enum FingerChange: Equatable, Sendable {
    /// The finger lands.
    case down(finger: Int, PanelPosition)
    /// The finger, already down, moves.
    case move(finger: Int, PanelPosition)
    /// The finger lifts.
    case up(finger: Int)
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
