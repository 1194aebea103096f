/// The shape of a movement, which identifies a replay of the same track at any place, size or speed.
///
/// 18 places about their mean, evenly spaced in the time around the fast part of the movement, which is least affected
/// by noise. Each is a mean over its interval, which removes the noise of single reports.
public struct TrackSignature: Hashable, Sendable {
    /// Number of places.
    public static let places = 18
    /// Number of values averaged for each place.
    private static let fineness = 10
    /// The fractions of the travel between which the movement is fast.
    private static let quick = (from: 0.3, to: 0.7)
    /// The time span that is used, in durations of the fast part: before it begins, and in all.
    private static let reach = (before: 4.0, whole: 9.5)

    /// Duration of the fast part, in microseconds.
    let pace: Double
    /// Places relative to their mean, in millimeters.
    let shape: ComplexVector

    /// Makes the signature of a track.
    public init(of track: FingerTrack) {
        let way = Way(track.reports)
        let begin = way.crossing(Self.quick.from)
        pace = max(way.crossing(Self.quick.to) - begin, 1)
        let grain = Self.reach.whole * pace / Double(Self.places * Self.fineness)
        let start = begin - Self.reach.before * pace + grain / 2
        var places: [(x: Double, y: Double)] = []
        var index = 0
        for place in 0..<Self.places {
            var sum = (x: 0.0, y: 0.0)
            for part in 0..<Self.fineness {
                let here = way.place(at: start + Double(place * Self.fineness + part) * grain, after: &index)
                sum = (sum.x + here.x, sum.y + here.y)
            }
            places.append((sum.x / Double(Self.fineness), sum.y / Double(Self.fineness)))
        }
        shape = ComplexVector(places).centered
    }
}

/// All tracks that a track becomes by a shift, a turn, a mirror, a scale and a change of pace.
///
/// A turn and a scale multiply the shape by a complex number; a small shift in time or change of pace adds a multiple
/// of the speed, or of the speed times the time.
struct TrackFamily {
    /// Maximum difference of a copy, as a fraction of the shape: 1 in 1,500 tracks of people against 256 others is this
    /// close.
    private static let nearness = 0.0034
    /// The same for a track at the same place, size and pace, in millimeters and in pixels.
    private static let nearnessInPlace = (millimeters: 0.2, pixels: 1.0)
    /// What counts as the same place, size and pace: cosine of the turn, and the fractions by which size and pace may
    /// differ.
    private static let inPlace = (turn: 0.998, size: 0.06, pace: 0.06)

    private let pace: Double
    private let size: Double
    private let base: [ComplexVector]
    private let mirrored: [ComplexVector]
    private let pixel: Double

    /// - Parameter pixel: size of a view pixel, in millimeters.
    init(of signature: TrackSignature, pixel: Double) {
        let speed = signature.shape.differences
        base = ComplexVector.orthonormal([signature.shape, speed.centered, speed.timesPlace.centered])
        mirrored = base.map(\.mirrored)
        pace = signature.pace
        size = signature.shape.length
        self.pixel = pixel
    }

    /// Whether the other track is a copy of this one.
    func contains(_ other: TrackSignature) -> Bool {
        let length = other.shape.length
        // A finger that hardly moved has no shape.
        guard length > 0, !base.isEmpty else { return false }
        func rest(_ base: [ComplexVector]) -> Double {
            let known = base.reduce(0) { $0 + $1.product(other.shape).squared }
            return max(1 - known / (length * length), 0).squareRoot()
        }
        let straight = rest(base)
        if min(straight, rest(mirrored)) < Self.nearness { return true }
        let turn = base[0].product(other.shape)
        guard turn.real > Self.inPlace.turn * turn.squared.squareRoot(),
            abs(length / size - 1) < Self.inPlace.size, abs(other.pace / pace - 1) < Self.inPlace.pace
        else { return false }
        let millimeters = straight * length / Double(TrackSignature.places).squareRoot()
        return millimeters < max(Self.nearnessInPlace.millimeters, Self.nearnessInPlace.pixels * pixel)
    }
}

/// The signatures of the last accepted tracks, in memory only.
public struct ReplayLedger<Signature: Sendable>: Sendable {
    /// Maximum number of signatures: a busy day of a kiosk, in 100 kilobytes of drags.
    public static var maxCount: Int { 256 }

    private var signatures: [Signature] = []
    private var next = 0

    /// Makes an empty ledger.
    public init() {}

    /// Adds a signature; the oldest one is dropped.
    public mutating func add(_ signature: Signature) {
        if signatures.count < Self.maxCount { return signatures.append(signature) }
        signatures[next] = signature
        next = (next + 1) % Self.maxCount
    }

    func contains(_ isCopied: (Signature) -> Bool) -> Bool { signatures.contains(where: isCopied) }
}

extension ReplayLedger<TrackSignature> {
    /// Whether a track is a known one, or a copy of one: moved, turned, mirrored, scaled, stretched, or a pixel off.
    ///
    /// - Parameter pixel: size of a view pixel, in millimeters.
    public func knows(_ signature: TrackSignature, pixel: Double) -> Bool {
        let family = TrackFamily(of: signature, pixel: pixel)
        return contains { family.contains($0) }
    }
}

extension ReplayLedger<TapSignature> {
    /// Whether the touches are a copy of known ones, at any place.
    func knows(_ signature: TapSignature) -> Bool { contains { signature.isCopy(of: $0) } }
}
