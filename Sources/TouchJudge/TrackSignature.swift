/// The shape of a movement, by which the same track is known again wherever, however large and however quickly it is played.
///
/// 18 places about their middle, evenly spaced in the time around the quick part of the movement, which is the part that
/// noise moves least. Each is a mean over its part of the time, so that noise of single reports goes.
public struct TrackSignature: Hashable, Sendable {
    /// How many places.
    public static let places = 18
    /// How many values each place is the mean of.
    private static let fineness = 10
    /// The parts of the travel between which the movement is quick.
    private static let quick = (from: 0.3, to: 0.7)
    /// How much is looked at, in times of the quick part: before it begins, and in all.
    private static let reach = (before: 4.0, whole: 9.5)

    /// How long the quick part took, in microseconds.
    let pace: Double
    /// Places in millimeters from their middle.
    let shape: ComplexVector

    /// Takes the signature of a track.
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

/// Everything that a track becomes by a shift, a turn, a mirror, another size and another pace.
///
/// A turn and another size multiply the shape by a complex number; another moment and another pace of the quick part add
/// its speed and its speed times the time, as far as a small error of either goes.
struct TrackFamily {
    /// What no two tracks of people have in common, as a part of the shape: 1 in 1,500 tracks against 256 others.
    private static let nearness = 0.0034
    /// The same for a track in its own place, size and pace, in millimeters and in pixels.
    private static let nearnessInPlace = (millimeters: 0.2, pixels: 1.0)
    /// What is in its own place: cosine of the turn, and how much the size and the pace may differ, as a part.
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

    /// Whether the other track is this one again.
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

/// The signatures of what was accepted last, in memory only.
public struct ReplayLedger<Signature: Sendable>: Sendable {
    /// How many are kept: the work of a busy kiosk day, in 100 kilobytes of drags.
    public static var maxCount: Int { 256 }

    private var signatures: [Signature] = []
    private var next = 0

    /// Makes an empty ledger.
    public init() {}

    /// Remembers what was accepted; the oldest one is forgotten.
    public mutating func add(_ signature: Signature) {
        if signatures.count < Self.maxCount { return signatures.append(signature) }
        signatures[next] = signature
        next = (next + 1) % Self.maxCount
    }

    func contains(_ isCopied: (Signature) -> Bool) -> Bool { signatures.contains(where: isCopied) }
}

extension ReplayLedger<TrackSignature> {
    /// Whether a track is one of those, or a copy of one: moved, turned, mirrored, enlarged, stretched, or a pixel off.
    ///
    /// - Parameter pixel: size of a view pixel, in millimeters.
    public func knows(_ signature: TrackSignature, pixel: Double) -> Bool {
        let family = TrackFamily(of: signature, pixel: pixel)
        return contains { family.contains($0) }
    }
}

extension ReplayLedger<TapSignature> {
    /// Whether touches are those of one of them, elsewhere.
    func knows(_ signature: TapSignature) -> Bool { contains { signature.isCopy(of: $0) } }
}
