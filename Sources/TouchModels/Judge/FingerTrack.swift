public import TouchCore

/// The path of one finger from landing to lifting, in millimeters and kernel timestamps.
///
/// Memory is bounded: beyond ``maxReports`` every second report is dropped, and from then on only every second one is
/// kept, which preserves the shape of the track.
public struct FingerTrack: Sendable {
    /// One report of the panel.
    public struct Report: Hashable, Sendable {
        /// Time since landing, in microseconds.
        public let microseconds: Int64
        /// Millimeters from the landing, to the right.
        public let x: Float
        /// Millimeters from the landing, downwards.
        public let y: Float
    }

    /// Maximum number of reports kept: eight seconds of the fastest panels.
    public static let maxReports = 2_048

    /// The kept reports, in order; the first is the landing.
    public private(set) var reports: [Report]
    /// The moment of landing.
    public let landed: Instant
    /// The spacing of all reports, including dropped ones.
    public private(set) var rhythm = ReportRhythm()
    /// Number of reports, including dropped ones.
    public private(set) var count = 1
    /// Whether a timestamp was equal to or earlier than the one before.
    public private(set) var hasBrokenTime = false
    private let origin: Millimeters
    private var last: Instant
    private var stride = 1

    /// Begins a track where and when the finger landed.
    public init(landed time: Instant, at place: Millimeters) {
        (landed, last, origin) = (time, time, place)
        reports = [Report(microseconds: 0, x: 0, y: 0)]
        reports.reserveCapacity(256)
    }

    /// Adds a report; one whose position is not a number is ignored.
    public mutating func move(to place: Millimeters, at time: Instant) {
        guard place.x.isFinite, place.y.isFinite else { return }
        if time <= last { hasBrokenTime = true } else { rhythm.count(time.since(last)) }
        last = max(time, last)
        count += 1
        guard (count - 1) % stride == 0 else { return }
        reports.append(
            Report(
                microseconds: last.since(landed).microseconds, x: Float(place.x - origin.x),
                y: Float(place.y - origin.y)))
        if reports.count >= Self.maxReports { thin() }
    }

    /// From landing to `lifted`, in microseconds; not shorter than the time span of the reports.
    func duration(until lifted: Instant) -> Int64 {
        max(lifted.since(landed).microseconds, reports[reports.count - 1].microseconds)
    }

    private mutating func thin() {
        var kept = 0
        for index in Swift.stride(from: 0, to: reports.count, by: 2) {
            reports[kept] = reports[index]
            kept += 1
        }
        reports.removeLast(reports.count - kept)
        stride *= 2
    }
}
