import TouchCore

/// The part of a dump that writes what libinput says, before any repair, as `libinput debug-events` does.
final class LibinputDump {
    private let context: InputContext
    private let wanted: Set<String>
    private var lines = DebugLines()
    private let start: Int64
    private let output: (String) -> Void
    private var groups: [UInt] = []
    /// Whether a device was found.
    private(set) var hasDevice = false

    /// Takes the panels of a seat.
    ///
    /// - Parameter wanted: the names of the only devices to write of; all if empty.
    init(seat: String, wanted: Set<String>, output: @escaping (String) -> Void) throws(SeatError) {
        context = try InputContext(isVerbose: false)
        (self.wanted, self.output) = (wanted, output)
        start = Seat.now.microseconds
        guard context.assign(seat: seat) else { throw .cannotAssign(seat: seat) }
        drain()
    }

    var descriptor: Int32 { context.descriptor }

    /// What libinput could not open, for people.
    var refusals: [String] { context.opener.notices.filter { $0.priority == .error }.map(\.text) }

    func dispatch() {
        context.dispatch()
        drain()
    }

    private func drain() {
        while context.withNext(write) {}
    }

    private func write(_ event: InputEvent) {
        guard let device = event.device, wanted.isEmpty || wanted.contains(device.sysname) else { return }
        switch event.kind {
        case .added:
            hasDevice = true
            output(lines.line("DEVICE_ADDED", appearance(of: device)))
        case .removed: output(lines.line("DEVICE_REMOVED", appearance(of: device)))
        case .down: write("TOUCH_DOWN", event, device)
        case .motion: write("TOUCH_MOTION", event, device)
        case .up: write("TOUCH_UP", event, device)
        case .cancel: write("TOUCH_CANCEL", event, device)
        case .frame: write("TOUCH_FRAME", event, device)
        case .other: break
        }
    }

    private func write(_ type: String, _ event: InputEvent, _ device: InputDevice) {
        // As the tool does: whole milliseconds of both stamps.
        let time = (event.time.microseconds / 1000 - start / 1000) * 1000
        var touch = DebugLines.Touch(type: type, time: time)
        if event.kind != .frame { touch.slots = event.slots }
        if event.kind == .down || event.kind == .motion { touch.place = event.place }
        output(lines.line(touch, of: device.sysname))
    }

    private func appearance(of device: InputDevice) -> DebugLines.Appearance {
        let group = device.group
        if !groups.contains(group) { groups.append(group) }
        return DebugLines.Appearance(
            sysname: device.sysname, name: device.name, seat: device.seat, logicalSeat: device.logicalSeat,
            group: (groups.firstIndex(of: group) ?? 0) + 1, capabilities: device.capabilities, size: device.size,
            touchCount: device.reportedTouchCount, hasCalibration: device.hasCalibration)
    }
}
