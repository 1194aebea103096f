import TouchCore
import TouchModels
import TouchPicture
import TouchRecording

/// A picture of a trace: the scene, the paths of contacts, and the events.
///
/// Independent of the kinds of models: the look of a widget comes from its layout (``LayoutPart``).
struct TracePlot: Sendable {
    /// The part of the view to show.
    enum Extent: Sendable {
        case view
        /// Only where widgets are and contacts went.
        case used
        /// The whole view, divided into fields that are shaded by how often contacts were in them.
        case map(columns: Int, rows: Int)
    }

    static let defaultWidth = 640

    private let played: PlayedTrace
    private let about: String
    private let part: Rect
    private let map: MapDrawing?

    init(_ trace: Trace, showing extent: Extent = .view) throws(TraceError) {
        played = try PlayedTrace(trace)
        about = trace.about
        let view = Rect(x: 0, y: 0, width: trace.view.width, height: trace.view.height)
        part =
            switch extent {
            case .view, .map: view
            case .used: Self.surroundings(of: played, in: view)
            }
        if case .map(let columns, let rows) = extent {
            map = MapDrawing(of: played.paths, in: trace.view, columns: columns, rows: rows)
        } else {
            map = nil
        }
    }

    /// The best height for a picture of that width, in pixels.
    func height(forWidth width: Int) -> Int {
        let layout = Layout(width: width, height: width)
        let ratio = part.size.height / part.size.width
        let inner = layout.room.size.width * (ratio.isFinite ? min(max(ratio, 0.1), 3) : 1)
        let around = Double(width) - layout.room.size.height
        return min(max(Int((inner + around).rounded()), Canvas.sides.lowerBound), Canvas.sides.upperBound)
    }

    /// Draws the picture; without a height as the shape of the view requires.
    func draw(width: Int = defaultWidth, height: Int? = nil) throws(ImageError) -> Canvas {
        guard Canvas.sides.contains(width) else { throw .badSize(width: width, height: height ?? width) }
        let layout = Layout(width: width, height: height ?? self.height(forWidth: width))
        let projection = Projection(of: part, into: layout.room)
        var canvas = try Canvas(width: layout.width, height: layout.height, background: Palette.surround)
        let unit = layout.unit
        canvas.draw(
            .rect(projection.target, corner: 3 * unit), Palette.view, Stroke(Palette.viewEdge, width: unit))
        map?.draw(projection, gap: unit, on: &canvas)
        let scene = played.widgets.map { SceneDrawing($0, projection, unit: unit) }
        for widget in scene { widget.drawGround(on: &canvas) }
        let labels = LabelDrawing(
            projection: projection, unit: unit, room: layout.room.grown(by: -unit), ground: canvas.marks.count)
        for widget in scene { widget.drawObjects(on: &canvas) }
        let contacts = ContactDrawing(projection: projection, unit: unit)
        for (path, color) in zip(played.paths, colors) { contacts.drawLine(path, color, on: &canvas) }
        labels.drawSteps(played.notes, on: &canvas)
        for (path, color) in zip(played.paths, colors) { contacts.drawEnds(path, color, on: &canvas) }
        for name in scene.flatMap(\.names) { labels.write(name.text, near: name.place, on: &canvas) }
        labels.draw(played.notes, on: &canvas)
        drawCaption(layout, &canvas)
        return canvas
    }

    private var colors: [Pixel] {
        var known: [ContactID: Pixel] = [:]
        return played.paths.map { path in
            let color = known[path.contact] ?? Palette.contacts[known.count % Palette.contacts.count]
            known[path.contact] = color
            return path.isRefused ? Palette.refused : color
        }
    }

    private func drawCaption(_ layout: Layout, _ canvas: inout Canvas) {
        let size = 9 * layout.unit
        let line = Double(layout.height) - 6 * layout.unit
        let left = layout.room.minX + 2 * layout.unit
        let time = Self.seconds(played.duration)
        let right = layout.room.maxX - 2 * layout.unit - canvas.width(of: time, size: size)
        canvas.write(time, at: Point(x: right, y: line), size: size, Palette.quietText)
        var text = about.count > 300 ? String(about.prefix(300)) + "…" : about
        while text.count > 1, left + canvas.width(of: text, size: size) > right - 8 * layout.unit {
            text = String(text.dropLast(2)) + "…"
        }
        canvas.write(text, at: Point(x: left, y: line), size: size, Palette.quietText)
    }

    private static func surroundings(of played: PlayedTrace, in view: Rect) -> Rect {
        let corners = played.widgets.map(\.frame).flatMap { [$0.origin, Point(x: $0.maxX, y: $0.maxY)] }
        let places = corners + played.paths.flatMap(\.samples).map(\.place).filter(view.contains)
        guard !places.isEmpty else { return view }
        let all = Rect(around: places)
        let close = all.grown(by: max(all.size.width, all.size.height) * 0.06)
        guard let part = view.cut(close), part.size.isProper else { return view }
        return part
    }

    private static func seconds(_ duration: Interval) -> String {
        let hundredths = (duration.seconds * 100).rounded()
        return "\(hundredths / 100) s"
    }
}

/// The division of a picture: the view with a margin around it, the caption below.
struct Layout: Sendable {
    let (width, height): (Int, Int)
    /// A length that scales with the picture, in pixels: 1 in a picture 320 pixels wide.
    let unit: Double
    let room: Rect

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        unit = min(max(Double(min(width, height * 2)) / 320, 0.5), 4)
        let margin = 6 * unit
        room = Rect(
            x: margin, y: margin, width: max(Double(width) - 2 * margin, 1),
            height: max(Double(height) - 2 * margin - 12 * unit, 1))
    }
}
