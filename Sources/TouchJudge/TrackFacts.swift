/// Measurements of a finger's path, independent of the report rate.
///
/// Lengths are in millimeters, times in microseconds since landing. The movement is the part of the path between the
/// first report away from the landing and the last one before the finger rests.
public struct TrackFacts: Hashable, Sendable {
    /// From landing to lifting.
    public let duration: Int64
    /// Number of reports.
    public let reports: Int
    /// Maximum distance from the landing.
    public let travel: Double
    /// When the finger first moved by ``leaving``.
    public let firstMovement: Int64
    /// How long it had stayed within ``settling`` of its end when it lifted.
    public let rest: Int64
    /// Highest mean speed over at least ``speedWindow``, in meters per second.
    public let peakSpeed: Double
    /// How long the middle four fifths of the travel took.
    public let crossing: Int64
    /// How far it went beyond its end, along the line from landing to end.
    public let overshoot: Double
    /// Smallest step of a coordinate: the unit of the panel, if the track is long enough to show it.
    public let unit: Double
    /// The longest isolated step: within 40 ms, with the finger nearly still before and after.
    public let loneStep: Double
    /// The sharpest turn, in meters per square second, of two steps of more than ``TrackLimits/turningStep``.
    public let sharpestTurn: Double
    /// Deviation from constant speed: root mean square off the line of place over time.
    public let unevenness: Double
    /// The same over the report number.
    public let unequalSteps: Double
    /// Maximum distance of the movement from the straight line.
    public let bow: Double
    /// Fraction of the steps that are one unit long, as of a slow finger on a panel that reports only changes.
    public let unitSteps: Double
    /// Number of movements: rises and falls of the smoothed speed.
    public let movements: Int
    /// When the speed was highest, as a fraction of the duration.
    public let peakTime: Double
    /// Slow deviation of the movement from the closest smooth curve; nil if the movement is too short.
    ///
    /// Corrections, tremor and drift cause it; noise does not.
    public let wander: Wander?

    /// Root mean square of slow deviations, and of all.
    public struct Wander: Hashable, Sendable {
        /// Along the path.
        public let along: Double
        /// Across the path.
        public let across: Double
        /// Of everything across the path, noise included.
        public let noise: Double
    }

    static let leaving = 1.0
    static let settling = 0.75
    static let speedWindow: Int64 = 12_000
}
