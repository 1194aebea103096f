import TestSupport

@testable import TouchSimulator

/// Panels that tests use; files of Tests/Fixtures/panels.
enum Panels {
    static let names = ["ten-slots", "no-resolution", "single-touch", "broken-axes"]

    static func path(_ name: String) -> String { Fixtures.path(of: "panels/\(name).evemu") }

    static func description(_ name: String) throws -> PanelDescription { try PanelDescription(path: path(name)) }

    /// Two slots and nothing that is not needed.
    static let small = PanelDescription(
        name: "small", identity: .init(bus: 3, vendor: 0x1234, product: 0x5678, version: 1), properties: [1],
        codes: [EventType.key: [KeyCode.touch]],
        axes: [
            AbsoluteCode.x: AxisDescription(0, 1000, resolution: 10),
            AbsoluteCode.y: AxisDescription(0, 500, resolution: 10),
            AbsoluteCode.slot: AxisDescription(0, 1),
            AbsoluteCode.positionX: AxisDescription(0, 1000, resolution: 10),
            AbsoluteCode.positionY: AxisDescription(0, 500, resolution: 10),
            AbsoluteCode.trackingID: AxisDescription(0, 65535),
        ])

    static func at(_ x: Int32, _ y: Int32) -> PanelPosition { PanelPosition(x: x, y: y) }
}

/// Events as short text: the code's name and the value.
func text(_ events: [KernelEvent]) -> String {
    events.map { event in
        let name =
            switch (event.type, event.code) {
            case (0, 0): "report"
            case (0, 3): "dropped"
            case (1, KeyCode.touch): "touch"
            case (3, 0): "x"
            case (3, 1): "y"
            case (3, AbsoluteCode.slot): "slot"
            case (3, AbsoluteCode.positionX): "mx"
            case (3, AbsoluteCode.positionY): "my"
            case (3, AbsoluteCode.trackingID): "id"
            default: "\(event.type)/\(event.code)"
            }
        return event.type == 0 ? name : "\(name) \(event.value)"
    }.joined(separator: ", ")
}
