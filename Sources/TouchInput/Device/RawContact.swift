/// A contact as its panel reports it, in the panel's own units; for people who look for a panel's faults.
public struct RawContact: Hashable, Sendable {
    /// The kernel's slot.
    public var slot: Int32
    /// The place; nil if it is unknown after lost events.
    public var x: Int32?
    /// See ``x``.
    public var y: Int32?
    /// ABS_MT_TOUCH_MAJOR; nil if the panel does not report it.
    public var breadth: Int32?
}
