public import TouchCore

/// The provenance of a device, and the evidence for it.
public struct Origin: Hashable, Sendable {
    /// The provenance.
    public var provenance: Provenance
    /// The path below the sysfs root, `/devices/…/input5/event5`; nil if it could not be resolved.
    public var path: String?
    /// The nearest bus among its parents: usb, i2c, spi, serio, pci, platform, virtio.
    public var bus: String?
    /// Other evidence, which decides nothing.
    public var remarks: [String]

    /// Makes an origin.
    public init(provenance: Provenance, path: String? = nil, bus: String? = nil, remarks: [String] = []) {
        (self.provenance, self.path, self.bus, self.remarks) = (provenance, path, bus, remarks)
    }
}
