internal import TouchCore
internal import TouchModels

/// Draws widgets from their frames and layout parts, independent of their models.
///
/// A rectangle that lies on an earlier one of its widget, or that moved, is an object; others, and lists of them, are
/// the ground below. A closed shape is an object, and drawn instead of the rectangle around it.
/// Places are dots, and an object if they moved. A length is a circle around every place of the first part that has
/// places. An object that moved is drawn where it ended, with a dashed outline and line from where it began.
struct SceneDrawing: Sendable {
    let projection: Projection
    /// A length that scales with the picture, in pixels.
    let unit: Double

    func draw(_ widget: PlayedTrace.PlayedWidget, on canvas: inout Canvas) {
        let frame = projection.rect(widget.frame)
        canvas.fill(frame, corner: 4 * unit, Palette.widget)
        canvas.outline(frame, corner: 4 * unit, Stroke(Palette.widgetEdge, width: unit))
        let origin = widget.frame.origin
        let all = zip(widget.before, widget.after).map { Part(before: $0, after: $1, origin, projection) }
        let boxes = all.compactMap(\.boxOfPolygon)
        let parts = all.filter { part in
            guard case .rect(let rect) = part.after else { return true }
            return !boxes.contains { $0.isWithin(0.5, of: rect) }
        }
        for (index, part) in parts.enumerated() where !part.isObject(above: parts[..<index]) {
            drawGround(part, in: parts, frame, &canvas)
        }
        for (index, part) in parts.enumerated() where part.isObject(above: parts[..<index]) {
            drawObject(part, &canvas)
        }
    }

    private func drawGround(_ part: Part, in parts: [Part], _ frame: Rect, _ canvas: inout Canvas) {
        switch part.after {
        case .rect(let rect): drawGround(rect, &canvas)
        case .rects(let rects):
            // Rows of a list may be scrolled out of their widget.
            for rect in rects.compactMap({ frame.cut($0.grown(by: -unit)) }) { drawGround(rect, &canvas) }
        case .labeled(let keys):
            for key in keys {
                drawGround(key.rect.grown(by: -unit), &canvas)
                let size = 10 * unit
                let start = Point(
                    x: key.rect.minX + (key.rect.size.width - canvas.width(of: key.label, size: size)) / 2,
                    y: key.rect.minY + key.rect.size.height / 2 + 0.36 * size)
                canvas.write(key.label, at: start, size: size, Palette.text)
            }
        case .polygon, .flag, .point: break
        case .points(let places):
            for place in places { canvas.disc(at: place, radius: 2.5 * unit, Palette.mark) }
        case .length(let radius):
            let stroke = Stroke(Palette.groundEdge, width: 0.75 * unit)
            for place in parts.lazy.compactMap(\.places).first ?? [] {
                canvas.ring(at: place, radius: radius, stroke)
            }
        }
    }

    private func drawGround(_ rect: Rect, _ canvas: inout Canvas) {
        canvas.fill(rect, corner: 2 * unit, Palette.ground)
        canvas.outline(rect, corner: 2 * unit, Stroke(Palette.groundEdge, width: 0.75 * unit))
    }

    private func drawObject(_ part: Part, _ canvas: inout Canvas) {
        let edge = Stroke(Palette.mark, width: 1.25 * unit)
        let ghost = Stroke(Palette.ghost, width: unit, dash: 3 * unit)
        switch (part.before, part.after) {
        case (.rect(let before), .rect(let after)):
            if before != after {
                canvas.outline(before, corner: 3 * unit, ghost)
                canvas.line([before.center, after.center], ghost)
            }
            canvas.fill(after, corner: 3 * unit, Palette.view)
            canvas.outline(after, corner: 3 * unit, edge)
        case (.points(let before), .points(let after)):
            for (before, after) in zip(before, after) where before != after {
                canvas.ring(at: before, radius: 7 * unit, ghost)
                canvas.line([before, after], ghost)
            }
            for after in after {
                canvas.disc(at: after, radius: 7 * unit, Palette.view)
                canvas.ring(at: after, radius: 7 * unit, edge)
            }
        case (.polygon(let before), .polygon(let after)):
            if before != after {
                canvas.outline(before, ghost)
                canvas.line([before, after].compactMap { $0.box?.center }, ghost)
            }
            canvas.fill(after, Palette.view)
            canvas.outline(after, edge)
        case (.rect, _), (.rects, _), (.points, _), (.polygon, _), (.length, _), (.flag, _), (.point, _), (.labeled, _):
            break
        }
    }
}

/// A layout part in the picture, before the first touch and after the last.
private struct Part {
    let before: LayoutPart.Shape
    let after: LayoutPart.Shape

    init(before: LayoutPart, after: LayoutPart, _ origin: Point, _ projection: Projection) {
        func place(_ rect: Rect) -> Rect {
            projection.rect(
                Rect(
                    x: rect.minX + origin.x, y: rect.minY + origin.y, width: rect.size.width, height: rect.size.height))
        }
        func project(_ places: [Point]) -> [Point] {
            places.map { projection.place($0.offset(dx: origin.x, dy: origin.y)) }
        }
        func project(_ shape: LayoutPart.Shape) -> LayoutPart.Shape {
            switch shape {
            case .point(let place): .points(project([place]))
            case .points(let places): .points(project(places))
            case .polygon(let corners): .polygon(project(corners))
            case .rect(let rect): .rect(place(rect))
            case .rects(let rects): .rects(rects.map(place))
            case .length(let length): .length(length * projection.scale)
            case .labeled(let keys): .labeled(keys.map { LayoutPart.LabeledRect($0.label, place($0.rect)) })
            case .flag: shape
            }
        }
        self.before = project(before.shape)
        self.after = project(after.shape)
    }

    var places: [Point]? {
        if case .points(let places) = after { places } else { nil }
    }

    var boxOfPolygon: Rect? {
        if case .polygon(let corners) = after { corners.box } else { nil }
    }

    func isObject(above earlier: ArraySlice<Part>) -> Bool {
        switch (before, after) {
        case (.length, _), (.rects, _), (.labeled, _), (.flag, _), (.point, _): false
        case (.polygon, _): true
        case (.points, _): before != after
        case (.rect, .rect(let rect)):
            before != after
                || earlier.contains { part in
                    if case .rect(let other) = part.after { other.overlaps(rect) } else { false }
                }
        case (.rect, _): false
        }
    }
}

extension [Point] {
    fileprivate var box: Rect? {
        guard let first else { return nil }
        let (left, right) = reduce((first.x, first.x)) { (Swift.min($0.0, $1.x), Swift.max($0.1, $1.x)) }
        let (top, bottom) = reduce((first.y, first.y)) { (Swift.min($0.0, $1.y), Swift.max($0.1, $1.y)) }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Rect {
    /// Whether no edge is farther than `slack` from the other's.
    fileprivate func isWithin(_ slack: Double, of other: Rect) -> Bool {
        abs(minX - other.minX) <= slack && abs(minY - other.minY) <= slack && abs(maxX - other.maxX) <= slack
            && abs(maxY - other.maxY) <= slack
    }
}
