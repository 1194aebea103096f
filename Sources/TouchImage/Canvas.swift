internal import CCairo
internal import TouchCore

/// A drawing surface in memory: a cairo image surface with its context.
///
/// Places and lengths are pixels of the picture, origin top left, y down. Values that are not finite are not drawn, and
/// anything far off the picture is clipped, because cairo's own coordinates end at 2²³.
@safe
package struct Canvas: ~Copyable {
    /// Allowed sides of a picture, in pixels: enough for every screen, within 64 MiB.
    package static let sides = 16...4_096

    let width: Int
    let height: Int
    let surface: OpaquePointer
    private let context: OpaquePointer

    init(width: Int, height: Int, background: Color) throws(ImageError) {
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
        (self.width, self.height) = (width, height)
        unsafe self.surface = unsafe surface
        unsafe self.context = unsafe context
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        use(background)
        unsafe cairo_paint(context)
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    mutating func fill(_ rect: Rect, corner: Double = 0, _ color: Color) {
        guard trace(rect, corner: corner) else { return }
        use(color)
        unsafe cairo_fill(context)
    }

    mutating func outline(_ rect: Rect, corner: Double = 0, _ stroke: Stroke) {
        guard trace(rect, corner: corner) else { return }
        draw(stroke)
    }

    mutating func disc(at center: Point, radius: Double, _ color: Color) {
        guard trace(circleAt: center, radius: radius) else { return }
        use(color)
        unsafe cairo_fill(context)
    }

    mutating func ring(at center: Point, radius: Double, _ stroke: Stroke) {
        guard trace(circleAt: center, radius: radius) else { return }
        draw(stroke)
    }

    /// Fills a closed shape by the even-odd rule, unless a corner is not finite or far off the picture.
    mutating func fill(_ polygon: [Point], _ color: Color) {
        guard !polygon.isEmpty, polygon.allSatisfy(bounds.contains) else { return }
        for corner in polygon { unsafe cairo_line_to(context, corner.x, corner.y) }
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        use(color)
        unsafe cairo_fill(context)
        unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    mutating func outline(_ polygon: [Point], _ stroke: Stroke) {
        line(polygon + polygon.prefix(1), stroke)
    }

    /// Draws straight lines from place to place; a place that is not finite leaves a gap.
    mutating func line(_ places: [Point], _ stroke: Stroke) {
        for (start, end) in zip(places, places.dropFirst()) {
            guard let part = bounds.clip(from: start, to: end) else { continue }
            unsafe cairo_move_to(context, part.start.x, part.start.y)
            unsafe cairo_line_to(context, part.end.x, part.end.y)
        }
        draw(stroke)
    }

    /// Writes a line of text, control characters as spaces; a `halo` keeps it readable over lines.
    mutating func write(_ text: String, at start: Point, size: Double, _ color: Color, halo: Color? = nil) {
        guard bounds.contains(start), size.isFinite else { return }
        unsafe cairo_set_font_size(context, size)
        unsafe cairo_move_to(context, start.x, start.y)
        if let halo {
            unsafe cairo_text_path(context, Self.printable(text))
            draw(Stroke(halo, width: size * 0.3))
            unsafe cairo_move_to(context, start.x, start.y)
        }
        use(color)
        unsafe cairo_show_text(context, Self.printable(text))
        unsafe cairo_new_path(context)
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

    private func use(_ color: Color) {
        unsafe cairo_set_source_rgb(context, color.red, color.green, color.blue)
    }

    private func draw(_ stroke: Stroke) {
        use(stroke.color)
        unsafe cairo_set_line_width(context, stroke.width)
        if var dash = stroke.dash, dash > 0.1 {
            unsafe cairo_set_dash(context, &dash, 1, 0)
        } else {
            unsafe cairo_set_dash(context, nil, 0, 0)
        }
        unsafe cairo_stroke(context)
    }

    private func trace(_ rect: Rect, corner: Double) -> Bool {
        guard let rect = bounds.cut(rect) else { return false }
        let radius = min(max(corner, 0), rect.size.width / 2, rect.size.height / 2)
        unsafe cairo_new_sub_path(context)
        unsafe cairo_arc(context, rect.maxX - radius, rect.minY + radius, radius, -.pi / 2, 0)
        unsafe cairo_arc(context, rect.maxX - radius, rect.maxY - radius, radius, 0, .pi / 2)
        unsafe cairo_arc(context, rect.minX + radius, rect.maxY - radius, radius, .pi / 2, .pi)
        unsafe cairo_arc(context, rect.minX + radius, rect.minY + radius, radius, .pi, .pi * 1.5)
        unsafe cairo_close_path(context)
        return true
    }

    private func trace(circleAt center: Point, radius: Double) -> Bool {
        // A circle many times as large as the picture would look like a straight line.
        let largest = 4.0 * Double(Self.sides.upperBound)
        guard center.isFinite, radius > 0, radius < largest, bounds.grown(by: radius).contains(center) else {
            return false
        }
        unsafe cairo_new_sub_path(context)
        unsafe cairo_arc(context, center.x, center.y, radius, 0, .pi * 2)
        unsafe cairo_close_path(context)
        return true
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }
}

extension Canvas {
    /// The picture as a PNG file with its 256 most frequent colors.
    package func png() throws(ImageError) -> [UInt8] {
        if let failure { throw .failed(call: "drawing", reason: failure) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { pixels.append(pixel(x: x, y: y)) }
        }
        return try IndexedPicture(width: width, height: height, pixels: pixels).png()
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
