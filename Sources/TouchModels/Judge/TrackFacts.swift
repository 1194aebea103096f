/// Measurements of a finger's path, independent of the report rate.
///
/// Lengths are in millimeters, times in microseconds.
public struct TrackFacts: Hashable, Sendable {
    /// From landing to lifting.
    public let duration: Int64
    /// Number of reports.
    public let reports: Int
    /// Maximum distance from the landing.
    public let travel: Double
    /// Highest mean speed over at least ``speedWindow``, in meters per second.
    public let peakSpeed: Double
    /// How long the middle four fifths of the travel took.
    public let crossing: Int64
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

    static let leaving = 1.0
    static let speedWindow: Int64 = 12_000
}
