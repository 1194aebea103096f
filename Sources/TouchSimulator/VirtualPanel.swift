import Synchronization

/// A virtual touchscreen that fingers can be put on.
///
/// May be used from several threads: frames never mix, whoever comes first is written first.
public final class VirtualPanel: Sendable {
    /// The panel whose likeness this is.
    public let description: PanelDescription

    private let backend: any PanelBackend
    private let memory: PanelMemory
    /// Held while a frame is made and written, so that frames reach readers in the order their changes happened.
    private let turn = Mutex(Plug.plugged)

    private enum Plug { case plugged, unplugged, removed }

    /// A plugged panel.
    ///
    /// - Parameters:
    ///   - description: what the panel says about itself.
    ///   - kind: how to make it.
    ///   - properties: udev properties to add; only a test bed can, the kernel's devices get theirs from udev.
    ///   - neighbor: the panel that programs see as well, the newest one; it has to be removed after this one.
    /// - Throws: when the kernel, umockdev or a file of the installation refuses.
    public init(
        _ description: PanelDescription = .standard, kind: BackendKind = .automatic, properties: [String: String] = [:],
        beside neighbor: VirtualPanel? = nil
    ) throws(PanelError) {
        self.description = description
        let memory = PanelMemory(description)
        self.memory = memory
        switch kind.resolved {
        case .uinput: backend = try UinputPanel(description)
        case .umockdev, .automatic:
            backend = try TestBedPanel(
                description, properties: properties, preload: try Installation.preload(),
                beside: neighbor?.backend as? TestBedPanel, answer: memory.answer)
        }
    }

    /// The event node of the panel, such as /dev/input/event20.
    public var node: String { turn.withLock { _ in backend.node } }

    /// Variables a program needs in its environment to see the panel; none where the kernel makes it.
    public var environment: [String: String] { backend.environment }

    /// How many readers have the panel open, as far as this process may know.
    public var openers: Int { turn.withLock { _ in backend.openers } }

    /// Fingers that are down.
    public var fingers: [Int] { memory.state.withLock { $0.fingers } }

    /// Whether the panel is plugged in.
    public var isPlugged: Bool { turn.withLock { $0 == .plugged } }

    /// Lets all `changes` happen in one frame, stamped with the present moment.
    ///
    /// - Throws: when a finger cannot do what it should, the panel is unplugged, or a reader stalled.
    public func apply(_ changes: [FingerChange]) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            let events = try memory.state.withLock { state throws(PanelError) in try state.frame(changes) }
            if !events.isEmpty { try backend.write(events) }
        }
    }

    /// Lets all `changes` happen unheard: readers get what the kernel leaves of an overflowing buffer, SYN_DROPPED.
    ///
    /// What is down can then be asked of the node.
    ///
    /// - Throws: as ``apply(_:)``, and for a panel made by uinput.
    public func lose(_ changes: [FingerChange]) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            guard backend.canLoseEvents else { throw .cannotLoseEvents }
            _ = try memory.state.withLock { state throws(PanelError) in try state.frame(changes) }
            try backend.write([.dropped, .report])
        }
    }

    /// Writes one frame of events as they are; the last should be a report.
    ///
    /// - Parameter heard: what readers get of it, as in ``lose(_:)``; nil: all.
    /// - Throws: for a panel made by uinput, if something is not to be heard.
    public func write(_ events: [KernelEvent], heard: [KernelEvent]? = nil) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            guard heard == nil || backend.canLoseEvents else { throw .cannotLoseEvents }
            memory.state.withLock { $0.absorb(events) }
            if heard?.isEmpty != true { try backend.write(heard ?? events) }
        }
    }

    /// Plays a timeline, each frame at its moment; returns after the last.
    public func play(_ timeline: Timeline) throws(PanelError) {
        let start = monotonicMicroseconds()
        for frame in timeline.frames {
            sleep(until: start + frame.offset)
            try apply(frame.changes)
        }
        sleep(until: start + timeline.duration)
    }

    /// Waits until readers have taken everything written, at most `seconds`.
    public func drain(seconds: Int = 10) { backend.drain(seconds: seconds) }

    /// Takes the node away from its readers, which see ENODEV, while the panel stays plugged in: EVIOCREVOKE.
    ///
    /// - Parameter count: how many that open it next lose it at once as well.
    /// - Throws: for an unplugged panel, and for one made by uinput.
    public func revoke(alsoNext count: Int = 0) throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            try backend.revoke(alsoNext: count)
        }
    }

    /// Pulls the panel out; readers see ENODEV and udev's remove event.
    public func unplug() throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .plugged else { throw .unplugged }
            plug = .unplugged
            memory.state.withLock { $0 = PanelState(description: description) }
            try backend.unplug()
        }
    }

    /// Puts the panel back in, untouched.
    public func plug() throws(PanelError) {
        try turn.withLock { plug throws(PanelError) in
            guard plug == .unplugged else { throw .plugged }
            try backend.plug()
            plug = .plugged
        }
    }

    /// Takes the panel away for good, and its test bed with it.
    ///
    /// It stays unplugged.
    public func remove() {
        turn.withLock { plug in
            guard plug != .removed else { return }
            plug = .removed
            backend.remove()
        }
    }

    /// How long nobody may open the panel or ask it anything before it counts as ready for use, in microseconds.
    ///
    /// Readers ask for the state of the contacts when they open a panel, and throw away what came before they are done;
    /// libinput does so within a few milliseconds.
    static let quietTime: Int64 = 100_000

    /// Waits until `count` readers have the panel open and are ready for touches.
    ///
    /// - Throws: after `milliseconds`.
    public func awaitOpen(count: Int = 1, milliseconds: Int) throws(PanelError) {
        let end = monotonicMicroseconds() + Int64(milliseconds) * 1000
        while true {
            let (openers, lastOpened) = turn.withLock { _ in (backend.openers, backend.lastOpened) }
            let lastActivity = max(lastOpened, memory.lastQuestion.load(ordering: .relaxed))
            if openers >= count, monotonicMicroseconds() - lastActivity >= Self.quietTime { return }
            guard monotonicMicroseconds() < end else { throw .notOpened(milliseconds: milliseconds) }
            sleep(until: monotonicMicroseconds() + 5000)
        }
    }
}

/// The panel's state, shared with whoever answers for the event node.
final class PanelMemory: Sendable {
    let state: Mutex<PanelState>
    /// When somebody last asked the node something, in microseconds of CLOCK_MONOTONIC.
    let lastQuestion = Atomic<Int64>(0)

    init(_ description: PanelDescription) { state = Mutex(PanelState(description: description)) }

    /// Answers an ioctl from the present state.
    func answer(_ request: IoctlRequest, _ argument: [UInt8]) -> IoctlAnswer {
        lastQuestion.store(monotonicMicroseconds(), ordering: .relaxed)
        return state.withLock { $0.answer(request, argument: argument) }
    }
}
