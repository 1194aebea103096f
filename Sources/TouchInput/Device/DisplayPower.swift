import System

/// Whether the machine's displays are off, by what sysfs has of backlights and connectors.
///
/// These files are the kernel's own notes: reading them asks no display and no driver, and takes some microseconds each.
public struct DisplayPower: Sendable {
    private let sysfs: String

    /// Looks below that root.
    public init(sysfs: String = "/sys") { self.sysfs = sysfs }

    /// Whether all backlights are off, or no connected display shows a picture; nil: there are neither.
    public var isDark: Bool? {
        let backlights = folders("backlight").compactMap(isLit(backlight:))
        let displays = folders("drm").compactMap(isLit(connector:))
        guard !backlights.isEmpty || !displays.isEmpty else { return nil }
        return [backlights, displays].contains { !$0.isEmpty && !$0.contains(true) }
    }

    private func folders(_ kind: String) -> [String] {
        SystemPath.names(in: "\(sysfs)/class/\(kind)").map { "\(sysfs)/class/\(kind)/\($0)" }
    }

    /// Nil for what is no backlight; power 0 is on (linux/backlight.h).
    private func isLit(backlight folder: String) -> Bool? {
        let (power, brightness) = (
            SystemPath.text(at: folder + "/bl_power"), SystemPath.text(at: folder + "/brightness")
        )
        guard power != nil || brightness != nil else { return nil }
        return power ?? "0" == "0" && brightness != "0"
    }

    /// Nil for what is no connector, and for one without a display.
    private func isLit(connector folder: String) -> Bool? {
        guard SystemPath.text(at: folder + "/status") == "connected", let power = SystemPath.text(at: folder + "/dpms")
        else { return nil }
        return power == "On" && SystemPath.text(at: folder + "/enabled") != "disabled"
    }
}
