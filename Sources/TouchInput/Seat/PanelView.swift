public import TouchDevice
public import TouchCore

/// Knows the view of each panel.
public protocol PanelViews {
    func view(for device: Device) -> PanelView
}

extension PanelView: PanelViews {
    /// Every panel has the same view.
    public func view(for device: Device) -> PanelView { self }
}

/// The mapping and filters of one panel.
public struct PanelView: Hashable, Sendable {
    /// The view's extent, in pixels; must be proper.
    public var view: Size
    /// How far the picture is turned on the panel.
    public var rotation: Rotation
    /// Used instead of udev's calibration, if given.
    public var calibration: Transform?
    /// Used instead of the size the panel reports, if given.
    public var size: PanelSize?

    /// Where its top left corner lies in a view that several panels share, in pixels.
    public var origin = Point.zero
    /// Filters applied to the panel's contacts before they are mapped.
    public var filters = FilterSettings()
    /// Maximum speed of a finger, in m/s; a faster jump is another finger.
    public var maximumSpeed = 10.0
    /// Why its touches are ignored; nil: they are not.
    public var refusal: String?

    /// Makes a panel's view.
    public init(view: Size, rotation: Rotation = .none, calibration: Transform? = nil, size: PanelSize? = nil) {
        (self.view, self.rotation, self.calibration, self.size) = (view, rotation, calibration, size)
    }

    /// The filters for a panel: no contact is too small on one that reports no breadth.
    func filterSettings(for device: Device) -> FilterSettings {
        var settings = filters
        if device.breadthUnit == nil { settings.minimumSize = 0 }
        return settings
    }

    func mapping(for device: Device) -> ViewMapping {
        ViewMapping(
            view: view, origin: origin, calibration: calibration ?? device.calibration, rotation: rotation,
            panel: size ?? device.size)
    }
}
