internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import Varlink

/// The panels that are plugged in, and the calls that watch them come and go.
final class Panels {
    private(set) var devices: [Device] = []
    private var watchers: [Call] = []
    /// What is wrong with the panels, in words.
    var problem: String?
    /// Frames read since the start.
    var frames = 0
    /// How a panel lies behind the view; set with the configuration.
    var view: (Device) -> PanelView = { _ in PanelView(view: Size(width: 1, height: 1)) }

    /// Adds a panel and tells the watchers.
    func add(_ device: Device) {
        devices.append(device)
        problem = nil
        tell(["added": .object(describe(device))])
    }

    /// Forgets a panel and tells the watchers.
    func remove(_ id: DeviceID) {
        devices.removeAll { $0.id == id }
        tell(["removed": .integer(Int64(id.number))])
    }

    /// The name of a panel, while it is plugged in.
    func name(of id: DeviceID) -> String? {
        devices.first { $0.id == id }?.name
    }

    /// Adds a call that hears of every later change, after it was told the present state.
    func watch(_ call: Call) {
        watchers.append(call)
        call.replyContinuing(["devices": list])
    }

    /// All panels as the interface has them.
    var list: JSON { .array(devices.map { .object(describe($0)) }) }

    private func tell(_ message: JSONObject) {
        watchers.removeAll { !$0.isOpen }
        for call in watchers { call.replyContinuing(message) }
    }

    private func describe(_ device: Device) -> JSONObject {
        let view = view(device)
        return [
            "id": .integer(Int64(device.id.number)),
            "name": .string(device.name),
            "node": .string(device.node),
            "provenance": .string(device.provenance.rawValue),
            "bus": .integer(Int64(device.numbers.bus)),
            "vendor": .integer(Int64(device.numbers.vendor)),
            "product": .integer(Int64(device.numbers.product)),
            "version": .integer(Int64(device.numbers.version)),
            "phys": device.phys.isEmpty ? nil : .string(device.phys),
            "widthMm": device.size.map { .real($0.width) },
            "heightMm": device.size.map { .real($0.height) },
            "slots": device.slots.map { .integer(Int64($0)) },
            "viewWidth": .real(view.view.width),
            "viewHeight": .real(view.view.height),
            "rotation": .integer(Int64(view.rotation.rawValue)),
        ]
    }
}
