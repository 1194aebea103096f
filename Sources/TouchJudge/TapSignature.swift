internal import TouchCore

/// The rhythm of the touches of a try by taps and where they are to each other, by which the same touches are known again
/// wherever they are played.
struct TapSignature: Hashable, Sendable {
    /// How near two signatures are that are one, by how many touches they have.
    ///
    /// What no two tries of people have in common: 1 in 3,000 tries of two touches on one coarse panel against 256 others,
    /// and fewer of more touches. Two touches are five numbers, so these have to be near.
    private static func nearness(_ touches: Int) -> (microseconds: Int32, millimeters: Float) {
        switch touches {
        case ...2: (2_000, 0.05)
        case 3: (12_000, 0.2)
        case 4: (18_000, 0.4)
        default: (18_000, 0.8)
        }
    }
    /// How many touches are looked at, the last ones.
    private static let maxCount = 12

    private let touches: Int
    /// How long each touch lasted and how long it was to the next, in microseconds.
    private let times: [Int32]
    /// From each touch to the next, in millimeters.
    private let steps: [SIMD2<Float>]

    /// Takes the signature of touches; nil: one touch alone has none.
    init?(of track: TapTrack) {
        let last = track.touches.suffix(Self.maxCount)
        guard last.count > 1 else { return nil }
        touches = track.touches.count
        let pauses = zip(last, last.dropFirst()).map { $1.landed.since($0.lifted).microseconds }
        times = (last.map(\.duration) + pauses).map { Int32(clamping: $0) }
        steps = zip(last, last.dropFirst()).map {
            SIMD2(Float($1.place.x - $0.place.x), Float($1.place.y - $0.place.y))
        }
    }

    /// Whether the other touches are these again.
    func isCopy(of other: TapSignature) -> Bool {
        guard touches == other.touches else { return false }
        let near = Self.nearness(touches)
        return zip(times, other.times).allSatisfy { abs($0 - $1) <= near.microseconds }
            && zip(steps, other.steps).allSatisfy {
                abs($0.x - $1.x) <= near.millimeters && abs($0.y - $1.y) <= near.millimeters
            }
    }
}
