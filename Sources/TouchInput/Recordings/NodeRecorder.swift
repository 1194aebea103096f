package import EventNodes
import Glibc
package import TouchCore
package import TouchDevice

/// Reads a node for a recorder: the kernel's bytes, as a seat reads them, and its slots before them and after a loss.
///
/// After a loss and a second of silence, a seat asks the kernel for its slots. A recording has them as a report.
package final class NodeRecorder {
    /// The kernel's description of the device.
    package let recording: DeviceRecording
    /// Readable when there is something to read.
    package let descriptor: Int32
    /// Keeps the node open; nil: another owner does.
    private var reader: NodeReader?
    private let tap: ReadTap
    private let kernel: KernelSlots?
    private var loss: Loss?

    /// What is known since events were lost.
    private struct Loss {
        var last = Instant.zero
        /// The slot that events are of; nil: the one selected before the loss.
        var selected: Int?
        /// Slots that have reported since.
        var reported: Set<Int?> = []

        mutating func note(_ event: InputEvent) {
            last = Instant(microseconds: event.microseconds)
            guard event.type == InputCode.absolute else { return }
            if event.code == InputCode.slot {
                selected = Int(event.value)
                reported.remove(nil)
            } else if InputCode.isPerSlot(event.code) {
                reported.insert(selected)
            }
        }
    }

    /// Opens a node.
    package convenience init(_ path: String) throws(NodeError) {
        let reader = try NodeReader(path)
        let recording = reader.describe()
        let node = Device(recording, id: DeviceID(0)).map { KernelNode(reader.descriptor, of: $0) }
        try self.init(recording, reading: reader.descriptor, of: node)
        self.reader = reader
    }

    init(_ recording: DeviceRecording, reading descriptor: Int32, of node: (any PanelNode)?) throws(NodeError) {
        guard let tap = ReadTap(descriptor) else {
            throw NodeError(node: recording.node ?? "", call: "calloc", number: ENOMEM)
        }
        (self.recording, self.descriptor, self.tap) = (recording, descriptor, tap)
        kernel = node.flatMap { node in recording.description.flatMap { KernelSlots(node, $0) } }
    }

    // Before the node is closed.
    deinit { tap.close() }

    /// The kernel's values other than 0, as events without the end of a frame: from here on it reports only changes.
    package func places() -> [InputEvent] {
        guard let kernel, let state = kernel.snapshot(isFresh: true) else { return [] }
        guard kernel.tellsFingers else {
            return zip([InputCode.x, InputCode.y], [state.slots[0].x, state.slots[0].y]).map(InputEvent.absolute)
                .filter { $0.value != 0 }
        }
        var events: [InputEvent] = []
        for (index, slot) in state.slots.enumerated() {
            let values = slot.values.filter { $0.value != 0 }
            if !values.isEmpty { events += [.absolute(InputCode.slot, Int32(index))] + values }
        }
        let isPlain = events.isEmpty && state.selected == 0
        return isPlain ? [] : events + [.absolute(InputCode.slot, Int32(state.selected))]
    }

    /// Reads all pending events; false when the device is gone.
    package func read(_ body: (InputEvent) -> Void) -> Bool {
        _ = tap.fill()
        while let event = tap.next() {
            if event.isDrop, kernel?.tellsFingers == true { loss = Loss() }
            loss?.note(event)
            body(event)
        }
        return !tap.isGone
    }

    /// When the kernel is to be asked for its slots; nil: nothing was lost.
    package var due: Instant? { loss?.last.advanced(by: Panel.silence) }

    /// Asks the kernel for its slots if that is due.
    package func settle(at now: Instant, _ body: (InputEvent) -> Void) {
        guard let due, due <= now, let loss else { return }
        guard let state = kernel?.snapshot() else {
            // Events are unread.
            self.loss?.last = now
            return
        }
        self.loss = nil
        // To select a slot would end the finger of the unknown one, which goes on.
        guard !loss.reported.contains(nil) else { return }
        var events: [InputEvent] = []
        for (index, slot) in state.slots.enumerated() {
            events.append(.absolute(InputCode.slot, Int32(index)))
            // A finger that has been followed since stays the same one.
            let isFollowed = slot.id >= 0 && loss.reported.contains(index)
            if !isFollowed { events.append(.absolute(InputCode.trackingID, slot.id)) }
            events += slot.values
        }
        for var event in events + [.absolute(InputCode.slot, Int32(state.selected)), .report] {
            event.microseconds = due.microseconds
            body(event)
        }
    }
}

extension TouchDecoder.Snapshot.Slot {
    /// Its values without the id, as events: the position, and what else is not 0.
    fileprivate var values: [InputEvent] {
        let others = [(InputCode.toolType, tool), (InputCode.touchMajor, breadth ?? 0), (InputCode.distance, distance)]
        return [.absolute(InputCode.positionX, x), .absolute(InputCode.positionY, y)]
            + others.filter { $1 != 0 }.map(InputEvent.absolute)
    }
}
