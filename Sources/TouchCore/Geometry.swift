/// A place in the view, in pixels, origin top left, y down.
public struct Point: Hashable, Sendable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the top edge.
    public var y: Double

    /// The top left corner of the view.
    public static let zero = Point(x: 0, y: 0)

    /// Makes a place from its distances to the left and top edge, in pixels.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Whether both coordinates are numbers (neither NaN nor infinite).
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The distance to another place, in pixels.
    public func distance(to other: Point) -> Double {
        squaredDistance(to: other).squareRoot()
    }

    /// The squared distance to another place, in square pixels; cheaper to compare.
    public func squaredDistance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return dx * dx + dy * dy
    }

    /// The place moved by the given number of pixels.
    public func offset(dx: Double, dy: Double) -> Point {
        Point(x: x + dx, y: y + dy)
    }
}

/// An extent in the view, in pixels.
public struct Size: Hashable, Sendable {
    /// Pixels from left to right.
    public var width: Double
    /// Pixels from top to bottom.
    public var height: Double

    /// Allowed width and height of a view, in pixels.
    public static let viewSides = 1...16_384

    /// Makes an extent from its width and height in pixels.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether both sides are finite and larger than zero.
    public var isProper: Bool {
        width.isFinite && height.isFinite && width > 0 && height > 0
    }
}

/// A rectangle in the view, in pixels; left and top edge inclusive, right and bottom edge exclusive.
public struct Rect: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// Width and height.
    public var size: Size

    /// Makes a rectangle from its top left corner and its size, in pixels.
    public init(x: Double, y: Double, width: Double, height: Double) {
        origin = Point(x: x, y: y)
        size = Size(width: width, height: height)
    }

    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge (exclusive).
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge (exclusive).
    public var maxY: Double { origin.y + size.height }

    /// Whether the place lies inside, half-open: left and top edge in, right and bottom edge out.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// The nearest place inside the rectangle.
    public func nearest(to point: Point) -> Point {
        Point(
            x: min(max(point.x, minX), max(minX, maxX.nextDown)),
            y: min(max(point.y, minY), max(minY, maxY.nextDown)))
    }

    /// The distance to the rectangle, edges included, in pixels; 0 inside.
    public func distance(to point: Point) -> Double {
        let dx = max(minX - point.x, 0, point.x - maxX)
        let dy = max(minY - point.y, 0, point.y - maxY)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Whether the other rectangle lies within this one, edges included.
    public func encloses(_ other: Rect) -> Bool {
        other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
    }
}

/// A place on the panel, in millimeters from the top left corner of the view as a person sees it.
public struct Millimeters: Hashable, Sendable {
    /// Millimeters from the left.
    public var x: Double
    /// Millimeters from the top.
    public var y: Double

    /// Makes a place from millimeters.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The distance to another place, in millimeters.
    public func distance(to other: Millimeters) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A place as a fraction of the panel: 0 is the first unit of an axis, 1 exactly the last.
public struct UnitPoint: Hashable, Sendable {
    /// Fraction of the horizontal axis.
    public var x: Double
    /// Fraction of the vertical axis.
    public var y: Double

    /// Makes a place from fractions; values outside 0…1 lie off the panel.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// No place.
    public static let unknown = UnitPoint(x: .nan, y: .nan)

    /// The nearest place on the panel; NaN becomes 0.
    public var clamped: UnitPoint {
        UnitPoint(x: Self.clamp(x), y: Self.clamp(y))
    }

    private static func clamp(_ value: Double) -> Double {
        value >= 1 ? 1 : value > 0 ? value : 0
    }
}
