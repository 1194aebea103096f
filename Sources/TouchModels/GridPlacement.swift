/// Placement of a pattern's grid within its widget: moved, scaled or mirrored.
public struct GridPlacement: Hashable, Sendable {
    /// Size of the grid as a fraction of the largest that fits, above 0, at most 1.
    public var scale: Double
    /// Fraction of the free width that is left of the grid, 0…1.
    public var left: Double
    /// Fraction of the free height that is above the grid, 0…1.
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

/// What varies between drawings in the placement of a grid, so that the smears of many drawings overlap instead of
/// adding up.
public struct GridVariation: Hashable, Sendable {
    var isMoved = false
    var isScaled = false
    /// Whether its columns may run from right to left.
    var isMirrored = false

    /// The settings that enable each.
    public static let keys = ["moved", "scaled", "mirrored"]
    /// Minimum size of a grid, as a fraction of the largest that fits.
    static let minGridScale = 0.6
    /// Maximum size of a moved grid, likewise: a grid that fills its widget has no room to move.
    static let maxMovedScale = 0.8
    /// Minimum distance of two dots, in millimeters: hit circles are then 7 mm, about the size of a fingertip.
    static let minPitchMillimeters = 12.0

    var isAny: Bool { isMoved || isScaled || isMirrored }

    /// Draws a placement.
    ///
    /// - Parameters:
    ///   - minScale: the fraction of its full size at which the dots of the grid are far enough apart; above 1 if they
    ///     are too close even at full size, and then the grid keeps its size.
    ///   - random: a secure source, except in tests.
    func placement(minScale: Double, using random: inout some RandomNumberGenerator) -> GridPlacement {
        let least = min(max(minScale, Self.minGridScale), 1)
        let most = max(isMoved ? Self.maxMovedScale : 1, least)
        let scale = isScaled ? Double.random(in: least...most, using: &random) : most
        let left = isMoved ? Double.random(in: 0...1, using: &random) : 0.5
        let above = isMoved ? Double.random(in: 0...1, using: &random) : 0.5
        return GridPlacement(
            scale: scale, left: left, above: above, isMirrored: isMirrored && Bool.random(using: &random))
    }
}
