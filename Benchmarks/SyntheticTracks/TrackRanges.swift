internal import SeededNumbers

/// The ranges that tracks are drawn from, evenly unless said otherwise.
///
/// They are those that the literature and common sense give for a finger on glass. Lengths are in millimeters, times in
/// microseconds.
enum TrackRanges {
    // MARK: - The task

    /// From the landing to the gap.
    static let distance = 15.0...130.0
    /// Direction of a piece that follows the finger, in degrees against the horizontal.
    static let direction = -70.0...70.0
    /// How often the piece hangs on a bar, so that the way is horizontal.
    static let shareOfBars = 0.5
    /// How far off the gap a person lets go.
    static let aim = 0.0...1.2

    // MARK: - The panel

    static let unit = 0.02...0.25
    static let sensorNoise = 0.0...0.06
    static let jitter = 0.0...900.0
    static let loss = 0.0...0.01

    // MARK: - The hand

    /// From landing to the first movement.
    static let reaction = 60_000.0...500_000.0
    /// Duration of the first, long movement of a nimble person; grows with the logarithm of the distance.
    static let primary = 220_000.0...800_000.0
    /// How much slower the slow are.
    static let slowness = 1.0...2.6
    /// Where the first movement ends, as a part of the way: short of it or beyond.
    static let primaryGain = 0.82...1.12
    /// How many corrections follow.
    static let corrections = 1...4
    /// What a correction leaves of the distance that was left.
    static let correctionLeaves = -0.3...0.35
    /// Duration of a correction.
    static let correction = 110_000.0...420_000.0
    /// Pause before a correction; less than 0: it begins within the movement before.
    static let pause = -70_000.0...220_000.0
    /// Exponent that moves the peak of the speed to the front.
    static let asymmetry = 0.72...1.0
    /// Lateral bow, as a part of the way.
    static let bow = -0.05...0.05
    /// Standard deviation of slow fluctuations of the speed, as a part of it.
    static let fluctuation = 0.04...0.2
    /// Amplitude of tremor per axis; a tenth of the people have ``strongTremor``.
    static let tremor = 0.015...0.18
    static let strongTremor = 0.2...0.8
    static let shareOfStrongTremor = 0.1
    /// Frequency of tremor, in hertz.
    static let tremorHertz = 4.0...12.0
    /// Amplitude of slow drift across the way.
    static let drift = 0.05...0.7
    /// Still time before lifting.
    static let rest = 30_000.0...450_000.0
    /// How far the touched place rolls while the finger lifts, in the last 40 ms.
    static let roll = 0.0...0.6
    /// How often somebody stops on the way, and for how long.
    static let shareOfStops = 0.04
    static let stop = 250_000.0...2_000_000.0
    /// How often somebody flicks: one quick movement without a correction.
    static let shareOfFlicks = 0.03
    static let flick = 160_000.0...320_000.0

    // MARK: - Forgers

    /// A pixel of a kiosk screen.
    static let pixel = 0.2
    /// How long a forged drag takes.
    static let forged = 300_000.0...2_500_000.0
}

extension SplitMix64 {
    /// A number drawn evenly from a range.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// The way from the landing to the gap: its length in millimeters and its angle in degrees, downward from the right.
    mutating func way() -> (length: Double, degrees: Double) {
        let length = number(in: TrackRanges.distance)
        return (length, number(in: happens(TrackRanges.shareOfBars) ? -3...3 : TrackRanges.direction))
    }

    /// True as often as that.
    mutating func happens(_ share: Double) -> Bool { unit() < share }
}
