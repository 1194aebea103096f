/// A closed shape of straight lines and cubic curves, such as a captcha's piece; its bounding box begins at (0, 0).
///
/// Filled by the even-odd rule. Lengths are pixels of the view.
public struct Outline: Hashable, Sendable {
    /// One segment, beginning where the previous one ends.
    public enum Segment: Hashable, Sendable {
        case line(to: Point)
        /// A cubic Bézier curve with two control points.
        case curve(Point, Point, to: Point)

        var end: Point {
            switch self {
            case .line(let end), .curve(_, _, let end): end
            }
        }
    }

    /// Allowed number of segments: two curves enclose an area, and no piece of a captcha needs more than 32.
    public static let segmentCount = 2...32
    /// Allowed sides of the bounding box, in pixels: smaller is hidden by a fingertip, larger is half a picture.
    public static let sides = 40.0...512.0
    /// Minimum part of the bounding box that it covers, so that it can be seen and grabbed.
    public static let minCover = 0.25
    /// Maximum distance of a polygon from the curve, in pixels.
    public static let tolerance = 0.1
    /// Maximum number of chords per curve.
    public static let maxChords = 16

    /// Maximum length of a shape's text, in bytes.
    public static let maxText = 2_048
    /// Allowed coordinates in the text of a shape, in pixels.
    public static let coordinates = -10_000.0...10_000.0

    /// Where the outline begins and ends.
    public let start: Point
    /// The segments; a line back to ``start`` closes the outline.
    public let segments: [Segment]
    /// Width and height.
    public let size: Size

    /// Makes a shape and moves its bounding box to (0, 0).
    ///
    /// - Throws: why the shape is invalid: too few or too many segments, a box outside ``sides``, or too thin.
    public init(from start: Point, _ segments: [Segment]) throws(OutlineError) {
        guard Self.segmentCount.contains(segments.count) else { throw .count(segments.count) }
        let polygon = Self.polygon(from: start, segments)
        guard polygon.allSatisfy(\.isFinite) else { throw OutlineError("a position is not a number") }
        let (minX, maxX) = (polygon.lazy.map(\.x).min() ?? 0, polygon.lazy.map(\.x).max() ?? 0)
        let (minY, maxY) = (polygon.lazy.map(\.y).min() ?? 0, polygon.lazy.map(\.y).max() ?? 0)
        size = Size(width: maxX - minX, height: maxY - minY)
        guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
            throw OutlineError(
                "it is \(size.width) by \(size.height) pixels, each side may have \(Self.sides.lowerBound) to "
                    + "\(Self.sides.upperBound)")
        }
        let cover = Self.area(of: polygon) / (size.width * size.height)
        guard cover >= Self.minCover else {
            throw OutlineError(
                "it covers \((cover * 100).rounded()) % of its box, at least \(Self.minCover * 100) % are needed")
        }
        func moved(_ point: Point) -> Point { point.offset(dx: -minX, dy: -minY) }
        self.start = moved(start)
        self.segments = segments.map { segment in
            switch segment {
            case .line(let end): .line(to: moved(end))
            case .curve(let first, let second, let end): .curve(moved(first), moved(second), to: moved(end))
            }
        }
    }

    /// Makes the built-in shapes, whose bounding box is known.
    private init(from start: Point, _ segments: [Segment], size: Size) {
        self.start = start
        self.segments = segments
        self.size = size
    }

    /// The corners of the shape with its bounding box at `origin`, curves replaced by chords within ``tolerance``.
    public func polygon(at origin: Point = .zero) -> [Point] {
        Self.polygon(from: start, segments).map { $0.offset(dx: origin.x, dy: origin.y) }
    }

    /// The same shape in one of the eight symmetries of a square, 0…7 (0: unchanged), stretched to a box of pixels.
    public func fitted(into size: Size, turn: Int = 0) -> Outline {
        func fit(_ place: Point) -> Point {
            let (x, y) = (place.x / self.size.width, place.y / self.size.height)
            let (u, v) = (turn & 1 == 0 ? x : 1 - x, turn & 2 == 0 ? y : 1 - y)
            return Point(x: (turn & 4 == 0 ? u : v) * size.width, y: (turn & 4 == 0 ? v : u) * size.height)
        }
        let moved = segments.map { segment in
            switch segment {
            case .line(let end): Segment.line(to: fit(end))
            case .curve(let first, let second, let end): Segment.curve(fit(first), fit(second), to: fit(end))
            }
        }
        return Outline(from: fit(start), moved, size: size)
    }

    /// The enclosed area, in square pixels.
    public var area: Double { Self.area(of: polygon()) }

    private static func polygon(from start: Point, _ segments: [Segment]) -> [Point] {
        var corners = [start]
        var last = start
        for segment in segments {
            switch segment {
            case .line(let end): corners.append(end)
            case .curve(let first, let second, let end): addCurve(from: last, first, second, to: end, into: &corners)
            }
            last = segment.end
        }
        if corners.count > 1 && corners[corners.count - 1] == start { corners.removeLast() }
        return corners
    }

    /// Adds the chords of a curve: as many as the bound of its second derivative requires.
    private static func addCurve(
        from start: Point, _ first: Point, _ second: Point, to end: Point, into corners: inout [Point]
    ) {
        func bend(_ a: Point, _ b: Point, _ c: Point) -> Double {
            Point(x: a.x - 2 * b.x + c.x, y: a.y - 2 * b.y + c.y).distance(to: .zero)
        }
        let bent = max(bend(start, first, second), bend(first, second, end))
        let wanted = (0.75 * bent / tolerance).squareRoot().rounded(.up)
        let chords = wanted < Double(maxChords) ? max(Int(wanted), 1) : maxChords
        for chord in 1..<max(chords, 1) {
            let part = Double(chord) / Double(chords), rest = 1 - part
            let weights = (rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part)
            corners.append(
                Point(
                    x: weights.0 * start.x + weights.1 * first.x + weights.2 * second.x + weights.3 * end.x,
                    y: weights.0 * start.y + weights.1 * first.y + weights.2 * second.y + weights.3 * end.y))
        }
        corners.append(end)
    }

    private static func area(of polygon: [Point]) -> Double {
        var sum = 0.0
        var last = polygon[polygon.count - 1]
        for corner in polygon {
            sum += last.x * corner.y - corner.x * last.y
            last = corner
        }
        return abs(sum) / 2
    }
}

