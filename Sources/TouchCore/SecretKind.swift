/// What somebody proves who they are with; the raw value is the word for it everywhere.
public enum SecretKind: String, Hashable, Sendable, CaseIterable {
    /// Dots joined on a grid.
    case pattern
    /// Digits in an order.
    case pin
}
