/// A device as a recording describes it: what the kernel would report about its node.
public struct DeviceDescription: Hashable, Sendable {
    /// The name set by the driver.
    public var name: String
    /// Bus, vendor, product and version.
    public var numbers: Device.Numbers
    /// The device properties, `INPUT_PROP_…`.
    public var properties: Set<UInt16>
    /// The codes of each event type, without empty types, and without EV_SYN if it has only the usual codes.
    public var codes: [UInt16: Set<UInt16>]
    /// The absolute axes by code.
    public var axes: [UInt16: Axis]
    /// The state of LEDs, by code.
    public var lights: [UInt16: Int32]
    /// The state of switches, by code.
    public var switches: [UInt16: Int32]

    /// Makes a description without any capability.
    public init(name: String = "", numbers: Device.Numbers = .init(bus: 0, vendor: 0, product: 0, version: 0)) {
        (self.name, self.numbers) = (name, numbers)
        (properties, codes, axes, lights, switches) = ([], [:], [:], [:], [:])
    }

    /// A panel with BTN_TOUCH; without slots, one contact on plain axes.
    package init(panel name: String, _ numbers: Device.Numbers, x: Axis, y: Axis, slots: Int?) {
        self.init(name: name, numbers: numbers)
        properties = [InputCode.direct]
        codes[InputCode.key] = [InputCode.touch]
        axes = [InputCode.x: x, InputCode.y: y]
        if let slots {
            axes[InputCode.slot] = Axis(minimum: 0, maximum: Int32(clamping: max(1, slots) - 1))
            (axes[InputCode.positionX], axes[InputCode.positionY]) = (x, y)
            axes[InputCode.trackingID] = Axis(minimum: 0, maximum: 65_535)
        }
        codes[InputCode.absolute] = Set(axes.keys)
    }

    /// Whether the device can send that code of that type.
    public func has(type: UInt16, code: UInt16) -> Bool {
        codes[type]?.contains(code) ?? false
    }

    /// The axes of contacts: the multitouch ones or the plain ones; nil if there are none or their range is empty.
    public var positionAxes: (x: Axis, y: Axis)? {
        claimedAxes.flatMap { $0.x.isProper && $0.y.isProper ? $0 : nil }
    }

    /// The same, whatever their ranges are.
    package var claimedAxes: (x: Axis, y: Axis)? {
        let isMultitouch = axes[InputCode.positionX] != nil
        let codes = isMultitouch ? (InputCode.positionX, InputCode.positionY) : (InputCode.x, InputCode.y)
        guard let x = axes[codes.0], let y = axes[codes.1] else { return nil }
        return (x, y)
    }

    /// The key that is down while it is touched: BTN_TOUCH, or BTN_LEFT of a panel that is a mouse; nil if it has neither.
    package var touchKey: UInt16? {
        [InputCode.touch, InputCode.left].first { has(type: InputCode.key, code: $0) }
    }

    /// The number of slots; nil for a panel without slots.
    public var slotCount: Int? { axes[InputCode.slot].map { max(0, Int($0.maximum) + 1) } }

    /// Whether contacts are reported without slots, each closed by SYN_MT_REPORT (protocol A).
    public var isProtocolA: Bool {
        slotCount == nil && axes[InputCode.positionX] != nil && axes[InputCode.positionY] != nil
    }
}
