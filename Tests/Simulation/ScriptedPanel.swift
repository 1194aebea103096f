private import Glibc
package import TouchCore
package import TouchDevice
private import TouchInput
package import TouchSimulator

/// A panel whose fingers a test moves: the state that a driver and the kernel keep of it, and its event node.
///
/// Its events take the way of a kernel's, as bytes: tap, decoder, repair, filters, mapping.
package final class ScriptedPanel: PanelNode {
    /// What the kernel says about it.
    package let description: DeviceDescription
    /// Whether its events come from a recording, which has no node that could be asked for its slots.
    private let isRecorded: Bool
    package internal(set) var device: Device
    private var state: PanelState
    private var node = Node()
    /// Whether another program has its events: none arrives here, and it cannot be grabbed.
    package var isGrabbedElsewhere = false
    package var isMarkedElsewhere = false
    package private(set) var isInhibited = false
    package private(set) var isGrabbed = false

    private final class Node {
        let reader: Int32
        let writer: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            precondition(unsafe pipe(&ends) == 0, "a pipe can be made")
            (reader, writer) = (ends[0], ends[1])
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }

        deinit {
            close(reader)
            close(writer)
        }
    }

    /// One of a kiosk, whose panels are counted from 1.
    package convenience init(
        _ description: DeviceDescription = .touchsim, provenance: Provenance = .virtual, number: Int = 1
    ) throws(PanelError) {
        let recording = DeviceRecording(
            node: "/dev/input/event\(19 + number)", description: description.complete)
        try self.init(description, recording, origin: Self.origin(provenance, number), isRecorded: false)
    }

    /// A panel that was recorded, at the USB port of that number.
    package convenience init(_ recording: DeviceRecording, port: Int) throws(PanelError) {
        guard let description = recording.description else { throw .noPositionAxes }
        try self.init(
            description, recording, origin: Self.origin(.physical, port), isRecorded: true)
    }

    private init(
        _ description: DeviceDescription, _ recording: DeviceRecording, origin: Origin, isRecorded: Bool
    ) throws(PanelError) {
        (self.description, self.isRecorded) = (description, isRecorded)
        state = PanelState(description: description)
        guard var device = Device(recording, id: DeviceID(0)) else { throw .noPositionAxes }
        device.origin = origin
        self.device = device
    }

    private static func origin(_ provenance: Provenance, _ number: Int) -> Origin {
        Origin(
            provenance: provenance,
            path: "/devices/\(provenance == .virtual ? "virtual" : "pci0000:00/0000:00:14.0/usb1/1-\(number)")"
                + "/input/input\(19 + number)/event\(19 + number)",
            bus: provenance == .virtual ? nil : "usb")
    }

    var reader: Int32 { node.reader }

    /// Fingers that are down, in the order of their slots.
    package var fingers: [Int] { state.fingers }

    // MARK: - As its node

    package func value(ofAxis code: UInt16) -> Int32 { state.value(ofAxis: code) }

    package func slotValues(ofAxis code: UInt16, count: Int) -> [Int32]? {
        description.slotCount == nil || isRecorded ? nil : Array(state.slotValues(ofAxis: code).prefix(count))
    }

    package var isReadable: Bool {
        var look = pollfd(fd: node.reader, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&look, 1, 0) > 0
    }

    package func grab(_ isWanted: Bool) -> Int32 {
        if isWanted, isGrabbedElsewhere { return EBUSY }
        isGrabbed = isWanted
        return 0
    }

    package func mark(_ isHeld: Bool) {}

    // MARK: - As its driver

    /// Some fingers land, move or lift, in one frame.
    func apply(_ changes: [FingerChange], at time: Instant) throws(FingerFault) {
        let events = try state.frame(changes)
        if !events.isEmpty { send(events, at: time) }
    }

    /// The same, lost in an overflow of the kernel's buffer: a reader gets SYN_DROPPED.
    func lose(_ changes: [FingerChange], at time: Instant) throws(FingerFault) {
        _ = try state.frame(changes)
        send([.dropped, .report], at: time)
    }

    /// Sends any events, of which readers get `heard`, or all.
    func write(_ events: [InputEvent], heard: [InputEvent]? = nil, at time: Instant) {
        state.absorb(events)
        send(heard ?? events, at: time)
    }

    /// Sends recorded events, each so much later than it was recorded.
    func play(_ events: some Sequence<InputEvent>, later delay: Interval) {
        state.absorb(Array(events))
        send(events.map { ($0, Instant(microseconds: $0.microseconds).advanced(by: delay)) })
    }

    /// The kernel ignores the panel from now on, or no longer; it lifts every finger, in a frame with SYN_REPORT 1.
    func inhibit(_ isInhibited: Bool, at time: Instant) {
        self.isInhibited = isInhibited
        guard isInhibited, let lifts = try? state.frame(fingers.map { .up(finger: $0) }), !lifts.isEmpty else { return }
        send(
            lifts.dropLast() + [InputEvent(microseconds: 0, type: InputCode.synchronization, code: 0, value: 1)],
            at: time)
    }

    /// Pulled out and put back: another node, no finger.
    func reset() {
        node = Node()
        state = PanelState(description: description)
        (isGrabbed, isGrabbedElsewhere, isInhibited) = (false, false, false)
    }

    private func send(_ events: [InputEvent], at time: Instant) { send(events.lazy.map { ($0, time) }) }

    private func send(_ events: some Sequence<(event: InputEvent, time: Instant)>) {
        guard !isGrabbedElsewhere else { return }
        var bytes: [UInt8] = []
        func append<Number>(_ number: Number) {
            unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
        }
        for (event, time) in events {
            append(time.microseconds / 1_000_000)
            append(time.microseconds % 1_000_000)
            append(event.type)
            append(event.code)
            append(event.value)
        }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(node.writer, $0.baseAddress, $0.count) }
        precondition(count == bytes.count, "a pipe has room for one frame")
    }
}
