internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScene

/// A scene as the first reply of `Present` has it.
enum SceneDescription {
    /// Writes the members of the reply.
    ///
    /// - Parameters:
    ///   - texts: what is sent about each widget, by its tag.
    ///   - dropped: widgets that were removed because they no longer fit.
    static func write(
        _ id: String, _ scene: Scene, _ texts: [WidgetTexts], dropped: [String] = [],
        into writer: inout JSONWriter
    ) {
        writer.member("scene", id)
        writer.member("viewWidth", Int64(scene.view.width))
        writer.member("viewHeight", Int64(scene.view.height))
        writer.array("layout") { writer in
            for index in scene.widgets.indices {
                texts[scene.widgets[index].tag].write(scene.widgets[index], into: &writer)
            }
        }
        guard !dropped.isEmpty else { return }
        writer.array("dropped") { writer in for id in dropped { writer.value(id) } }
    }

    /// Writes the layout of a widget, a value.
    static func write(_ widget: String, _ layout: [LayoutPart], at origin: Point, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("widget", widget)
        for part in layout {
            writer.key(part.name)
            write(part.shape, at: origin, into: &writer)
        }
        writer.endObject()
    }

    private static func write(_ shape: LayoutPart.Shape, at origin: Point, into writer: inout JSONWriter) {
        switch shape {
        case .length(let length): writer.value(length)
        case .flag(let flag): writer.value(flag)
        case .rect(let rect): write(rect, at: origin, into: &writer)
        case .words(let words):
            writer.beginArray()
            for word in words { writer.value(word) }
            writer.endArray()
        case .points(let points), .polygon(let points):
            writer.beginArray()
            for point in points {
                writer.beginObject()
                writer.member("x", point.x + origin.x)
                writer.member("y", point.y + origin.y)
                writer.endObject()
            }
            writer.endArray()
        case .rects(let rects):
            writer.beginArray()
            for rect in rects { write(rect, at: origin, into: &writer) }
            writer.endArray()
        }
    }

    private static func write(_ rect: Rect, at origin: Point, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("x", rect.minX + origin.x)
        writer.member("y", rect.minY + origin.y)
        writer.member("width", rect.size.width)
        writer.member("height", rect.size.height)
        writer.endObject()
    }
}
