package import TouchCore
package import TouchModels

extension SyntheticTrack {
    /// When synthetic fingers land.
    package static let landing = Instant(microseconds: 1_000_000_000)

    /// The track as the judge gets it, and when the finger lifted.
    package var fingerTrack: (track: FingerTrack, lifted: Instant) {
        let origin = Millimeters(x: 50, y: 50)
        func time(_ microseconds: Int64) -> Instant { Self.landing.advanced(by: .microseconds(microseconds)) }
        var track = FingerTrack(landed: time(0), at: origin)
        for report in reports.dropFirst() {
            track.move(to: Millimeters(x: origin.x + report.x, y: origin.y + report.y), at: time(report.microseconds))
        }
        return (track, time(liftMicroseconds))
    }
}
