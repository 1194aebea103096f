public import TouchCore

/// A touch panel as it was detected.
public struct Device: Hashable, Sendable {
    /// Its id in this run; a replugged panel gets a new one.
    public var id: DeviceID
    /// The name set by the driver.
    public var name: String
    /// The event node, `/dev/input/event5`.
    public var node: String
    /// The last part of its sysfs path, `event5`.
    public var sysname: String
    /// Bus, vendor, product and version numbers.
    public var numbers: Numbers
    /// The physical location reported by the driver; empty if none.
    public var phys: String
    /// Its serial number; empty if it has none.
    public var uniq: String
    /// Its provenance and the evidence for it.
    public var origin: Origin
    /// The size of the unrotated panel; nil if an axis has no resolution, or if no panel has the size they amount to.
    public var size: PanelSize?
    /// The horizontal axis, unrotated.
    public var x: Axis
    /// The vertical axis, unrotated.
    public var y: Axis
    /// The size of one unit of ABS_MT_TOUCH_MAJOR, in mm; nil if the panel does not report it, or not in which unit.
    public var breadthUnit: Double?
    /// The number of slots; nil for a single-touch panel.
    public var slots: Int?
    /// Whether it is a mouse that reports places: one finger, which presses BTN_LEFT.
    public var isAbsoluteMouse: Bool
    /// The number of fingers that were down when it was opened; they are ignored until they land again.
    public var fingersAtStart: Int
    /// The calibration set by udev (`LIBINPUT_CALIBRATION_MATRIX`); the identity if none.
    public var calibration: Transform
    /// The physical seat.
    public var seat: String
    /// The udev properties that affect it, by name.
    public var properties: [Property]

    /// Makes a panel.
    package init(
        id: DeviceID, name: String, node: String, sysname: String, numbers: Numbers, phys: String, uniq: String,
        origin: Origin, size: PanelSize?, x: Axis, y: Axis, breadthUnit: Double? = nil,
        slots: Int?, isAbsoluteMouse: Bool = false, fingersAtStart: Int, calibration: Transform, seat: String,
        properties: [Property]
    ) {
        (self.id, self.name, self.node, self.sysname) = (id, name, node, sysname)
        (self.numbers, self.phys, self.uniq, self.origin) = (numbers, phys, uniq, origin)
        (self.size, self.x, self.y) = (size, x, y)
        self.breadthUnit = breadthUnit
        (self.slots, self.isAbsoluteMouse, self.fingersAtStart) = (slots, isAbsoluteMouse, fingersAtStart)
        (self.calibration, self.seat, self.properties) = (calibration, seat, properties)
    }

    /// Where its touches come from.
    public var provenance: Provenance { origin.provenance }

    /// The ids of a device (`struct input_id`).
    public struct Numbers: Hashable, Sendable {
        /// The bus, as in `linux/input.h`: 3 USB, 5 Bluetooth, 0x18 I2C.
        public var bus: UInt16
        /// What its maker and the driver number.
        public var vendor, product, version: UInt16

        /// Makes the numbers.
        public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
            (self.bus, self.vendor, self.product, self.version) = (bus, vendor, product, version)
        }

        /// Makes them of ``list``; nil unless there are four.
        package init?(_ list: [UInt16]) {
            guard list.count == 4 else { return nil }
            self.init(bus: list[0], vendor: list[1], product: list[2], version: list[3])
        }

        /// All of them, in the kernel's order: bus, vendor, product, version.
        package var list: [UInt16] { [bus, vendor, product, version] }
    }

    /// A udev property.
    public struct Property: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its value.
        public var value: String

        /// Makes a property.
        public init(name: String, value: String) {
            (self.name, self.value) = (name, value)
        }
    }
}

extension [Device.Property] {
    /// Sets a property; like a later udev rule, it replaces an earlier value.
    public mutating func set(_ property: Device.Property) {
        if let index = firstIndex(where: { $0.name == property.name }) {
            self[index] = property
        } else {
            append(property)
        }
    }
}
