internal import TouchCore

/// How human a track looks.
///
/// A program draws a smooth curve and adds noise; a hand moves in several submovements and wanders between them. Noise
/// is different in every report, while a hand's deviations last: so the score looks for slow deviations, not for large
/// ones. Weights and offset are those of a logistic regression over synthetic tracks (seed `TrackSeed.tuning`), so the
/// score is reported and rejects nothing.
public enum TrackScore {
    /// The score of a drag that is too short to show anything: a flick cannot be distinguished from a curve.
    public static let undecided = 60
    /// The shortest movement that shows something, in microseconds.
    static let shortest: Int64 = 250_000
    /// What counts as a movement: a rise and fall of the speed by this fraction of its maximum, and by this many
    /// millimeters per second.
    static let movement = (part: 0.08, least: 6.0)

    private enum Weight {
        static let offset = 22.9
        /// Slow deviations across the path, as a fraction of all.
        static let wanderAcross = 4.8
        /// Slow deviations along the path, as the logarithm of their fraction of the travel.
        static let wanderAlong = 5.9
        /// Number of movements, up to three.
        static let movement = 1.6
        static let maxMovements = 3
        /// Distance beyond the end, as the logarithm of its millimeters.
        static let overshoot = 2.1
        /// Distance of the speed's peak from that of a hand.
        static let peakTime = -23.0
        static let usualPeak = 0.28
        static let farthestPeak = 0.3
        /// Maximum speed over mean speed, as a logarithm.
        static let peakSpeed = -8.0
        /// The change of the sum that moves the score half way to its limit.
        static let scale = 3.0
    }

    static func of(_ facts: TrackFacts) -> Int {
        let moving = facts.duration - facts.firstMovement - facts.rest
        guard let wander = facts.wander, moving >= shortest else { return undecided }
        let meanSpeed = facts.travel / Double(moving) * 1_000
        // Anything below a hundredth of a millimeter is rounding.
        let across = wander.across * wander.across / (wander.noise * wander.noise + 1e-4)
        let sum =
            Weight.offset + Weight.wanderAcross * across
            + Weight.wanderAlong * Maths.decimalLogarithm(wander.along / facts.travel + 0.0005)
            + Weight.movement * Double(min(facts.movements, Weight.maxMovements))
            + Weight.overshoot * Maths.decimalLogarithm(facts.overshoot + 0.1)
            + Weight.peakTime * min(abs(facts.peakTime - Weight.usualPeak), Weight.farthestPeak)
            + Weight.peakSpeed * Maths.decimalLogarithm(max(facts.peakSpeed / meanSpeed, 0.1))
        let part = sum / Weight.scale
        return Int((50 + 50 * part / (1 + abs(part))).rounded())
    }
}
