/// The numbers of the rule ``StrokeDecoder/Rule/turn``; lengths are parts of the pitch, angles degrees.
///
/// Chosen on synthetic strokes with seeds 1 to 9 and frozen before the seed of Benchmarks/strokes.md was drawn; that
/// file names the commit. `touchstrokes` measures others.
public struct StrokeTuning: Hashable, Sendable {
    /// A turn, the first and the last contact take the nearest dot if it is nearer than this.
    ///
    /// Half the pitch: the largest discs that do not overlap. Against 0.45 it decodes as many or more strokes in every
    /// kind that was tried, at a spacing of 0.50 and an aim of 0.10 pitch 94 instead of 90 of 100.
    public var turnRadius = 0.50
    /// A bend of at least this many degrees is a turn.
    ///
    /// The slightest bend between two steps of 3 × 3 that are not straight on is 45°, half of which a sparse stroke can
    /// lose to the sample after; 20 to 35 decode alike.
    public var turnAngle = 30.0
    /// Bends are measured between knots: samples at least this far from the knot before.
    ///
    /// Without it a finger that rests or creeps would bend at every tremble of the panel, and a slow corner would
    /// spread over many small bends. 0.08 to 0.15 decode alike.
    public var knotSpacing = 0.12
    /// Beside a step longer than this, a bend is believed only near a dot, as ``sureRadius`` says.
    ///
    /// Up to a spacing of 0.72 every noise-free stroke was decoded right; at 0.80 one in a hundred was not. 0.70 is
    /// 1260 mm/s at 60 Hz on a pitch of 30 mm, 2625 mm/s at 125 Hz.
    public var sparseSpacing = 0.70
    /// A bend of at least this many degrees beside such a long step may hide a dot.
    public var doubtAngle = 20.0
    /// A bend beside such a long step, this near to a dot, was made at the dot.
    ///
    /// Sampled anywhere else, the stroke may have turned where no sample is. With 0.15 nearly twice as many
    /// strokes sampled every 1.6 pitch were guessed, and wrong; with 0 straight lines from dot to dot would be refused
    /// for a rounding error.
    public var sureRadius = 0.10

    /// The frozen numbers.
    public init() {}
}
