public import TouchCore

/// Turns the samples of one stroke into dots.
///
/// The dots depend only on the places and the order of the samples, not on their times or how many come at once. A dot
/// is connected as soon as the line reaches it; only a turn is recognized late, when the stroke has moved on by
/// ``StrokeTuning/knotSpacing``, which is one sample later unless the finger creeps.
///
/// The rule `turn` decodes synthetic strokes best; Benchmarks/strokes.md has the figures. Splines through sparse
/// samples were measured as well and are worse.
public struct StrokeDecoder: Sendable {
    /// How samples become dots.
    public enum Rule: String, CaseIterable, Sendable {
        /// A dot counts if a sample lies within its radius.
        case points
        /// A dot counts if the straight line between two samples passes within its radius, in order of entry.
        case swept
        /// As `swept`; in addition, a turn and the first and last contact connect the nearest dot.
        case turn
    }

    /// The state that the next sample is compared with.
    public struct Stroke: Sendable {
        /// Whether a dot may lie unnoticed between two samples, so that the dots are unreliable; `turn` only.
        public fileprivate(set) var isTooSparse = false
        fileprivate var last: Point
        fileprivate var knot: Point
        fileprivate var knotBefore: Point?
        fileprivate var stepToKnot = 0.0

        fileprivate init(from position: Point) {
            last = position
            knot = position
        }
    }

    private struct Candidate {
        let dot: Int
        let distance: Double
    }

    let grid: PatternGrid
    /// Hit radius in pixels.
    public let hitRadius: Double
    private let rule: Rule
    /// With lengths in pixels.
    private let tuning: StrokeTuning

    /// Makes a decoder; a hit radius, in pixels, is at most 0.44 of the pitch, so that the discs do not overlap.
    public init(grid: PatternGrid, hitRadius: Double, rule: Rule, tuning: StrokeTuning = StrokeTuning()) {
        self.grid = grid
        self.hitRadius = hitRadius
        self.rule = rule
        var tuning = tuning
        tuning.turnRadius *= grid.pitch
        tuning.knotSpacing *= grid.pitch
        tuning.sparseSpacing *= grid.pitch
        tuning.sureRadius *= grid.pitch
        self.tuning = tuning
    }

    /// Handles the landing; `dots` must be empty.
    public func begin(at position: Point, _ dots: inout SecretSequence) -> Stroke {
        switch rule {
        case .points, .swept: connect(nearest(to: position), upTo: hitRadius, &dots)
        case .turn: connect(nearest(to: position), below: tuning.turnRadius, &dots)
        }
        return Stroke(from: position)
    }

    /// Handles the next sample.
    public func move(_ stroke: inout Stroke, to position: Point, _ dots: inout SecretSequence) {
        switch rule {
        case .points:
            connect(nearest(to: position), upTo: hitRadius, &dots)
        case .swept:
            sweep(from: stroke.last, to: position, &dots)
        case .turn:
            tie(&stroke, to: position, &dots)
            sweep(from: stroke.last, to: position, &dots)
        }
        stroke.last = position
    }

    /// Handles the lift, at the position of the last sample.
    public func end(_ stroke: Stroke, _ dots: inout SecretSequence) {
        switch rule {
        case .points, .swept: break
        case .turn: connect(nearest(to: stroke.last), below: tuning.turnRadius, &dots)
        }
    }

    /// Adds a knot if the stroke has moved far enough, and judges the bend at the previous knot.
    private func tie(_ stroke: inout Stroke, to position: Point, _ dots: inout SecretSequence) {
        guard stroke.knot.distance(to: position) >= tuning.knotSpacing else { return }
        let step = stroke.last.distance(to: position)
        if let before = stroke.knotBefore {
            let bend = bend(from: before, over: stroke.knot, to: position)
            let nearest = nearest(to: stroke.knot)
            let isSparse = max(stroke.stepToKnot, step) > tuning.sparseSpacing
            if isSparse, bend >= tuning.doubtAngle, nearest.distance > tuning.sureRadius {
                stroke.isTooSparse = true
            }
            if bend >= tuning.turnAngle { connect(nearest, below: tuning.turnRadius, &dots) }
        }
        stroke.knotBefore = stroke.knot
        stroke.stepToKnot = step
        stroke.knot = position
    }

    /// The change of direction at `corner`, in degrees: 0 straight on, 180 back.
    private func bend(from start: Point, over corner: Point, to end: Point) -> Double {
        let (ax, ay) = (corner.x - start.x, corner.y - start.y)
        let (bx, by) = (end.x - corner.x, end.y - corner.y)
        return abs(Maths.degrees(ax * by - ay * bx, ax * bx + ay * by))
    }

    private func nearest(to position: Point) -> Candidate {
        let dot = grid.nearestDot(to: position)
        return Candidate(dot: dot, distance: grid.center(of: dot).distance(to: position))
    }

    private func connect(_ candidate: Candidate, upTo radius: Double, _ dots: inout SecretSequence) {
        guard candidate.distance <= radius, !dots.contains(candidate.dot) else { return }
        dots.connect(candidate.dot, on: grid)
    }

    private func connect(_ candidate: Candidate, below radius: Double, _ dots: inout SecretSequence) {
        guard candidate.distance < radius else { return }
        connect(candidate, upTo: radius, &dots)
    }
}
