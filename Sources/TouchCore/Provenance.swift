/// Where a device comes from: a panel with a bus, or something that a program made.
///
/// Decided from the sysfs path of the opened node, never from what the device says of itself
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
    /// None of these could be shown.
    case unknown
}
