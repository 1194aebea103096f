/// The parameters of the rule ``StrokeDecoder/Rule/turn``; lengths are fractions of the pitch, angles degrees.
///
/// Chosen on synthetic strokes with seeds 1 to 9 and frozen before the seed of Benchmarks/strokes.md was drawn; that
/// file names the commit. `touchstrokes` measures other values.
public struct StrokeTuning: Hashable, Sendable {
    /// A turn and the first and last contact connect the nearest dot if it is closer than this.
    ///
    /// Half the pitch: the largest discs that do not overlap. It decodes at least as many strokes as 0.45 in every kind
    /// that was tried; at a spacing of 0.50 and an aim of 0.10 pitch, 94 instead of 90 of 100.
    public var turnRadius = 0.50
    /// A bend of at least this many degrees is a turn.
    ///
    /// The slightest bend between two steps of 3 × 3 that are not straight on is 45°, half of which a sparse stroke can
    /// lose to the next sample; 20 to 35 decode equally well.
    public var turnAngle = 30.0
    /// Bends are measured between knots: samples at least this far from the previous knot.
    ///
    /// Without it a finger that rests or creeps would bend at every jitter of the panel, and a slow corner would be
    /// spread over many small bends. 0.08 to 0.15 decode equally well.
    public var knotSpacing = 0.12
    /// Beside a step longer than this, a bend counts only near a dot, see ``sureRadius``.
    ///
    /// Up to a spacing of 0.72 every noise-free stroke was decoded correctly; at 0.80 one in a hundred was not. 0.70 is
    /// 1260 mm/s at 60 Hz on a pitch of 30 mm, 2625 mm/s at 125 Hz.
    public var sparseSpacing = 0.70
    /// A bend of at least this many degrees beside such a long step may hide a dot.
    public var doubtAngle = 20.0
    /// A bend beside such a long step counts as made at a dot if it is this close to it.
    ///
    /// A stroke sampled farther from the dot may have turned where there is no sample. With 0.15 nearly twice as many
    /// strokes sampled every 1.6 pitch were decoded, and wrongly; with 0 straight lines from dot to dot would be
    /// rejected for a rounding error.
    public var sureRadius = 0.10

    /// The frozen numbers.
    public init() {}
}
