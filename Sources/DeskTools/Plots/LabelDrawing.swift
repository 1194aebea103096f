import TouchCore
import TouchModels

/// Marks events, and writes labels beside the places they name, where they cover as little as possible.
struct LabelDrawing: Sendable {
    let projection: Projection
    /// A length that scales with the picture, in pixels.
    let unit: Double
    /// Where labels may be.
    let room: Rect
    /// Number of the canvas' marks that are ground, on which labels may be.
    let ground: Int

    private static let maxCount = 40
    /// Enough for a minute of fingers; labels of longer traces may cover the beginning.
    private static let maxMarks = 20_000
    /// Maximum number of steps a label may be away from its place.
    private static let maxSteps = 8
    /// Directions in order of preference: right, below, above, left, then the corners.
    private static let directions: [(x: Double, y: Double)] = [
        (1, 0), (0, 1), (0, -1), (-1, 0), (0.8, 0.8), (0.8, -0.8), (-0.8, 0.8), (-0.8, -0.8),
    ]

    /// Marks each step by a triangle in the direction of the finger, or by a dot.
    func drawSteps(_ notes: [PlayedTrace.Note], on canvas: inout Canvas) {
        for note in notes where note.role == .step {
            let place = projection.place(note.place)
            let arrow = note.before.map { Self.arrow(from: projection.place($0), to: place, arm: 3.25 * unit) }
            let shape = arrow.map(Canvas.Shape.polygon) ?? .circle(place, radius: 2 * unit)
            canvas.draw(shape, Palette.text, Stroke(Palette.view, width: unit))
        }
    }

    /// A triangle around the end of a line, which points in its direction.
    static func arrow(from start: Point, to end: Point, arm: Double) -> [Point] {
        let length = start.distance(to: end)
        let (x, y) = ((end.x - start.x) / length * arm, (end.y - start.y) / length * arm)
        return [
            end.offset(dx: x, dy: y), end.offset(dx: -x - y, dy: x - y), end.offset(dx: y - x, dy: -x - y),
        ]
    }

    /// Writes a label for each name and gesture, at its last place; ends first, as the most informative ones.
    func draw(_ notes: [PlayedTrace.Note], on canvas: inout Canvas) {
        let labels =
            Self.labels(of: notes.filter { $0.role == .end }) + Self.labels(of: notes.filter { $0.role == .step })
        for label in labels.prefix(Self.maxCount) {
            write(label.text, near: projection.place(label.place), on: &canvas)
        }
    }

    /// Writes a text at the best place near another one; not at all if it would cover another text everywhere.
    func write(_ text: String, near place: Point, on canvas: inout Canvas) {
        guard place.isFinite else { return }
        let (size, padding) = (9.5 * unit, 2.5 * unit)
        let (width, height) = (canvas.width(of: text, size: size) + 2 * padding, size * 1.15)
        var best: (rect: Rect, cost: Double)?
        for step in 1...Self.maxSteps where Double(step) * 4 < best?.cost ?? .infinity {
            for (rank, direction) in Self.directions.enumerated() {
                let gap = 6 * unit * Double(step)
                let rect = Rect(
                    x: place.x + direction.x * (gap + width / 2) - width / 2,
                    y: place.y + direction.y * (gap + height / 2) - height / 2, width: width, height: height)
                guard room.encloses(rect), let covered = cost(of: rect, canvas.marks) else { continue }
                let total = covered + Double(step) * 4 + Double(rank) * 0.5
                if total < best?.cost ?? .infinity { best = (rect, total) }
            }
        }
        guard let rect = best?.rect else { return }
        let start = Point(x: rect.minX + padding, y: rect.maxY - size * 0.3)
        canvas.write(text, at: start, size: size, Palette.text, halo: Palette.view)
    }

    /// What it costs to write in a rectangle: much for each mark below, little for an edge of the ground; nil for text.
    private func cost(of rect: Rect, _ marks: [Canvas.Mark]) -> Double? {
        var cost = 0.0
        for index in marks.indices.suffix(Self.maxMarks) where marks[index].isCovered(by: rect) {
            switch marks[index].shape {
            case .text: return nil
            case .rect(let box, _) where index < ground: cost += box.encloses(rect) ? 0 : 3
            case .rect, .circle, .polygon, .line: cost += index < ground ? 0 : 30
            }
        }
        return cost
    }

    /// One label for equal events within one gesture, with their number, at the last place.
    private static func labels(of notes: [PlayedTrace.Note]) -> [(text: String, place: Point)] {
        let found = Dictionary(notes.map { ($0.event, (1, $0.place)) }) { ($0.0 + $1.0, $1.1) }
        var seen: Set<PlayedTrace.Note.Event> = []
        return notes.filter { seen.insert($0.event).inserted }.compactMap { note in
            found[note.event].map { count, place in
                (text: count > 1 ? "\(note.event.text) ×\(count)" : note.event.text, place: place)
            }
        }
    }
}

extension Canvas.Shape {
    var box: Rect {
        switch self {
        case .rect(let box, _), .text(_, let box): box
        case .circle(let center, let radius): Rect(around: [center]).grown(by: radius)
        case .polygon(let places), .line(let places): Rect(around: places)
        }
    }
}

extension Canvas.Mark {
    /// Whether a rectangle would cover a part of it: of a line or an empty rectangle itself, of others the box around them.
    func isCovered(by rect: Rect) -> Bool {
        switch shape {
        case .line(let places): zip(places, places.dropFirst()).contains { rect.clip(from: $0, to: $1) != nil }
        case .rect(let box, _) where fill == nil: rect.overlaps(box) && !box.encloses(rect)
        case .rect, .circle, .polygon, .text: rect.overlaps(shape.box)
        }
    }
}
