/// A device as a recording describes it.
public struct EvemuDescription: Hashable, Sendable {
    /// What the driver calls it.
    public var name: String
    /// Bus, vendor, product and version.
    public var numbers: Device.Numbers
    /// The device properties, `INPUT_PROP_…`, a bitmap with the lowest bit first.
    public var properties: [UInt8]
    /// For each event type the bitmap of its codes, lowest bit first.
    public var codes: [UInt16: [UInt8]]
    /// The absolute axes by code.
    public var axes: [UInt16: AbsoluteAxis]
    /// The lights that were on or off, by code.
    public var lights: [UInt16: Int32]
    /// The switches that were on or off, by code.
    public var switches: [UInt16: Int32]

    /// Makes a description without any capability.
    public init(name: String = "", numbers: Device.Numbers = .init(bus: 0, vendor: 0, product: 0, version: 0)) {
        (self.name, self.numbers) = (name, numbers)
        (properties, codes, axes, lights, switches) = ([], [:], [:], [:], [:])
    }

    /// An absolute axis (`struct input_absinfo` without its present value).
    public struct AbsoluteAxis: Hashable, Sendable {
        /// Range, resolution and fuzz.
        public var axis: Axis
        /// The range around the middle that a joystick reports as the middle, in raw units.
        public var flat: Int32

        /// Makes an axis.
        public init(axis: Axis, flat: Int32 = 0) {
            (self.axis, self.flat) = (axis, flat)
        }
    }

    /// Whether the device can send that code of that type.
    public func has(type: UInt16, code: UInt16) -> Bool {
        Self.isSet(code, in: codes[type] ?? [])
    }

    /// Whether the device has that property (`INPUT_PROP_…`).
    public func has(property: UInt16) -> Bool {
        Self.isSet(property, in: properties)
    }

    private static func isSet(_ bit: UInt16, in bitmap: [UInt8]) -> Bool {
        let index = Int(bit / 8)
        return index < bitmap.count && bitmap[index] & (1 << (bit % 8)) != 0
    }
}
