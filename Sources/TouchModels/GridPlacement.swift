/// Where the dots of a pattern lie within their widget: the same grid, moved, made smaller or mirrored.
public struct GridPlacement: Hashable, Sendable {
    /// Size of the grid as a part of the largest that fits, above 0, at most 1.
    public var scale: Double
    /// How much of the room beside the grid is left of it, 0…1.
    public var left: Double
    /// How much of the room above and below the grid is above it, 0…1.
    public var above: Double
    /// Whether the columns run from right to left.
    public var isMirrored: Bool

    /// The grid that fills its widget.
    public static let whole = GridPlacement(scale: 1, left: 0.5, above: 0.5, isMirrored: false)

    /// Makes a placement.
    public init(scale: Double, left: Double, above: Double, isMirrored: Bool) {
        precondition(scale > 0 && scale <= 1, "a grid is no larger than its widget")
        precondition((0...1).contains(left) && (0...1).contains(above), "a grid lies within its widget")
        self.scale = scale
        self.left = left
        self.above = above
        self.isMirrored = isMirrored
    }
}

/// What differs from one drawing to the next in how a grid is placed, so that smears of many drawings lie over each
/// other and do not add up.
public struct GridVariation: Hashable, Sendable {
    /// Whether the grid lies somewhere else each time.
    public var isMoved = false
    /// Whether it has another size each time.
    public var isScaled = false
    /// Whether its columns may run from right to left.
    public var isMirrored = false

    /// The settings that ask for each.
    static let keys = ["moved", "scaled", "mirrored"]
    /// Smallest grid, as a part of the largest that fits.
    public static let smallestScale = 0.6
    /// Largest grid that is moved, likewise: there is room for a grid to move only where it does not fill its widget.
    public static let maxMovedScale = 0.8
    /// Least distance of two dots, in millimeters: a hit circle then has 7 mm, about what a fingertip covers.
    public static let minPitchMillimeters = 12.0

    /// Makes a variation; nothing varies.
    public init() {}

    /// Whether anything varies.
    public var isAny: Bool { isMoved || isScaled || isMirrored }

    /// Draws a placement.
    ///
    /// - Parameters:
    ///   - minScale: the part of its full size that the dots of the grid need to be far enough apart; above 1 if they
    ///     are too near even then, and the grid keeps its size.
    ///   - random: a secure source, unless for a test.
    public func placement(minScale: Double, using random: inout some RandomNumberGenerator) -> GridPlacement {
        let least = min(max(minScale, Self.smallestScale), 1)
        let most = max(isMoved ? Self.maxMovedScale : 1, least)
        let scale = isScaled ? Double.random(in: least...most, using: &random) : most
        let left = isMoved ? Double.random(in: 0...1, using: &random) : 0.5
        let above = isMoved ? Double.random(in: 0...1, using: &random) : 0.5
        return GridPlacement(
            scale: scale, left: left, above: above, isMirrored: isMirrored && Bool.random(using: &random))
    }
}
