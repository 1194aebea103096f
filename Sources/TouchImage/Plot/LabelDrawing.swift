internal import TouchCore
internal import TouchModels

struct LabelDrawing: Sendable {
    let projection: Projection
    /// A length that scales with the picture, in pixels.
    let unit: Double

    private static let maxCount = 40

    func drawSteps(_ notes: [PlayedTrace.Note], on canvas: inout Canvas) {
        for note in notes where note.role == .step { drawDiamond(at: projection.place(note.place), &canvas) }
    }

    /// Writes a label for each name and gesture, at its last place; ends first, as the most informative ones.
    func draw(_ notes: [PlayedTrace.Note], _ placement: inout LabelPlacement, on canvas: inout Canvas) {
        let (size, padding) = (9.5 * unit, 2.5 * unit)
        let labels =
            Self.labels(of: notes.filter { $0.role == .end }) + Self.labels(of: notes.filter { $0.role == .step })
        for label in labels.prefix(Self.maxCount) {
            let place = projection.place(label.place)
            guard place.isFinite else { continue }
            let room = Size(width: canvas.width(of: label.text, size: size) + 2 * padding, height: size * 1.15)
            guard let rect = placement.place(room, near: place, gap: 6 * unit) else { continue }
            let start = Point(x: rect.minX + padding, y: rect.maxY - size * 0.3)
            canvas.write(label.text, at: start, size: size, Palette.text, halo: Palette.view)
        }
    }

    private func drawDiamond(at place: Point, _ canvas: inout Canvas) {
        let (arm, color) = (2.25 * unit, Palette.text)
        let corners = [
            place.offset(dx: 0, dy: -arm), place.offset(dx: arm, dy: 0), place.offset(dx: 0, dy: arm),
            place.offset(dx: -arm, dy: 0), place.offset(dx: 0, dy: -arm),
        ]
        canvas.line(corners, Stroke(Palette.view, width: 2.5 * unit))
        canvas.line(corners, Stroke(color, width: 1.1 * unit))
    }

    /// One label for equal events within one gesture, with their number.
    private static func labels(of notes: [PlayedTrace.Note]) -> [(text: String, place: Point)] {
        struct Key: Hashable {
            let widget: Int
            let gesture: Int
            let text: String
        }
        var order: [Key] = []
        var found: [Key: (count: Int, place: Point)] = [:]
        for note in notes {
            let key = Key(widget: note.widget, gesture: note.gesture, text: note.text)
            if found[key] == nil { order.append(key) }
            found[key] = ((found[key]?.count ?? 0) + 1, note.place)
        }
        return order.compactMap { key in
            guard let (count, place) = found[key] else { return nil }
            return (count > 1 ? "\(key.text) ×\(count)" : key.text, place)
        }
    }
}
