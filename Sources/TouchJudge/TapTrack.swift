public import TouchCore

/// The touches of a try by taps, in millimeters and by the kernel's stamps.
///
/// Of very many only the last ``maxTouches`` are kept.
public struct TapTrack: Sendable {
    /// One touch from landing to lifting.
    public struct Touch: Hashable, Sendable {
        /// When the finger landed.
        public let landed: Instant
        /// When it lifted.
        public let lifted: Instant
        /// Where it landed.
        public let place: Millimeters

        /// Makes a touch.
        public init(landed: Instant, lifted: Instant, place: Millimeters) {
            (self.landed, self.lifted, self.place) = (landed, lifted, place)
        }

        /// How long it lasted, in microseconds.
        public var duration: Int64 { lifted.since(landed).microseconds }
    }

    /// Most touches that are kept.
    public static let maxTouches = 64

    /// The touches, in order.
    public private(set) var touches: [Touch] = []
    /// Whether the last touch says that all before it are right, so that their outcome has to be seen first.
    public let isConfirmed: Bool

    /// Makes one without touches.
    public init(isConfirmed: Bool) {
        self.isConfirmed = isConfirmed
    }

    /// Forgets all touches and keeps the room they took.
    public mutating func clear() {
        touches.removeAll(keepingCapacity: true)
    }

    /// Adds a touch.
    public mutating func add(_ touch: Touch) {
        if touches.count == Self.maxTouches { touches.removeFirst() }
        touches.append(touch)
    }
}
