internal import TouchCore

/// What no finger can do, with a margin above what fingers were measured to do.
enum TrackLimits {
    /// Minimum number of reports of a drag (a quarter of a second at 20 Hz).
    static let minReports = 5
    /// Shortest time from the moment the picture is shown to lifting.
    static let youngest = Interval.milliseconds(250)
    /// Highest speed, in meters per second: twice that of a thrown punch's hand on a path this short.
    static let speed = 10.0
    /// Highest acceleration of a reach, in meters per square second: twice that of a finger's flick.
    static let acceleration = 200.0
    /// Longest isolated step, in millimeters: a finger that is lost and found again moves before and after.
    static let loneStep = 10.0
    /// Minimum steps of a turn, in millimeters, and the sharpest turn, in meters per square second.
    static let turningStep = 8.0
    static let turn = 400.0
    /// Unevenness of a machine: at most this many millimeters, or this fraction of the travel.
    static let evenness = (millimeters: 0.15, part: 0.008)
    /// Minimum travel that shows unevenness, in millimeters.
    static let evenTravel = 8.0
    /// How much faster than the fastest usual report of its panel a track may be.
    static let rhythm = 0.55
    /// Number of reports after which a panel's rhythm is known.
    static let knownRhythm = 300
    /// Minimum spacings of a track to compare with the panel's.
    static let rhythmSpacings = 8

    /// The shortest time for the middle four fifths of a reach, in microseconds.
    ///
    /// A minimum-jerk reach of length d in time T has the peak acceleration 5.77 d / T² and spends 0.43 T there.
    static func crossing(_ travel: Double) -> Int64 {
        Int64(0.43 * (5.77 * travel / 1_000 / acceleration).squareRoot() * 1_000_000)
    }
}
