/// What is done to the contacts of one panel between repair and mapping; everything is off at first.
///
/// Lengths are on the panel, in millimeters. Delays are in the doc comments of the stages (`TouchInput/Filters`).
public struct FilterSettings: Hashable, Sendable {
    /// Contacts that land nearer to an edge than this are not heard, in mm; 0: off.
    public var edgeZone = 0.0
    /// Contacts that land in one of these are not heard.
    public var deadZones: [DeadZone] = []
    /// Contacts that end sooner are not heard; 0: off.
    public var minimumLife = Interval.seconds(0)
    /// Contacts that never reach this breadth are not heard, in mm; 0: off; nothing where a panel tells no breadth.
    public var minimumSize = 0.0
    /// A finger that lifts and lands again in its place within this time has not lifted; 0: off.
    public var debounce = Interval.seconds(0)
    /// Leaps that last less than half of this are taken out; 0: off.
    public var spikeWindow = Interval.seconds(0)
    /// Takes trembling out of slow movements; nil: off.
    public var smoothing: Smoothing?

    /// Everything off.
    public init() {}

    /// Whether nothing is done.
    public var isEmpty: Bool { self == FilterSettings() }

    /// A rectangle of the panel as built, in fractions of its axes, edges included.
    public struct DeadZone: Hashable, Sendable {
        /// The corner with the smallest coordinates.
        public var start: UnitPoint
        /// The corner with the largest.
        public var end: UnitPoint

        /// Makes a zone from two corners.
        public init(start: UnitPoint, end: UnitPoint) {
            (self.start, self.end) = (start, end)
        }

        /// Whether a place lies in it.
        public func contains(_ place: UnitPoint) -> Bool {
            place.x >= start.x && place.x <= end.x && place.y >= start.y && place.y <= end.y
        }
    }

    /// The two numbers of the 1€ filter (Casiez, Roussel, Vogel, CHI 2012).
    public struct Smoothing: Hashable, Sendable {
        /// The lowest cutoff frequency, in Hz: less is smoother and slower at rest.
        public var minimumCutoff: Double
        /// How much the cutoff rises with speed, in Hz per mm/s: more is quicker in movement.
        public var speedCoefficient: Double

        /// Makes a setting.
        public init(minimumCutoff: Double, speedCoefficient: Double) {
            (self.minimumCutoff, self.speedCoefficient) = (minimumCutoff, speedCoefficient)
        }
    }
}
