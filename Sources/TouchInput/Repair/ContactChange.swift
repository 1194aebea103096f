public import TouchCore

/// What one contact of a panel did, after repair: no slots any more, but numbers that are never used twice.
///
/// Between ``began(_:_:)`` and exactly one of ``ended(_:)`` and ``cancelled(_:)`` a number may move; outside it is
/// never heard of.
public enum ContactChange: Hashable, Sendable {
    /// A finger landed, at fractions of the device's axes.
    case began(UInt64, UnitPoint)
    /// It moved.
    case moved(UInt64, UnitPoint)
    /// It lifted.
    case ended(UInt64)
    /// It was taken away.
    case cancelled(UInt64)

    /// The contact's number on its panel, from 1.
    public var number: UInt64 {
        switch self {
        case .began(let number, _), .moved(let number, _), .ended(let number), .cancelled(let number): number
        }
    }
}
