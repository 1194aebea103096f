import TouchCore

@testable import TouchInput

extension Panel {
    /// A panel of 200 × 100 mm without a node.
    static func made(
        id: UInt32 = 1, slots: Int? = 10, wish: PanelView = PanelView(view: Size(width: 100, height: 100))
    ) -> Panel {
        let device = Device(
            id: DeviceID(id), name: "bench", node: "/dev/input/event5", sysname: "event5",
            numbers: .init(bus: 0, vendor: 0, product: 0, version: 0), phys: "", uniq: "",
            origin: Origin(provenance: .virtual), size: PanelSize(width: 200, height: 100),
            x: Axis(minimum: 0, maximum: 100), y: Axis(minimum: 0, maximum: 100), slots: slots, fingersAtStart: 0,
            calibration: .identity, seat: "seat0", properties: [])
        return Panel(device: device, wish: wish)
    }
}
