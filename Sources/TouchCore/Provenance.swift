/// Where a device comes from: a physical bus, or a program.
///
/// Decided from the sysfs path of the opened node, never from what the device reports about itself
/// (`TouchInput/ProvenanceRule.swift`).
public enum Provenance: String, Hashable, Sendable, CaseIterable {
    /// On a real bus: USB, I2C, SPI, serial, PCI, platform.
    case physical
    /// Made by a program through /dev/uhid; also Bluetooth LE panels.
    case uhid
    /// Made by a program through /dev/uinput.
    case virtual
    /// Reached over a network or an emulated USB controller.
    case remote
    /// Could not be determined.
    case unknown
}
