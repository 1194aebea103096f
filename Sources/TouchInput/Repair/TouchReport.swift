import TouchCore

/// What libinput said of one slot, before it belongs to a contact.
enum TouchReport: Hashable, Sendable {
    /// A finger landed, at fractions of the device's axes.
    case down(slot: Int32, UnitPoint)
    /// A finger moved.
    case motion(slot: Int32, UnitPoint)
    /// A finger lifted.
    case up(slot: Int32)
    /// A finger was taken away.
    case cancel(slot: Int32)

    /// The slot; -1 on a single touch panel.
    var slot: Int32 {
        switch self {
        case .down(let slot, _), .motion(let slot, _), .up(let slot), .cancel(let slot): slot
        }
    }
}
