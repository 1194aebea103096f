public import TouchCore
internal import System

/// What sysfs reports about a display, found by the name of its connector; no display server is asked.
///
/// sysfs has the modes of a connector (`/sys/class/drm/cardN-NAME/modes`, the preferred one first) and, on kernels with
/// patches for panels, `panel_orientation`. Mainline kernels expose the orientation of a panel only as a property of
/// the DRM node, which the daemon does not open, and through the rotation of the console, which follows it
/// (drm_client_rotation). So without `panel_orientation`, a mode shows *that* the display is turned by a quarter, and
/// the console in which direction. Rotation by a compositor is not visible in sysfs.
public struct DisplayOutput: Hashable, Sendable {
    /// How far the panel is turned clockwise, if the kernel reports it for this connector.
    public let orientation: Rotation?
    /// The preferred mode in pixels, unrotated; nil without a display.
    public let mode: Size?

    /// How a panel on the display is turned, and how that is known.
    public enum Turn: Hashable, Sendable {
        case told(Rotation)
        /// Concluded from the shapes of mode and view, and from the console.
        case shown(Rotation)
        /// Mode and view differ by a quarter turn in an unknown direction.
        case unknownQuarter
        /// There is no display.
        case unknown
    }

    /// Makes an output from known values.
    public init(orientation: Rotation?, mode: Size?) {
        (self.orientation, self.mode) = (orientation, mode)
    }

    /// Looks up a connector, such as HDMI-A-1; of several cards with a connector of that name, the one with a display.
    public init(named name: String, sysfs: String = "/sys") {
        let folder = "\(sysfs)/class/drm"
        let connectors = SystemPath.names(in: folder).filter { entry in
            guard entry.hasPrefix("card"), let dash = entry.firstIndex(of: "-") else { return false }
            return entry[entry.index(after: dash)...] == name
        }.sorted().map { "\(folder)/\($0)" }
        let found = connectors.first { SystemPath.text(at: $0 + "/status") == "connected" } ?? connectors.first
        let orientations: [String: Rotation] = [
            "Normal": .none, "Upside Down": .half, "Left Side Up": .quarter, "Right Side Up": .threeQuarters,
        ]
        self.init(
            orientation: found.flatMap { SystemPath.text(at: $0 + "/panel_orientation") }.flatMap { orientations[$0] },
            mode: found.flatMap { SystemPath.text(at: $0 + "/modes") }.flatMap(Self.size))
    }

    /// How a panel behind that part of the view is turned; `console`: the kernel's rotation of its console.
    public func turn(for view: Size, console: Rotation?) -> Turn {
        if let orientation { return .told(orientation) }
        guard let mode, mode.width != mode.height, view.width != view.height else { return .unknown }
        let isOnItsSide = (mode.width < mode.height) != (view.width < view.height)
        if let console, (console == .quarter || console == .threeQuarters) == isOnItsSide { return .shown(console) }
        return isOnItsSide ? .unknownQuarter : .shown(.none)
    }

    /// The kernel's rotation of its console, and therefore of the panel behind it.
    ///
    /// The file counts the picture's quarter turns clockwise (linux/fb.h): 1 has its top at the right side of the
    /// panel, which is then turned three quarters.
    public static func console(sysfs: String = "/sys") -> Rotation? {
        let turns: [String: Rotation] = ["0": .none, "1": .threeQuarters, "2": .half, "3": .quarter]
        return SystemPath.text(at: "\(sysfs)/class/graphics/fbcon/rotate").flatMap { turns[$0] }
    }

    /// `1080x1920`, perhaps with a letter for interlaced modes.
    private static func size(_ text: String) -> Size? {
        let sides = text.split(separator: "x").map { $0.prefix(while: \.isNumber) }
        guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]) else { return nil }
        let size = Size(width: width, height: height)
        return size.isProper ? size : nil
    }
}
