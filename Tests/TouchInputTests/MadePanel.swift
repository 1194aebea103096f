import TouchCore

@testable import TouchInput

extension Panel {
    /// A panel of 200 × 100 mm without a node; each axis has 1,001 units.
    static func made(
        id: UInt32 = 1, slots: Int32? = 10, fuzz: Int32 = 0, hasBreadth: Bool = false,
        wish: PanelView = PanelView(view: Size(width: 100, height: 100)), ids: ContactIDs = ContactIDs()
    ) -> Panel {
        let axis = Axis(minimum: 0, maximum: 1_000, fuzz: fuzz)
        var device = Device(
            id: DeviceID(id), name: "bench", node: "/dev/input/event\(id)", sysname: "event\(id)",
            numbers: .init(bus: 0, vendor: 0, product: 0, version: 0), phys: "", uniq: "",
            origin: Origin(provenance: .virtual), size: PanelSize(width: 200, height: 100), x: axis, y: axis,
            slots: slots.map(Int.init), fingersAtStart: 0, calibration: .identity, seat: "seat0", properties: [])
        device.breadthUnit = hasBreadth ? 1 : nil
        var description = DeviceDescription(name: "bench")
        if let slots {
            description.axes[InputCode.slot] = .init(axis: Axis(minimum: 0, maximum: slots - 1))
            for code in [InputCode.positionX, InputCode.positionY] { description.axes[code] = .init(axis: axis) }
        } else {
            for code in [InputCode.x, InputCode.y] { description.axes[code] = .init(axis: axis) }
        }
        return Panel(device: device, description: description, wish: wish, ids: ids)
    }
}
