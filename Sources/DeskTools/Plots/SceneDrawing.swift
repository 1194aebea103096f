import TouchCore
import TouchModels

/// Draws a widget from its frame and layout parts, independent of its model.
///
/// A rectangle that lies on an earlier one of its widget, or that moved, is an object; others, and lists of them, are
/// the ground below. A closed shape is an object, and drawn instead of the rectangle around it.
/// Places are dots, and objects if they moved. A length is a circle around every place of the first part that has
/// places. An object that moved is drawn where it ended, with a dashed outline where it began and an arrow from there,
/// and with an outline where it was reported in flight. Of rows with names only the held one is an object.
struct SceneDrawing: Sendable {
    private struct Object {
        let before, after: Canvas.Shape
        /// Whether a finger held it above others of its kind.
        var isLifted = false
    }

    private let frame: Rect
    private let flight: [Point]
    /// A length that scales with the picture, in pixels.
    private let unit: Double
    private var ground: [Canvas.Shape] = []
    private var centers: [Point] = []
    private var dots: [Point] = []
    private var objects: [Object] = []
    private var rows: [(name: String, box: Rect)] = []
    /// The names of dots, at the edge of the widget below them, or beside them if it is tall.
    private(set) var names: [(text: String, place: Point)] = []

    init(_ widget: PlayedTrace.PlayedWidget, _ projection: Projection, unit: Double) {
        (frame, self.unit) = (projection.rect(widget.frame), unit)
        flight = widget.flight.map(projection.place)
        let inside = projection.measured(from: widget.frame.origin)
        for (before, after) in zip(widget.before, widget.after) { add(before, after, held: widget.held, inside) }
    }

    private mutating func add(_ before: LayoutPart, _ after: LayoutPart, held: String?, _ projection: Projection) {
        switch (before.shape, after.shape) {
        case (.rect(let old), .rect(let new)):
            let (start, end) = (projection.rect(old), projection.rect(new))
            if start != end || (ground + objects.map(\.after)).contains(where: { $0.box.overlaps(end) }) {
                objects.append(Object(before: .rect(start, corner: 3 * unit), after: .rect(end, corner: 3 * unit)))
            } else {
                ground.append(.rect(end, corner: 2 * unit))
            }
        case (.rects(let old), .rects(let new)):
            for (index, rect) in new.enumerated() {
                // Rows of a list may be scrolled out of their widget.
                guard let box = frame.cut(projection.rect(rect).grown(by: -unit)) else { continue }
                let name = after.names.dropFirst(index).first
                if let name { rows.append((name, box)) }
                if name == held, let place = before.names.firstIndex(where: { $0 == held }), place != index,
                    let start = frame.cut(projection.rect(old[place]).grown(by: -unit))
                {
                    let lifted = Canvas.Shape.rect(box.grown(by: 2 * unit), corner: 3 * unit)
                    objects.append(Object(before: .rect(start, corner: 3 * unit), after: lifted, isLifted: true))
                } else {
                    ground.append(.rect(box, corner: 2 * unit))
                }
            }
        case (_, .labeled(let keys)):
            for key in keys {
                let box = projection.rect(key.rect).grown(by: -unit)
                ground.append(.rect(box, corner: 2 * unit))
                rows.append((key.label, box))
            }
        case (.polygon(let old), .polygon(let new)):
            let object = Object(
                before: .polygon(old.map(projection.place)), after: .polygon(new.map(projection.place)))
            let box = object.after.box
            objects.removeAll {
                $0.after.box.grown(by: 0.5).encloses(box) && box.grown(by: 0.5).encloses($0.after.box)
            }
            objects.append(object)
        case (.point(let old), .point(let new)): add([old], [new], [], projection)
        case (.points(let old), .points(let new)): add(old, new, after.names, projection)
        case (_, .length(let length)):
            ground += centers.map { Canvas.Shape.circle($0, radius: length * projection.scale) }
        case (.rect, _), (.rects, _), (.labeled, _), (.polygon, _), (.point, _), (.points, _), (.length, _), (.flag, _):
            break
        }
    }

    private mutating func add(_ before: [Point], _ after: [Point], _ texts: [String], _ projection: Projection) {
        let places = after.map(projection.place)
        if centers.isEmpty { centers = places }
        for (old, new) in zip(before.map(projection.place), places) {
            if old == new {
                dots.append(new)
            } else {
                objects.append(Object(before: .circle(old, radius: 7 * unit), after: .circle(new, radius: 7 * unit)))
            }
        }
        let isTall = frame.size.height > frame.size.width
        names += zip(texts, places).map { text, place in
            (text: text, place: isTall ? Point(x: frame.maxX, y: place.y) : Point(x: place.x, y: frame.maxY))
        }
    }

    func drawGround(on canvas: inout Canvas) {
        canvas.draw(.rect(frame, corner: 4 * unit), Palette.widget, Stroke(Palette.widgetEdge, width: unit))
        for shape in ground {
            let isRing = if case .circle = shape { true } else { false }
            canvas.draw(shape, isRing ? nil : Palette.ground, Stroke(Palette.groundEdge, width: 0.75 * unit))
        }
    }

    func drawObjects(on canvas: inout Canvas) {
        for place in dots { canvas.draw(.circle(place, radius: 2.5 * unit), Palette.mark) }
        for object in objects { draw(object, &canvas) }
        for (name, box) in rows {
            let start = Point(x: box.minX + 3 * unit, y: box.center.y + 3.4 * unit)
            canvas.write(name, at: start, size: 9.5 * unit, Palette.text)
        }
    }

    private func draw(_ object: Object, _ canvas: inout Canvas) {
        let box = object.after.box
        if object.before != object.after {
            let ghost = Stroke(Palette.ghost, width: unit, dash: 3 * unit)
            canvas.draw(object.before, nil, ghost)
            for place in flight {
                let shape = Canvas.Shape.rect(box.centered(at: place), corner: 3 * unit)
                canvas.draw(shape, nil, Stroke(Palette.ghost, width: 0.5 * unit))
            }
            // Beside the finger, which holds a row in its middle.
            let aside = object.isLifted ? 0.3 * box.size.width : 0
            let (start, end) = (object.before.box.center.offset(dx: aside, dy: 0), box.center.offset(dx: aside, dy: 0))
            canvas.draw(.line([start] + flight + [end]), nil, ghost)
            for place in flight { canvas.draw(.circle(place, radius: 1.5 * unit), Palette.mark) }
            // The arrow's tip is where the line enters the object.
            if let tip = box.grown(by: 3 * unit).clip(from: flight.last ?? start, to: end)?.start {
                let arrow = LabelDrawing.arrow(from: flight.last ?? start, to: tip, arm: 3 * unit)
                canvas.draw(.polygon(arrow), Palette.ghost)
            }
        }
        if object.isLifted {
            let shadow = box.centered(at: box.center.offset(dx: -2.5 * unit, dy: 2.5 * unit))
            canvas.draw(.rect(shadow, corner: 3 * unit), Palette.groundEdge)
        }
        canvas.draw(object.after, Palette.view, Stroke(Palette.mark, width: 1.25 * unit))
    }
}
