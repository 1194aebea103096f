import Synchronization
import System
import TouchCore
package import TouchDevice

/// A virtual touchscreen.
///
/// May be used from several threads: frames are written whole, in order of the calls.
package final class VirtualPanel: Sendable {
    /// Its description.
    package let description: DeviceDescription

    private let backend: any PanelBackend
    private let memory: PanelMemory
    /// Held while a frame is made and written, so that frames reach readers in the order of their changes.
    private let turn = Mutex(Plug.plugged)

    private enum Plug { case plugged, unplugged, removed }

    /// Makes a plugged panel.
    ///
    /// - Parameters:
    ///   - description: its description.
    ///   - kind: how to make it.
    ///   - properties: additional udev properties; only in a test bed, as the kernel's devices get theirs from udev.
    ///   - neighbor: the newest panel of the test bed to share; it must be removed after this one.
    /// - Throws: when the kernel or umockdev fails, or a file of the installation is missing.
    package init(
        _ description: DeviceDescription = .touchsim, kind: BackendKind = .automatic,
        properties: [String: String] = [:],
        beside neighbor: VirtualPanel? = nil
    ) throws(PanelError) {
        self.description = description
        let memory = PanelMemory(description)
        self.memory = memory
        switch kind.resolved {
        case .uinput: backend = try UinputPanel(description)
        case .umockdev, .automatic:
            backend = try TestBedPanel(
                description, properties: properties, preload: try Self.preload(),
                beside: neighbor?.backend as? TestBedPanel, answer: memory.answer)
        }
    }

    /// The shim library: beside the program in a build folder, below ../lib/touchd when installed.
    static func preload() throws(PanelError) -> String {
        let (library, folder) = ("libtouchsim-preload.so", SystemPath.programFolder ?? ".")
        let candidates = ["\(folder)/\(library)", "\(folder)/../lib/touchd/\(library)"]
        if let found = candidates.first(where: SystemPath.exists) { return found }
        throw .missing("\(library) (searched \(candidates.joined(separator: ", ")))")
    }

    /// The event node of the panel, such as /dev/input/event20.
    package var node: String { turn.withLock { _ in backend.node } }

    /// Environment variables with which a program sees the panel; empty for uinput.
    package var environment: [String: String] { backend.environment }

    /// Number of readers of the panel, as far as this process can see.
    package var openers: Int { turn.withLock { _ in backend.openers } }

    /// Fingers that are down.
    package var fingers: [Int] { memory.state.withLock { $0.fingers } }

    /// Whether the panel is plugged in.
    package var isPlugged: Bool { turn.withLock { $0 == .plugged } }

    /// Applies all `changes` in one frame, with the present time as timestamp.
    ///
    /// - Throws: when a change is impossible, the panel is unplugged, or a reader stalled.
    package func apply(_ changes: [FingerChange]) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            let events = try memory.frame(changes)
            if !events.isEmpty { try backend.write(events) }
        }
    }

    /// Applies all `changes` as lost events: readers get what the kernel leaves of an overflowing buffer, SYN_DROPPED.
    ///
    /// Queries of the node then show the new state.
    ///
    /// - Throws: as ``apply(_:)``, and for a panel made by uinput.
    package func lose(_ changes: [FingerChange]) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            guard backend.canLoseEvents else { throw .cannotLoseEvents }
            _ = try memory.frame(changes)
            try backend.write([.dropped, .report])
        }
    }

    /// Writes one frame of raw events; the last should be a report.
    ///
    /// - Parameter heard: what readers get of it, as in ``lose(_:)``; nil: all.
    /// - Throws: for a panel made by uinput, if something is to be lost.
    package func write(_ events: [InputEvent], heard: [InputEvent]? = nil) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            guard heard == nil || backend.canLoseEvents else { throw .cannotLoseEvents }
            memory.state.withLock { $0.absorb(events) }
            if heard?.isEmpty != true { try backend.write(heard ?? events) }
        }
    }

    /// Plays a timeline, each frame at its moment; returns after the last.
    package func play(_ timeline: Timeline) throws(PanelError) {
        let start = Instant.now
        for frame in timeline.frames {
            RunningThread.sleep(until: start.advanced(by: frame.offset))
            try apply(frame.changes)
        }
        RunningThread.sleep(until: start.advanced(by: timeline.duration))
    }

    /// Waits until readers have read everything written, at most `seconds`.
    package func drain(seconds: Int = 10) { backend.drain(seconds: seconds) }

    /// Revokes the node from its readers, which see ENODEV, while the panel stays plugged in: EVIOCREVOKE.
    ///
    /// - Parameter count: how many of the next openers lose it at once as well.
    /// - Throws: for an unplugged panel, and for one made by uinput.
    package func revoke(alsoNext count: Int = 0) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            try backend.revoke(alsoNext: count)
        }
    }

    /// Unplugs the panel; readers see ENODEV and udev's remove event.
    package func unplug() throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            plug = .unplugged
            memory.state.withLock { $0 = PanelState(description: description) }
            try backend.unplug()
        }
    }

    /// Plugs the panel in again, untouched.
    package func plug() throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .unplugged else { throw .plugged }
            try backend.plug()
            plug = .plugged
        }
    }

    /// Removes the panel permanently, with its test bed.
    ///
    /// It stays unplugged.
    package func remove() {
        turn.withLock { plug in
            guard plug != .removed else { return }
            plug = .removed
            backend.remove()
        }
    }

    /// How long the node must not be opened or queried before it counts as ready.
    ///
    /// Readers query the state of the contacts when they open a panel, and discard earlier events; libinput does so
    /// within a few milliseconds.
    static let quietTime = Interval.milliseconds(100)

    /// Waits until `count` readers have the panel open and are ready for touches.
    ///
    /// - Throws: after `milliseconds`.
    package func awaitOpen(count: Int = 1, milliseconds: Int) throws(PanelError) {
        let end = Instant.now.advanced(by: .milliseconds(Int64(milliseconds)))
        while true {
            let (openers, lastOpened) = turn.withLock { _ in (backend.openers, backend.lastOpened) }
            let lastActivity = max(lastOpened, memory.lastQuestion)
            if openers >= count, Instant.now.since(lastActivity) >= Self.quietTime { return }
            guard Instant.now < end else { throw .notOpened(milliseconds: milliseconds) }
            RunningThread.sleep(until: Instant.now.advanced(by: .milliseconds(5)))
        }
    }
}

/// The panel's state, shared with the handlers of its event node.
final class PanelMemory: Sendable {
    let state: Mutex<PanelState>
    /// When the node was last queried.
    var lastQuestion: Instant { Instant(microseconds: question.load(ordering: .relaxed)) }
    private let question = Atomic<Int64>(0)

    init(_ description: DeviceDescription) { state = Mutex(PanelState(description: description)) }

    /// The events of some changes.
    func frame(_ changes: [FingerChange]) throws(PanelError) -> [InputEvent] {
        do throws(FingerFault) {
            return try state.withLock { state throws(FingerFault) in try state.frame(changes) }
        } catch { throw .finger(error) }
    }

    /// Replies to an ioctl from the present state.
    func answer(_ request: IoctlRequest, _ argument: [UInt8]) -> IoctlAnswer {
        question.store(Instant.now.microseconds, ordering: .relaxed)
        return state.withLock { $0.answer(request, argument: argument) }
    }
}
