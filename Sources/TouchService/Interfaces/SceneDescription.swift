internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScene

/// A scene as the first reply of `Present` has it.
enum SceneDescription {
    /// - Parameter dropped: widgets that were removed because they no longer fit.
    static func ready(_ id: String, _ scene: Scene, dropped: [String] = []) -> JSONObject {
        [
            "scene": .string(id),
            "viewWidth": .integer(Int64(scene.view.width)),
            "viewHeight": .integer(Int64(scene.view.height)),
            "layout": .array(scene.widgets.map(layout)),
            "dropped": dropped.isEmpty ? nil : .array(dropped.map { .string($0) }),
        ]
    }

    private static func layout(of widget: Widget) -> JSON {
        var object: JSONObject = ["widget": .string(widget.id)]
        for part in widget.model.layout { object[part.name] = shape(part.shape, at: widget.frame.origin) }
        return .object(object)
    }

    private static func shape(_ shape: LayoutPart.Shape, at origin: Point) -> JSON {
        switch shape {
        case .length(let length): .real(length)
        case .flag(let flag): .bool(flag)
        case .words(let words): .array(words.map { .string($0) })
        case .points(let points), .polygon(let points):
            .array(points.map { ["x": .real($0.x + origin.x), "y": .real($0.y + origin.y)] })
        case .rect(let rect): json(rect, at: origin)
        case .rects(let rects): .array(rects.map { json($0, at: origin) })
        }
    }

    private static func json(_ rect: Rect, at origin: Point) -> JSON {
        [
            "x": .real(rect.minX + origin.x), "y": .real(rect.minY + origin.y),
            "width": .real(rect.size.width), "height": .real(rect.size.height),
        ]
    }
}
