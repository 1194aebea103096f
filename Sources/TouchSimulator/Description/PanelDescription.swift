/// The description of a panel: everything the kernel reports about its event node.
///
/// The content of the N, I, P, B and A lines of an evemu description.
package struct PanelDescription: Equatable, Sendable {
    /// The device name.
    package var name: String
    /// Bus type, vendor, product and version (struct input_id).
    package var identity: Identity
    /// INPUT_PROP numbers the device has; 1 is INPUT_PROP_DIRECT, which every touch screen has.
    package var properties: Set<UInt16>
    /// Codes per event type.
    package var codes: [UInt16: Set<UInt16>]
    /// The absolute axes, by code.
    package var axes: [UInt16: AxisDescription]

    /// Bus type, vendor, product and version.
    package struct Identity: Equatable, Sendable {
        /// BUS number of linux/input.h, 0x06 is virtual.
        package var bus: UInt16
        /// The maker.
        package var vendor: UInt16
        /// The maker's product.
        package var product: UInt16
        /// The product's version.
        package var version: UInt16

        /// An identity from its four numbers.
        package init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// Makes a description from its parts.
    ///
    /// `codes` is completed: EV_SYN is added, and the code of every axis.
    package init(
        name: String, identity: Identity, properties: Set<UInt16>, codes: [UInt16: Set<UInt16>],
        axes: [UInt16: AxisDescription]
    ) {
        self.name = name
        self.identity = identity
        self.properties = properties
        self.codes = codes
        self.codes[EventType.synchronization, default: []].insert(0)
        self.axes = axes
        if !axes.isEmpty { self.codes[EventType.absolute, default: []].formUnion(axes.keys) }
    }

    /// The number of slots; nil for a panel without slots.
    package var slotCount: Int? { axes[AbsoluteCode.slot].map { max(0, Int($0.maximum) + 1) } }

    /// Whether its fingers are listed in every frame, each closed by SYN_MT_REPORT.
    package var isProtocolA: Bool { slotCount == nil && axes[AbsoluteCode.positionX] != nil }

    /// The key that its pointer presses: BTN_TOUCH, or BTN_LEFT of a panel that is a mouse; nil if it has neither.
    var touchKey: UInt16? {
        [KeyCode.touch, KeyCode.left].first { codes[EventType.key]?.contains($0) == true }
    }

    /// The position axes: those of fingers, or the plain ones of a single-touch panel.
    package var positionAxes: (x: AxisDescription, y: AxisDescription)? {
        let pair =
            axes[AbsoluteCode.positionX] == nil
            ? (AbsoluteCode.x, AbsoluteCode.y) : (AbsoluteCode.positionX, AbsoluteCode.positionY)
        guard let x = axes[pair.0], let y = axes[pair.1] else { return nil }
        return (x, y)
    }

    /// The default panel of touchsim: ten contacts, 256 × 160 mm, 16 units per millimeter.
    package static let standard = PanelDescription(
        name: "touchsim panel", identity: Identity(bus: 0x06, vendor: 0x7464, product: 0x0001, version: 1),
        properties: [1], codes: [EventType.key: [KeyCode.touch]],
        axes: [
            AbsoluteCode.x: AxisDescription(0, 4095, resolution: 16),
            AbsoluteCode.y: AxisDescription(0, 2559, resolution: 16),
            AbsoluteCode.slot: AxisDescription(0, 9),
            AbsoluteCode.positionX: AxisDescription(0, 4095, resolution: 16),
            AbsoluteCode.positionY: AxisDescription(0, 2559, resolution: 16),
            AbsoluteCode.trackingID: AxisDescription(0, 65535),
        ])
}
