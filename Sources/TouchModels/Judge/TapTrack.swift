public import TouchCore

/// The touches of a try by taps, in millimeters and kernel timestamps.
///
/// Only the last ``maxTouches`` are kept.
public struct TapTrack: Sendable {
    /// One touch from landing to lifting.
    public struct Touch: Hashable, Sendable {
        /// When the finger landed.
        public let landed: Instant
        /// When it lifted.
        public var lifted: Instant
        /// Where it landed.
        public let place: Millimeters

        /// Makes a touch; by default, it did not lift yet.
        public init(landed: Instant, lifted: Instant? = nil, place: Millimeters) {
            (self.landed, self.lifted, self.place) = (landed, lifted ?? landed, place)
        }

        /// How long it lasted.
        public var duration: Interval { lifted.since(landed) }
    }

    /// Maximum number of touches kept.
    public static let maxTouches = 64

    /// The touches, in order.
    public private(set) var touches: [Touch] = []
    /// Whether the last touch confirms those before it, so that a person has to see their result first.
    public let isConfirmed: Bool

    /// Makes an empty track.
    public init(isConfirmed: Bool) {
        self.isConfirmed = isConfirmed
    }

    /// Removes all touches and keeps the capacity.
    public mutating func clear() {
        touches.removeAll(keepingCapacity: true)
    }

    /// Adds a touch.
    public mutating func add(_ touch: Touch) {
        if touches.count == Self.maxTouches { touches.removeFirst() }
        touches.append(touch)
    }
}