extension Outline {
    /// A jigsaw piece, 40 by 40: a square of 32 with tabs at the top and right and notches at the bottom and left, each
    /// an arc of radius 5 over a chord of 8.
    public static let puzzle = Outline(
        from: Point(x: 0, y: 8),
        knob(from: Point(x: 12, y: 8), to: Point(x: 20, y: 8), around: Point(x: 16, y: 5), turn: 1)
            + [.line(to: Point(x: 32, y: 8))]
            + knob(from: Point(x: 32, y: 20), to: Point(x: 32, y: 28), around: Point(x: 35, y: 24), turn: 1)
            + [.line(to: Point(x: 32, y: 40))]
            + knob(from: Point(x: 20, y: 40), to: Point(x: 12, y: 40), around: Point(x: 16, y: 37), turn: -1)
            + [.line(to: Point(x: 0, y: 40))]
            + knob(from: Point(x: 0, y: 28), to: Point(x: 0, y: 20), around: Point(x: 3, y: 24), turn: -1),
        size: Size(width: 40, height: 40))

    /// A line to `from` and an arc to `to`, the long way around its center, split at its extreme points so that the
    /// bounding box is exact.
    private static func knob(from: Point, to: Point, around center: Point, turn: Double) -> [Segment] {
        let radius = from.distance(to: center)
        let first = Maths.degrees(from.y - center.y, from.x - center.x)
        let sweep =
            360 - abs(Maths.degrees(to.y - center.y, to.x - center.x) - first).remainder(dividingBy: 360).magnitude
        var cuts = [first]
        let step = 90.0
        var cut = turn > 0 ? (first / step).rounded(.down) + 1 : (first / step).rounded(.up) - 1
        while (cut * step - first) * turn < sweep {
            cuts.append(cut * step)
            cut += turn
        }
        cuts.append(first + turn * sweep)
        var segments: [Segment] = [.line(to: from)]
        for (start, end) in zip(cuts, cuts.dropFirst()) {
            // The usual cubic for an arc: its handles are 4/3 tan(angle / 4) of the radius long.
            let quarter = Maths.unit(degrees: (end - start) / 4)
            let handle = 4 / 3 * quarter.y / quarter.x * radius
            let (a, b) = (Maths.unit(degrees: start), Maths.unit(degrees: end))
            let (p, q) = (
                center.offset(dx: radius * a.x, dy: radius * a.y), center.offset(dx: radius * b.x, dy: radius * b.y)
            )
            segments.append(
                .curve(
                    p.offset(dx: -handle * a.y, dy: handle * a.x), q.offset(dx: handle * b.y, dy: -handle * b.x),
                    to: end == cuts[cuts.count - 1] ? to : q))
        }
        return segments
    }
}

/// Why the text of a shape, or the shape itself, is invalid.
public struct OutlineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the author of the path.
    public let description: String

    /// Makes an error of its sentence.
    package init(_ description: String) { self.description = description }

    /// Too few or too many segments.
    package static func count(_ segments: Int) -> OutlineError {
        let allowed = Outline.segmentCount
        return OutlineError("\(segments) segments, allowed are \(allowed.lowerBound) to \(allowed.upperBound)")
    }
}
