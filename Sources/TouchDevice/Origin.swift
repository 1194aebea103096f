public import TouchCore

/// Where a device is made, and what that follows from.
public struct Origin: Hashable, Sendable {
    /// The class.
    public var provenance: Provenance
    /// The path below the sysfs root, `/devices/…/input5/event5`; nil if it could not be resolved.
    public var path: String?
    /// The nearest bus on the way up: usb, i2c, spi, serio, pci, platform, virtio.
    public var bus: String?
    /// What else speaks for or against it; never decides.
    public var remarks: [String]

    /// Makes an origin.
    public init(provenance: Provenance, path: String? = nil, bus: String? = nil, remarks: [String] = []) {
        (self.provenance, self.path, self.bus, self.remarks) = (provenance, path, bus, remarks)
    }
}
