extension Device {
    /// The attribute that makes the kernel ignore the panel (`inhibited`, since Linux 5.11); nil without a path
    /// in sysfs.
    public var inhibitedFile: String? {
        guard let path = origin.path, let end = path.lastIndex(of: "/") else { return nil }
        return "/sys\(path[..<end])/inhibited"
    }

    /// Its port: the sysfs path down to the port, the same after replugging.
    ///
    /// All panels made by uinput share one place, and all made by uhid another.
    public var place: String {
        guard let path = origin.path else { return "unknown" }
        let parts = path.split(separator: "/").prefix { $0 != "input" && !Self.isInstance($0) }
        return "/" + parts.joined(separator: "/")
    }

    /// The panel and its port as one line, which distinguishes it from all others that are plugged in.
    public var identity: String {
        let ids = numbers.list.map { "\($0)" }
        let axes = [x, y].map { "\($0.minimum)…\($0.maximum)@\($0.resolution)" }
        return ([place] + ids + axes + [slots.map { "\($0)" } ?? "single", name]).joined(separator: " ")
    }

    /// Whether a path component has a number counted since boot, such as `0003:04F3:2D1A.0005` of the HID bus.
    private static func isInstance(_ part: Substring) -> Bool {
        let fields = part.split(whereSeparator: { $0 == ":" || $0 == "." })
        return fields.count == 4 && part.utf8.count == 19
            && fields.allSatisfy { $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }
    }
}
