internal import TouchCore

/// How much a track is like a person's.
///
/// A program draws a smooth curve and adds noise; a hand goes there in several movements, and between them it wanders.
/// What noise does is different in every report, what a hand does lasts: so the score asks for slow deviations, not for
/// large ones. Weights and offset are those of a logistic regression over synthetic tracks (seed `TrackSeed.tuning`),
/// so the score is reported and refuses nobody.
public enum TrackScore {
    /// What a drag scores that is too short to show anything: a person who flicks cannot be told from a curve.
    public static let undecided = 60
    /// The shortest movement that shows something, in microseconds.
    static let shortest: Int64 = 250_000
    /// What counts as a movement of its own: a rise and fall of the speed by this part of its highest value, and by this
    /// many millimeters per second.
    static let movement = (part: 0.08, least: 6.0)

    private enum Weight {
        static let offset = 22.9
        /// Slow deviations across the way, as a part of all.
        static let wanderAcross = 4.8
        /// Slow deviations along the way, as a logarithm of their part of the travel.
        static let wanderAlong = 5.9
        /// Each movement, up to three.
        static let movement = 1.6
        static let maxMovements = 3
        /// Way beyond the end, as a logarithm of its millimeters.
        static let overshoot = 2.1
        /// Distance of the speed's peak from where a hand has it.
        static let peakTime = -23.0
        static let usualPeak = 0.28
        static let farthestPeak = 0.3
        /// Highest speed against mean speed, as a logarithm.
        static let peakSpeed = -8.0
        /// How much of the sum moves the score half way to its end.
        static let scale = 3.0
    }

    static func of(_ facts: TrackFacts) -> Int {
        let moving = facts.duration - facts.firstMovement - facts.rest
        guard let wander = facts.wander, moving >= shortest else { return undecided }
        let meanSpeed = facts.travel / Double(moving) * 1_000
        // Below a hundredth of a millimeter is nothing but rounding.
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
