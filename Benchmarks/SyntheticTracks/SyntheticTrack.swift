/// A finger's way over a panel as its kernel reports it: from landing to lifting.
package struct SyntheticTrack: Hashable, Sendable {
    /// One report.
    package struct Report: Hashable, Sendable {
        /// Time since landing, in microseconds.
        package var microseconds: Int64
        /// Place on the panel, in millimeters from the landing.
        package var x: Double
        /// The same, downwards.
        package var y: Double

        /// Makes a report.
        package init(microseconds: Int64, x: Double, y: Double) {
            self.microseconds = microseconds
            self.x = x
            self.y = y
        }
    }

    /// The reports in order; the first is the landing.
    package var reports: [Report]
    /// When the finger lifted, in microseconds since landing; not before the last report.
    package var liftMicroseconds: Int64

    /// Makes a track.
    package init(reports: [Report], liftMicroseconds: Int64) {
        self.reports = reports
        self.liftMicroseconds = liftMicroseconds
    }
}
