/// A finger's way over a panel as its kernel reports it: from landing to lifting.
public struct SyntheticTrack: Hashable, Sendable {
    /// One report.
    public struct Report: Hashable, Sendable {
        /// Time since landing, in microseconds.
        public var microseconds: Int64
        /// Place on the panel, in millimeters from the landing.
        public var x: Double
        /// The same, downwards.
        public var y: Double

        /// Makes a report.
        public init(microseconds: Int64, x: Double, y: Double) {
            self.microseconds = microseconds
            self.x = x
            self.y = y
        }
    }

    /// The reports in order; the first is the landing.
    public var reports: [Report]
    /// When the finger lifted, in microseconds since landing; not before the last report.
    public var liftMicroseconds: Int64

    /// Makes a track.
    public init(reports: [Report], liftMicroseconds: Int64) {
        self.reports = reports
        self.liftMicroseconds = liftMicroseconds
    }
}
