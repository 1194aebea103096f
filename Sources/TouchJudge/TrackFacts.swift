/// What can be measured of a finger's way, whatever the rate of the reports.
///
/// Lengths are in millimeters, times in microseconds since landing. The movement is the part of the way between the first
/// report that has left the landing and the last one before the finger rests.
public struct TrackFacts: Hashable, Sendable {
    /// From landing to lifting.
    public let duration: Int64
    /// How many reports there were.
    public let reports: Int
    /// The farthest that the finger got from its landing.
    public let travel: Double
    /// When the finger had first moved by ``leaving``.
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
    /// The longest step that stands alone: within 40 ms, and the finger was nearly still before and after.
    public let loneStep: Double
    /// The sharpest turn, in meters per square second, of two steps of more than ``TrackLimits/turningStep``.
    public let sharpestTurn: Double
    /// How far the movement is from an even one: root mean square off the line that fits place against time.
    public let unevenness: Double
    /// The same against the number of the report.
    public let unequalSteps: Double
    /// How far the movement leaves the straight line at most.
    public let bow: Double
    /// Part of the steps that are one unit long, as a slow finger makes on a panel that reports changes only.
    public let unitSteps: Double
    /// How many movements the way is made of: rises and falls of the smoothed speed.
    public let movements: Int
    /// When the speed was highest, as a part of the duration.
    public let peakTime: Double
    /// Slow deviation of the movement from the nearest smooth curve; nil if the movement is too short for it.
    ///
    /// Corrections, tremor and drift leave it there, and noise does not.
    public let wander: Wander?

    /// Root mean square of slow deviations, and of all.
    public struct Wander: Hashable, Sendable {
        /// Along the way.
        public let along: Double
        /// Across the way.
        public let across: Double
        /// Of everything across the way, noise included.
        public let noise: Double
    }

    static let leaving = 1.0
    static let settling = 0.75
    static let speedWindow: Int64 = 12_000
}
