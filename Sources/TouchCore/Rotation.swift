/// How far a panel is turned clockwise behind the picture, in quarter turns.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// Upright.
    case none = 0
    /// A quarter turn: the panel's top left corner becomes the top right one.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// Three quarter turns: the panel's top left corner becomes the bottom left one.
    case threeQuarters = 270

    /// The rotation on fractions of the panel (the matrices of libinput's calibration documentation).
    public var transform: Transform {
        switch self {
        case .none: .identity
        case .quarter: Transform(0, -1, 1, 1, 0, 0)
        case .half: Transform(-1, 0, 1, 0, -1, 1)
        case .threeQuarters: Transform(0, 1, 0, -1, 0, 1)
        }
    }
}

/// One of the eight orientations of a rectangle: four quarter turns, each optionally mirrored.
///
/// The axes are swapped first, then mirrored.
public struct Orientation: Hashable, Sendable {
    /// Whether the panel's y runs along the view's x.
    public var swapsAxes: Bool
    /// Whether the view's x runs against the panel's axis.
    public var mirrorsX: Bool
    /// Whether the view's y runs against the panel's axis.
    public var mirrorsY: Bool

    /// The panel as it was built.
    public static let upright = Orientation(swapsAxes: false, mirrorsX: false, mirrorsY: false)

    /// Makes an orientation.
    public init(swapsAxes: Bool, mirrorsX: Bool, mirrorsY: Bool) {
        (self.swapsAxes, self.mirrorsX, self.mirrorsY) = (swapsAxes, mirrorsX, mirrorsY)
    }

    /// The same orientation as a map of panel fractions.
    public var transform: Transform {
        let (x, y): (Double, Double) = (mirrorsX ? -1 : 1, mirrorsY ? -1 : 1)
        let (shiftX, shiftY): (Double, Double) = (mirrorsX ? 1 : 0, mirrorsY ? 1 : 0)
        return swapsAxes
            ? Transform(0, x, shiftX, y, 0, shiftY)
            : Transform(x, 0, shiftX, 0, y, shiftY)
    }

    /// The extent of a panel of that size after turning.
    public func applied(to size: PanelSize) -> PanelSize {
        swapsAxes ? PanelSize(width: size.height, height: size.width) : size
    }

    /// Where a place on a panel of that size lies after turning, from the turned panel's top left corner.
    ///
    /// Preserves distances.
    public func applied(to place: Millimeters, on size: PanelSize) -> Millimeters {
        let turned = applied(to: size)
        let (x, y) = swapsAxes ? (place.y, place.x) : (place.x, place.y)
        return Millimeters(x: mirrorsX ? turned.width - x : x, y: mirrorsY ? turned.height - y : y)
    }
}
