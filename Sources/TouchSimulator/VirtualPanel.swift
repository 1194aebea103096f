import Synchronization
import System
import TouchCore
import TouchDevice

/// A virtual touchscreen for several threads: frames are written whole, in order of the calls.
final class VirtualPanel: Sendable {
    let description: DeviceDescription

    private let backend: any PanelBackend
    private let memory: PanelMemory
    /// Held while a frame is made and written, so that frames reach readers in the order of their changes.
    private let turn = Mutex(Plug.plugged)

    private enum Plug { case plugged, unplugged, removed }

    /// Makes a plugged panel; only a test bed has the additional udev properties, and `neighbor`, its newest panel,
    /// which must be removed after this one.
    init(
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
                beside: neighbor?.backend as? TestBedPanel, memory)
        }
    }

    /// The shim library: beside the program in a build folder, below ../lib/touchd when installed.
    static func preload() throws(PanelError) -> String {
        let (library, folder) = ("libtouchsim-preload.so", SystemPath.programFolder ?? ".")
        let candidates = ["\(folder)/\(library)", "\(folder)/../lib/touchd/\(library)"]
        if let found = candidates.first(where: SystemPath.exists) { return found }
        throw PanelError("\(library) (searched \(candidates.joined(separator: ", "))): not found")
    }

    var node: String { turn.withLock { _ in backend.node } }

    var environment: [String: String] { backend.environment }

    var openers: Int { turn.withLock { _ in backend.openers } }

    var fingers: [Int] { memory.state.withLock { $0.fingers } }

    var isPlugged: Bool { turn.withLock { $0 == .plugged } }

    private func plugged(_ body: () throws(PanelError) -> Void) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            try body()
        }
    }

    /// Applies all `changes` in one frame, with the present time as timestamp.
    func apply(_ changes: [FingerChange]) throws(PanelError) {
        try plugged { () throws(PanelError) in
            let events = try memory.frame(changes)
            if !events.isEmpty { try backend.write(events) }
        }
    }

    /// Applies all `changes` as lost events: readers get what the kernel leaves of an overflowing buffer, SYN_DROPPED.
    ///
    /// Queries of the node then show the new state. Impossible with a panel made by uinput.
    func lose(_ changes: [FingerChange]) throws(PanelError) {
        try plugged { () throws(PanelError) in
            guard backend.canLoseEvents else { throw .cannotLoseEvents }
            _ = try memory.frame(changes)
            try backend.write([.dropped, .report])
        }
    }

    /// Writes one frame of raw events, the last a report; `heard` is what readers get of it, as in ``lose(_:)``.
    func write(_ events: [InputEvent], heard: [InputEvent]? = nil) throws(PanelError) {
        try plugged { () throws(PanelError) in
            guard heard == nil || backend.canLoseEvents else { throw .cannotLoseEvents }
            memory.state.withLock { $0.absorb(events) }
            if heard?.isEmpty != true { try backend.write(heard ?? events) }
        }
    }

    /// Plays a timeline, each frame at its moment; returns after the last.
    func play(_ timeline: Timeline) throws(PanelError) {
        let start = Instant.now
        for frame in timeline.frames {
            RunningThread.sleep(until: start.advanced(by: frame.offset))
            try apply(frame.changes)
        }
        RunningThread.sleep(until: start.advanced(by: timeline.duration))
    }

    func drain(seconds: Int = 10) { backend.drain(seconds: seconds) }

    func revoke(alsoNext count: Int = 0) throws(PanelError) {
        try plugged { () throws(PanelError) in try backend.revoke(alsoNext: count) }
    }

    /// Unplugs the panel; readers see ENODEV and udev's remove event.
    func unplug() throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            plug = .unplugged
            memory.state.withLock { $0 = PanelState(description: description) }
            try backend.unplug()
        }
    }

    func plug() throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .unplugged else { throw PanelError("the panel is already plugged in") }
            try backend.plug()
            plug = .plugged
        }
    }

    func remove() {
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

    /// Waits until `count` readers have the panel open and are ready for touches, at most `milliseconds`.
    func awaitOpen(count: Int = 1, milliseconds: Int) throws(PanelError) {
        let end = Instant.now.advanced(by: .milliseconds(Int64(milliseconds)))
        while true {
            let (openers, lastOpened) = turn.withLock { _ in (backend.openers, backend.lastOpened) }
            let lastActivity = max(lastOpened, memory.lastQuestion)
            if openers >= count, Instant.now.since(lastActivity) >= Self.quietTime { return }
            guard Instant.now < end else {
                throw PanelError("no program opened the panel within \(milliseconds) ms")
            }
            RunningThread.sleep(until: Instant.now.advanced(by: .milliseconds(5)))
        }
    }
}

/// The panel's state, shared with the handlers of its event node.
final class PanelMemory: Sendable {
    let state: Mutex<PanelState>
    var lastQuestion: Instant { Instant(microseconds: question.load(ordering: .relaxed)) }
    private let question = Atomic<Int64>(0)

    init(_ description: DeviceDescription) { state = Mutex(PanelState(description: description)) }

    func frame(_ changes: [FingerChange]) throws(PanelError) -> [InputEvent] {
        do throws(FingerFault) {
            return try state.withLock { state throws(FingerFault) in try state.frame(changes) }
        } catch { throw PanelError("\(error)") }
    }

    func answer(_ request: IoctlRequest, _ argument: [UInt8]) -> IoctlAnswer {
        question.store(Instant.now.microseconds, ordering: .relaxed)
        return state.withLock { $0.answer(request, argument: argument) }
    }
}
