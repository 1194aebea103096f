internal import StrictJSON
internal import TouchCore
internal import TouchModels

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

    /// Writes where a widget and its parts are, a value.
    static func write(
        _ widget: String, ofKind kind: String, _ layout: [LayoutPart], at frame: Rect, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("widget", widget)
        writer.key("frame" as StaticString)
        write(frame, into: &writer)
        if !layout.isEmpty {
            writer.key(WidgetRequest.member(of: kind))
            writer.beginObject()
            for part in layout {
                writer.key(part.name)
                write(part.shape, into: &writer)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    private static func write(_ shape: LayoutPart.Shape, into writer: inout JSONWriter) {
        switch shape {
        case .length(let length): writer.value(length)
        case .flag(let flag): writer.value(flag)
        case .point(let point): write(point, into: &writer)
        case .rect(let rect): write(rect, into: &writer)
        case .points(let points), .polygon(let points):
            writer.beginArray()
            for point in points { write(point, into: &writer) }
            writer.endArray()
        case .rects(let rects):
            writer.beginArray()
            for rect in rects { write(rect, into: &writer) }
            writer.endArray()
        case .labeled(let parts):
            writer.beginArray()
            for part in parts { write(part.rect, label: part.label, into: &writer) }
            writer.endArray()
        }
    }

    private static func write(_ point: Point, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("x", point.x)
        writer.member("y", point.y)
        writer.endObject()
    }

    private static func write(_ rect: Rect, label: String? = nil, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("label", label)
        writer.member("x", rect.minX)
        writer.member("y", rect.minY)
        writer.member("width", rect.size.width)
        writer.member("height", rect.size.height)
        writer.endObject()
    }
}
