public import TouchCore

/// A touch panel as it was found when it appeared.
public struct Device: Hashable, Sendable {
    /// Its name in this run; a replugged panel gets a new one.
    public var id: DeviceID
    /// What the driver calls it.
    public var name: String
    /// The event node, `/dev/input/event5`.
    public var node: String
    /// The last part of its sysfs path, `event5`.
    public var sysname: String
    /// Bus, vendor, product and version numbers.
    public var numbers: Numbers
    /// Where the driver says it is plugged in; empty if it does not say.
    public var phys: String
    /// Its serial number; empty if it has none.
    public var uniq: String
    /// Where it is made and what that follows from.
    public var origin: Origin
    /// The extent of the panel as built; nil if an axis has no resolution.
    public var size: PanelSize?
    /// The horizontal axis as built.
    public var x: Axis
    /// The vertical axis as built.
    public var y: Axis
    /// How long one unit of a contact's breadth (ABS_MT_TOUCH_MAJOR) is, in mm; nil if it tells no breadth, or not in
    /// what unit.
    public var breadthUnit: Double?
    /// Whether it has an axis for the breadth of contacts, in whatever unit; it may say nothing there.
    public var hasBreadth: Bool
    /// How many fingers it tells apart; nil for a single touch panel.
    public var slots: Int?
    /// Fingers that were down already when it was opened; they stay unseen until they land again.
    public var fingersAtStart: Int
    /// The calibration udev asks for (`LIBINPUT_CALIBRATION_MATRIX`), upright if none.
    public var calibration: Transform
    /// The physical seat.
    public var seat: String
    /// The udev properties that decide what happens to it, by name.
    public var properties: [Property]

    /// Makes a panel from all that is known of it.
    package init(
        id: DeviceID, name: String, node: String, sysname: String, numbers: Numbers, phys: String, uniq: String,
        origin: Origin, size: PanelSize?, x: Axis, y: Axis, breadthUnit: Double? = nil, hasBreadth: Bool = false,
        slots: Int?, fingersAtStart: Int, calibration: Transform, seat: String, properties: [Property]
    ) {
        (self.id, self.name, self.node, self.sysname) = (id, name, node, sysname)
        (self.numbers, self.phys, self.uniq, self.origin) = (numbers, phys, uniq, origin)
        (self.size, self.x, self.y) = (size, x, y)
        (self.breadthUnit, self.hasBreadth) = (breadthUnit, hasBreadth)
        (self.slots, self.fingersAtStart, self.calibration) = (slots, fingersAtStart, calibration)
        (self.seat, self.properties) = (seat, properties)
    }

    /// Whether it tells fingers apart.
    public var isMultitouch: Bool { slots != nil }

    /// Where its touches come from.
    public var provenance: Provenance { origin.provenance }

    /// The numbers a driver reports of its device (`struct input_id`).
    public struct Numbers: Hashable, Sendable {
        /// The bus, as in `linux/input.h`: 3 USB, 5 Bluetooth, 0x18 I2C.
        public var bus: UInt16
        /// The maker.
        public var vendor: UInt16
        /// The maker's number of the product.
        public var product: UInt16
        /// The product's version.
        public var version: UInt16

        /// Makes the numbers.
        public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
            (self.bus, self.vendor, self.product, self.version) = (bus, vendor, product, version)
        }
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
    /// Takes one more; it replaces an earlier one of the same name, as a later rule of udev does.
    public mutating func take(_ property: Device.Property) {
        if let index = firstIndex(where: { $0.name == property.name }) {
            self[index] = property
        } else {
            append(property)
        }
    }
}
