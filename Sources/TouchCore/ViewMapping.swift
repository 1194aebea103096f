/// Maps one panel's touches to the view.
///
///     device 0…1 ─▶ calibration ─▶ rotation ─▶ clamp ─▶ × view size      pixels
///     device 0…1 ─▶ clamp ─▶ × panel size ─▶ nearest quarter turn        millimeters
///
/// Millimeters ignore the fine part of the calibration: it corrects where a touch is drawn, not the distance between
/// two fingers.
public struct ViewMapping: Hashable, Sendable {
    /// The view's extent, in pixels.
    public let view: Size
    /// Where the view's top left corner lies in a larger one, in pixels.
    public let origin: Point
    /// The extent of the panel as built, if known.
    public let panel: PanelSize?
    /// How the panel is mounted behind the view.
    public let orientation: Orientation

    private let transform: Transform
    /// Whether the picture lies on the panel as built.
    private let isPlain: Bool

    /// Makes a mapping to a proper view; a calibration that is not proper is ignored, and such a panel size is unknown.
    ///
    /// The calibration is in upright position, the rotation that of the picture on the panel.
    public init(
        view: Size, origin: Point = .zero, calibration: Transform = .identity, rotation: Rotation = .none,
        panel: PanelSize? = nil
    ) {
        precondition(view.isProper, "a view has a finite width and height above zero")
        self.view = view
        self.origin = origin
        self.panel = panel.flatMap { $0.isProper ? $0 : nil }
        transform = (calibration.isProper ? calibration : .identity).followed(by: rotation.transform)
        orientation = transform.orientation
        isPlain = transform == .identity
    }

    /// The extent of the panel as a person sees it, if known.
    public var visiblePanel: PanelSize? { panel.map(orientation.applied(to:)) }

    /// The place in the view of a place on the panel; always finite and within `0…width`, `0…height` of its origin.
    ///
    /// - Parameter place: fractions of the device's axes; values off the panel, or NaN, are moved to its edge.
    public func place(_ place: UnitPoint) -> Place {
        let inside = place.clamped
        var clamped = inside
        var millimeters = panel.map { Millimeters(x: inside.x * $0.width, y: inside.y * $0.height) }
        if !isPlain {
            // A NaN of one axis would spread over both when multiplied.
            let isFinite = place.x.isFinite && place.y.isFinite
            clamped = transform.applied(to: isFinite ? place : inside).clamped
            if let panel { millimeters = millimeters.map { orientation.applied(to: $0, on: panel) } }
        }
        return Place(
            position: Point(x: origin.x + clamped.x * view.width, y: origin.y + clamped.y * view.height),
            millimeters: millimeters, isOnPanel: place == inside)
    }

    /// One place in both units.
    public struct Place: Hashable, Sendable {
        /// In the view, in pixels.
        public var position: Point
        /// On the panel as a person sees it, if its size is known.
        public var millimeters: Millimeters?
        /// Whether the reported place lies on the panel.
        public var isOnPanel: Bool
    }
}

/// The extent of a panel, in millimeters.
public struct PanelSize: Hashable, Sendable {
    /// Millimeters from left to right.
    public var width: Double
    /// Millimeters from top to bottom.
    public var height: Double

    /// Makes an extent from millimeters.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether both sides are finite and larger than zero.
    public var isProper: Bool {
        width.isFinite && height.isFinite && width > 0 && height > 0
    }

    /// The sides of panels, in millimeters; some drivers claim 33 m.
    public static let plausibleSides = 30...5_000

    /// Maximum length of a side, in lengths of the other.
    private static let maxRatio = 20.0

    /// Whether a panel can have it.
    public var isPlausible: Bool {
        let sides = Double(Self.plausibleSides.lowerBound)...Double(Self.plausibleSides.upperBound)
        return sides.contains(width) && sides.contains(height)
            && max(width, height) <= Self.maxRatio * min(width, height)
    }
}
