import CCairo
import TouchCore
import TouchPicture

/// A drawing surface in memory: a cairo image surface with its context.
///
/// Places and lengths are pixels of the picture, origin top left, y down. Values that are not finite are not drawn, and
/// anything far off the picture is clipped, because cairo's own coordinates end at 2²³.
@safe
struct Canvas: ~Copyable {
    /// Allowed sides of a picture, in pixels: enough for every screen, within 64 MiB.
    static let sides = 16...4_096

    let width: Int
    let height: Int
    let surface: OpaquePointer
    private let context: OpaquePointer
    private(set) var marks: [Mark]

    /// A shape, in pixels of the picture.
    enum Shape: Hashable, Sendable {
        case rect(Rect, corner: Double = 0)
        case circle(Point, radius: Double)
        /// A closed shape, filled by the even-odd rule; left out if a corner is far off the picture.
        case polygon([Point])
        /// Straight lines from place to place; a place that is not finite leaves a gap.
        case line([Point])
        /// A line of text in its box.
        case text(String, Rect)
    }

    struct Mark: Hashable, Sendable {
        let shape: Shape
        let fill: Pixel?
        let stroke: Stroke?
    }

    init(width: Int, height: Int, background: Pixel) throws(ImageError) {
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw .badSize(width: width, height: height)
        }
        let made = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        guard let surface = unsafe made, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            let reason = unsafe Self.reason(cairo_surface_status(made))
            unsafe cairo_surface_destroy(made)
            throw .failed(call: "cairo_image_surface_create", reason: reason)
        }
        let drawn = unsafe cairo_create(surface)
        guard let context = unsafe drawn, unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS else {
            let reason = unsafe Self.reason(cairo_status(drawn))
            unsafe cairo_destroy(drawn)
            unsafe cairo_surface_destroy(surface)
            throw .failed(call: "cairo_create", reason: reason)
        }
        (self.width, self.height, marks) = (width, height, [])
        unsafe self.surface = unsafe surface
        unsafe self.context = unsafe context
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        unsafe cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        use(background)
        unsafe cairo_paint(context)
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    /// Draws a shape, unless it is not finite or far off the picture.
    mutating func draw(_ shape: Shape, _ fill: Pixel? = nil, _ stroke: Stroke? = nil) {
        guard trace(shape) else { return }
        marks.append(Mark(shape: shape, fill: fill, stroke: stroke))
        if let fill {
            use(fill)
            unsafe cairo_fill_preserve(context)
        }
        if let stroke { draw(stroke) }
        unsafe cairo_new_path(context)
    }

    /// Writes a line of text, control characters as spaces; a `halo` keeps it readable over lines.
    mutating func write(_ text: String, at start: Point, size: Double, _ color: Pixel, halo: Pixel? = nil) {
        guard bounds.contains(start), size.isFinite else { return }
        unsafe cairo_set_font_size(context, size)
        unsafe cairo_move_to(context, start.x, start.y)
        let stroke = halo.map { Stroke($0, width: size * 0.3) }
        if let stroke {
            unsafe cairo_text_path(context, Self.printable(text))
            draw(stroke)
            unsafe cairo_new_path(context)
            unsafe cairo_move_to(context, start.x, start.y)
        }
        use(color)
        unsafe cairo_show_text(context, Self.printable(text))
        unsafe cairo_new_path(context)
        let box = Rect(x: start.x, y: start.y - size * 0.8, width: width(of: text, size: size), height: size)
        marks.append(Mark(shape: .text(text, box), fill: color, stroke: stroke))
    }

    /// The width of a line of text, in pixels, in a font of that size.
    mutating func width(of text: String, size: Double) -> Double {
        guard size.isFinite else { return 0 }
        unsafe cairo_set_font_size(context, size)
        var extents = cairo_text_extents_t()
        unsafe cairo_text_extents(context, Self.printable(text), &extents)
        return extents.x_advance
    }

    var failure: String? {
        let status = unsafe cairo_status(context)
        return status == CAIRO_STATUS_SUCCESS ? nil : Self.reason(status)
    }

    private static func reason(_ status: cairo_status_t) -> String {
        unsafe String(cString: cairo_status_to_string(status))
    }

    /// The picture with a margin wide enough that a clipped edge is invisible.
    private var bounds: Rect {
        Rect(x: 0, y: 0, width: Double(width), height: Double(height)).grown(by: 64)
    }

    private func use(_ color: Pixel) {
        let parts = [color.red, color.green, color.blue].map { Double($0) / 255 }
        unsafe cairo_set_source_rgb(context, parts[0], parts[1], parts[2])
    }

    private func draw(_ stroke: Stroke) {
        use(stroke.color)
        unsafe cairo_set_line_width(context, stroke.width)
        if var dash = stroke.dash, dash > 0.1 {
            unsafe cairo_set_dash(context, &dash, 1, 0)
        } else {
            unsafe cairo_set_dash(context, nil, 0, 0)
        }
        unsafe cairo_stroke_preserve(context)
    }

    private func trace(_ shape: Shape) -> Bool {
        switch shape {
        case .rect(let rect, let corner):
            guard let rect = bounds.cut(rect) else { return false }
            let radius = min(max(corner, 0), rect.size.width / 2, rect.size.height / 2)
            unsafe cairo_arc(context, rect.maxX - radius, rect.minY + radius, radius, -.pi / 2, 0)
            unsafe cairo_arc(context, rect.maxX - radius, rect.maxY - radius, radius, 0, .pi / 2)
            unsafe cairo_arc(context, rect.minX + radius, rect.maxY - radius, radius, .pi / 2, .pi)
            unsafe cairo_arc(context, rect.minX + radius, rect.minY + radius, radius, .pi, .pi * 1.5)
            unsafe cairo_close_path(context)
        case .circle(let center, let radius):
            // A circle many times as large as the picture would look like a straight line.
            let largest = 4.0 * Double(Self.sides.upperBound)
            guard center.isFinite, radius > 0, radius < largest, bounds.grown(by: radius).contains(center) else {
                return false
            }
            unsafe cairo_arc(context, center.x, center.y, radius, 0, .pi * 2)
            unsafe cairo_close_path(context)
        case .polygon(let corners):
            guard !corners.isEmpty, corners.allSatisfy(bounds.contains) else { return false }
            for corner in corners { unsafe cairo_line_to(context, corner.x, corner.y) }
            unsafe cairo_close_path(context)
        case .line(let places):
            for (start, end) in zip(places, places.dropFirst()) {
                guard let part = bounds.clip(from: start, to: end) else { continue }
                unsafe cairo_move_to(context, part.start.x, part.start.y)
                unsafe cairo_line_to(context, part.end.x, part.end.y)
            }
        case .text: return false
        }
        return true
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }
}

extension Canvas {
    /// The picture as a PNG file with its 256 most frequent colors.
    func png() throws(ImageError) -> [UInt8] {
        if let failure { throw .failed(call: "drawing", reason: failure) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { pixels.append(pixel(x: x, y: y)) }
        }
        return try IndexedPicture.png(width: width, height: height, pixels: pixels)
    }

    /// The color of one pixel as `0xRRGGBB`.
    func pixel(x: Int, y: Int) -> UInt32 {
        precondition((0..<width).contains(x) && (0..<height).contains(y), "the pixel lies in the picture")
        unsafe cairo_surface_flush(surface)
        guard let data = unsafe cairo_image_surface_get_data(surface) else { return 0 }
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        let word = unsafe UnsafeRawPointer(data).load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        return word & 0xff_ffff
    }
}
