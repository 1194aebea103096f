public import TouchCore

/// The shape of a track in 32 places, evenly spaced in time, by which the same track is known again.
public struct TrackSignature: Hashable, Sendable {
    /// How many places.
    public static let places = 32
    /// How much longer or shorter the same track may take, as a part of it.
    static let stretch = 0.05
    /// How far off two tracks are that nobody drew twice, root mean square, in millimetres and in pixels.
    static let nearness = (millimetres: 0.3, pixels: 1.25)

    private let duration: Int64
    private let x: [Float]
    private let y: [Float]

    /// Takes the signature of a track.
    public init(of track: FingerTrack, lifted: Instant) {
        let reports = track.reports
        let whole = max(track.duration(until: lifted), 1)
        duration = whole
        var (x, y): ([Float], [Float]) = ([], [])
        var index = 0
        for place in 0..<Self.places {
            let time = whole * Int64(place) / Int64(Self.places - 1)
            while index + 1 < reports.count, reports[index + 1].microseconds <= time { index += 1 }
            let here = reports[index]
            guard index + 1 < reports.count else {
                x.append(here.x)
                y.append(here.y)
                continue
            }
            let next = reports[index + 1]
            let part = Float(time - here.microseconds) / Float(max(next.microseconds - here.microseconds, 1))
            x.append(here.x + (next.x - here.x) * part)
            y.append(here.y + (next.y - here.y) * part)
        }
        (self.x, self.y) = (x, y)
    }

    /// Root mean square distance of the places of two signatures, in millimetres; nil if they took different times.
    func distance(to other: TrackSignature) -> Double? {
        let (longer, shorter) = (max(duration, other.duration), min(duration, other.duration))
        guard Double(longer - shorter) <= Self.stretch * Double(longer) else { return nil }
        var sum = 0.0
        for place in x.indices {
            let (dx, dy) = (Double(x[place] - other.x[place]), Double(y[place] - other.y[place]))
            sum += dx * dx + dy * dy
        }
        return (sum / Double(Self.places)).squareRoot()
    }
}

/// The signatures of the tracks that were accepted last, in memory only.
public struct ReplayLedger: Sendable {
    /// How many are kept: the work of a busy kiosk day, in 72 kilobytes.
    public static let most = 256

    private var signatures: [TrackSignature] = []
    private var next = 0

    /// Makes an empty ledger.
    public init() {}

    /// Whether a track is one of those, or a copy of one with a pixel of noise.
    ///
    /// - Parameter pixel: size of a view pixel, in millimetres.
    public func knows(_ signature: TrackSignature, pixel: Double) -> Bool {
        let near = max(TrackSignature.nearness.millimetres, TrackSignature.nearness.pixels * pixel)
        return signatures.contains { $0.distance(to: signature).map { $0 < near } ?? false }
    }

    /// Remembers an accepted track; the oldest one is forgotten.
    public mutating func add(_ signature: TrackSignature) {
        if signatures.count < Self.most { return signatures.append(signature) }
        signatures[next] = signature
        next = (next + 1) % Self.most
    }
}
