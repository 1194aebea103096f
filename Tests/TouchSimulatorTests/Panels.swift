import TestSupport
import TouchDevice

@testable import TouchSimulator

/// Panels used by tests; files of Tests/Fixtures/panels.
enum Panels {
    static let names = ["ten-slots", "no-resolution", "single-touch", "broken-axes"]

    static func path(_ name: String) -> String { Fixtures.path(of: "panels/\(name).evemu") }

    static func description(_ name: String) throws -> DeviceDescription { try DeviceDescription(path: path(name)) }

    /// Two slots and nothing unnecessary.
    static let small = DeviceDescription(
        panel: "small", .init(bus: 3, vendor: 0x1234, product: 0x5678, version: 1),
        x: Axis(minimum: 0, maximum: 1000, resolution: 10), y: Axis(minimum: 0, maximum: 500, resolution: 10), slots: 2)

    static func at(_ x: Int32, _ y: Int32) -> PanelPosition { PanelPosition(x: x, y: y) }
}

/// Events as short text: the code's name and the value.
func text(_ events: some Sequence<InputEvent>) -> String {
    events.map { event in
        let name =
            switch (event.type, event.code) {
            case (0, 0): "report"
            case (0, 3): "dropped"
            case (1, InputCode.touch): "touch"
            case (3, 0): "x"
            case (3, 1): "y"
            case (3, InputCode.slot): "slot"
            case (3, InputCode.positionX): "mx"
            case (3, InputCode.positionY): "my"
            case (3, InputCode.trackingID): "id"
            default: "\(event.type)/\(event.code)"
            }
        return event.type == 0 ? name : "\(name) \(event.value)"
    }.joined(separator: ", ")
}
