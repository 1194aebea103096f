package import TouchCore

/// Libinput's own reports of the panels of a seat, live and without any repair.
package final class LibinputReports {
    private let context: InputContext
    private let wanted: Set<String>
    private let start: Int64
    private let body: (LibinputNews) -> Void
    private var groups: [UInt] = []

    /// Opens the panels of a seat, or those with the names that are wanted; `start`: when the dump began, on the clock of the
    /// kernel's timestamps.
    package init(
        seat: String, wanted: Set<String>, since start: Instant, _ body: @escaping (LibinputNews) -> Void
    ) throws(SeatError) {
        context = try InputContext(isVerbose: false, isFollowed: false)
        (self.wanted, self.body) = (wanted, body)
        self.start = start.microseconds
        guard context.assign(seat: seat) else { throw .cannotAssign(seat: seat) }
        drain()
    }

    /// Readable when ``dispatch()`` has something to do.
    package var descriptor: Int32 { context.descriptor }

    /// Reads pending events.
    package func dispatch() {
        context.dispatch()
        drain()
    }

    private func drain() {
        while let event = context.next() { tell(event) }
    }

    private func tell(_ event: borrowing LibinputEvent) {
        guard let device = event.device, wanted.isEmpty || wanted.contains(device.sysname) else { return }
        switch event.kind {
        case .added: body(.added(appearance(of: device)))
        case .removed: body(.removed(appearance(of: device)))
        case .touch(let kind): tell(kind, event, device)
        case .other: break
        }
    }

    private func tell(_ kind: LibinputNews.Touch.Kind, _ event: borrowing LibinputEvent, _ device: InputDevice) {
        // As the tool does: whole milliseconds of both timestamps.
        let time = (event.time.microseconds / 1000 - start / 1000) * 1000
        var touch = LibinputNews.Touch(kind: kind, time: time)
        if kind != .frame { touch.slots = event.slots }
        if kind == .down || kind == .motion { touch.place = event.place }
        body(.touch(touch, of: device.sysname))
    }

    private func appearance(of device: InputDevice) -> LibinputNews.Appearance {
        let group = device.group
        if !groups.contains(group) { groups.append(group) }
        return device.appearance(inGroup: (groups.firstIndex(of: group) ?? 0) + 1)
    }
}
