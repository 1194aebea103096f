internal import TouchCore

/// The straight track of a slider's thumb: its geometry, its touchable area, and the conversion of places to fractions.
///
/// 0 is the minimum: the left end, or the bottom end of a vertical slider.
struct Track: Sendable {
    /// How the way lies.
    enum Orientation: String, CaseIterable, Sendable {
        case horizontal, vertical
    }

    /// Where the line lies across the widget; `start` is its top or left edge.
    enum Alignment: String, CaseIterable, Sendable {
        case center, start, end, fill
    }

    /// Default settings, in pixels.
    struct Defaults {
        let thumb: Double
        let thickness: Double
        let margin: Double
    }

    static let settings = [
        "orientation", "alignment", "thumbWidth", "thumbHeight", "margin", "trackHeight", "hitMargin",
    ]
    /// Default distance from thumb and track at which a finger may land, in pixels: a track two pixels high cannot be
    /// hit by a fingertip.
    static let defaultHitMargin = 12.0
    static let hitMarginRange = 0.0...200.0

    private let isVertical: Bool
    private let size: Size
    private let margin: Double
    private let usable: Double
    private let thumb: Size
    private let middle: Double
    /// Where the line is drawn and touched.
    let line: Rect
    private let hitMargin: Double

    init(_ settings: Settings, size: Size, defaults: Defaults) throws(SettingError) {
        let isVertical = try settings.word("orientation", as: Orientation.self) == .vertical
        let length = isVertical ? size.height : size.width
        let breadth = isVertical ? size.width : size.height
        let thumb = Size(
            width: try settings.number("thumbWidth", in: 1...max(size.width, 1)) ?? min(defaults.thumb, size.width),
            height: try settings.number("thumbHeight", in: 1...max(size.height, 1))
                ?? min(defaults.thumb, size.height))
        let (along, across) = isVertical ? (thumb.height, thumb.width) : (thumb.width, thumb.height)
        margin = max(along / 2, try settings.number("margin", in: 0...length) ?? defaults.margin)
        usable = length - 2 * margin
        guard usable > 0 else {
            throw .impossible(key: "size", reason: "the thumb and its margins leave no way to go")
        }
        let alignment: Alignment = try settings.word("alignment") ?? .center
        let asked = try settings.number("trackHeight", in: 1...max(breadth, 1)) ?? min(defaults.thickness, breadth)
        let thickness = alignment == .fill ? breadth : asked
        let edge =
            switch alignment {
            case .center: (breadth - thickness) / 2
            case .start: max((across - thickness) / 2, 0)
            case .end: min(breadth - (across + thickness) / 2, breadth - thickness)
            case .fill: 0.0
            }
        let lead = min(margin, max(along, thickness) / 2)
        let (from, span) = (margin - lead, usable + 2 * lead)
        line =
            isVertical
            ? Rect(x: edge, y: from, width: thickness, height: span)
            : Rect(x: from, y: edge, width: span, height: thickness)
        middle = edge + thickness / 2
        hitMargin = try settings.number("hitMargin", in: Self.hitMarginRange) ?? Self.defaultHitMargin
        self.isVertical = isVertical
        self.size = size
        self.thumb = thumb
    }

    /// The fraction of the way at a place, 0…1; both ends are reached exactly.
    func fraction(at position: Point) -> Double {
        min(max((along(position) - margin) / usable, 0), 1)
    }

    /// The fraction of the way that is as far from `start` as the finger is from its landing, 0…1.
    func fraction(at position: Point, from landing: Point, start: Double) -> Double {
        min(max(start + (along(position) - along(landing)) / usable, 0), 1)
    }

    /// The center of the thumb at a fraction of the way.
    func center(at fraction: Double) -> Point {
        let along = margin + fraction * usable
        return isVertical ? Point(x: middle, y: size.height - along) : Point(x: along, y: middle)
    }

    /// The rectangle of the thumb at a fraction of the way.
    func thumb(at fraction: Double) -> Rect {
        let center = center(at: fraction)
        return Rect(
            x: center.x - thumb.width / 2, y: center.y - thumb.height / 2, width: thumb.width, height: thumb.height)
    }

    func hitsThumb(_ position: Point, at fraction: Double) -> Bool {
        thumb(at: fraction).distanceFromRounded(to: position) <= hitMargin
    }

    func hitsLine(_ position: Point) -> Bool { line.distanceFromRounded(to: position) <= hitMargin }

    private func along(_ position: Point) -> Double { isVertical ? size.height - position.y : position.x }
}

extension Rect {
    /// Distance of a place from the rectangle with fully rounded ends, in pixels; 0 or less inside.
    func distanceFromRounded(to place: Point) -> Double {
        let radius = min(size.width, size.height) / 2
        let center = Point(x: minX + size.width / 2, y: minY + size.height / 2)
        let beyondX = max(abs(place.x - center.x) - (size.width / 2 - radius), 0)
        let beyondY = max(abs(place.y - center.y) - (size.height / 2 - radius), 0)
        return (beyondX * beyondX + beyondY * beyondY).squareRoot() - radius
    }
}
