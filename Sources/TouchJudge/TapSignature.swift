internal import TouchCore

/// The rhythm and relative places of the touches of a try by taps, which identify a replay of the same touches anywhere
/// on the view.
struct TapSignature: Hashable, Sendable {
    /// Maximum difference between two signatures that count as the same, by number of touches.
    ///
    /// Chosen so that no two tries of people match: 1 in 3,000 tries of two touches on one coarse panel against 256
    /// others, and fewer of more touches. Two touches are only five numbers, so the tolerance is smaller.
    private static func nearness(_ touches: Int) -> (microseconds: Int32, millimeters: Float) {
        switch touches {
        case ...2: (2_000, 0.05)
        case 3: (12_000, 0.2)
        case 4: (18_000, 0.4)
        default: (18_000, 0.8)
        }
    }
    /// Maximum number of touches compared, the last ones.
    private static let maxCount = 12

    private let touches: Int
    /// Duration of each touch and time to the next, in microseconds.
    private let times: [Int32]
    /// From each touch to the next, in millimeters.
    private let steps: [SIMD2<Float>]

    /// Makes the signature of touches; nil: a single touch has none.
    init?(of track: TapTrack) {
        let last = track.touches.suffix(Self.maxCount)
        guard last.count > 1 else { return nil }
        touches = track.touches.count
        let pauses = zip(last, last.dropFirst()).map { $1.landed.since($0.lifted).microseconds }
        times = (last.map(\.duration.microseconds) + pauses).map { Int32(clamping: $0) }
        steps = zip(last, last.dropFirst()).map {
            SIMD2(Float($1.place.x - $0.place.x), Float($1.place.y - $0.place.y))
        }
    }

    /// Whether the other touches are a replay of these.
    func isCopy(of other: TapSignature) -> Bool {
        guard touches == other.touches else { return false }
        let near = Self.nearness(touches)
        return zip(times, other.times).allSatisfy { abs($0 - $1) <= near.microseconds }
            && zip(steps, other.steps).allSatisfy {
                abs($0.x - $1.x) <= near.millimeters && abs($0.y - $1.y) <= near.millimeters
            }
    }
}
