internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import Varlink

/// The panels that are plugged in, and the calls that watch them come and go.
final class Panels {
    private(set) var devices: [Device] = []
    /// Who gets the touches of those that were taken at some time.
    var holds: [DeviceID: Hold] = [:]
    private var watchers = OpenCalls<Void>()
    /// What is wrong with the panels, in words.
    var problem: String?
    /// Frames read since the start.
    var frames = 0
    /// Size of the view, in pixels.
    var view: Size
    /// How far the picture is turned on the panels.
    var rotation: Rotation

    init(view: Size, rotation: Rotation) {
        self.view = view
        self.rotation = rotation
    }

    /// View pixels per millimetre of glass, if a panel tells its size; of several, the densest.
    var pixelsPerMillimetre: Double? {
        // Longer side to longer side, so that the rotation does not matter.
        devices.compactMap(\.size).map { max(view.width, view.height) / max($0.width, $0.height) }
            .filter { $0.isFinite && $0 > 0 }.max()
    }

    /// Adds a panel and tells the watchers.
    func add(_ device: Device) {
        devices.append(device)
        problem = nil
        watchers.send(["added": .object(describe(device))])
    }

    /// Forgets a panel and tells the watchers.
    func remove(_ id: DeviceID) {
        devices.removeAll { $0.id == id }
        holds[id] = nil
        watchers.send(["removed": .integer(Int64(id.number))])
    }

    /// Whether any is read by this daemon alone.
    var isAnyHeld: Bool { holds.values.contains(.held) }

    /// Whether another program has taken a panel, so that no touch of it arrives.
    var isAnyElsewhere: Bool { holds.values.contains(.elsewhere) }

    /// The name of a panel, while it is plugged in.
    func name(of id: DeviceID) -> String? {
        devices.first { $0.id == id }?.name
    }

    /// Adds a call that hears of every later change, after it was told the present state.
    func watch(_ call: Call) {
        watchers.add(call)
        call.replyContinuing(["devices": list])
    }

    /// All panels as the interface has them.
    var list: JSON { .array(devices.map { .object(describe($0)) }) }

    private func describe(_ device: Device) -> JSONObject {
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
            "viewWidth": .real(view.width),
            "viewHeight": .real(view.height),
            "rotation": .integer(Int64(rotation.rawValue)),
        ]
    }
}
