public import System
internal import CSystemd
internal import Glibc
public import TouchCore

/// The loop of one thread: descriptors, timers and signals in, handlers called one after another.
///
/// A thin layer over sd-event. Everything made by a loop, and every handler, belongs to the thread that runs it;
/// only ``Worker`` crosses threads. An idle loop does not wake up.
@safe
public final class EventLoop {
    /// The loop in systemd's library; sources hold their own references.
    let handle: OpaquePointer
    private var later: [() -> Void] = []
    private var laterStart = 0
    private var laterSource: EventSource?
    /// How many other handlers have run while one of ``onceLater(_:)`` waits.
    private var passed = 0
    /// How many may: sources that are always ready must not hold back the rest of what they began.
    static let maxPassed = 8
    let changes = LoopChanges()
    weak var first: FirstWatch?
    private var isEnding = false
    /// How often the descriptor of a ``FirstWatch`` is served at most while another handler waits: one that is always
    /// readable must not stop the others.
    static let maxLooks = 16
    /// The clock of a test; nil: the machine's.
    let clock: (any LoopClock)?

    /// Makes a loop for the calling thread.
    public convenience init() throws(SystemError) { try self.init(clock: nil) }

    /// Makes a loop for the calling thread; `clock` takes the place of the machine's.
    package init(clock: (any LoopClock)?) throws(SystemError) {
        self.clock = clock
        var created: OpaquePointer?
        try unsafe SystemError.check("sd_event_new", sd_event_new(&created))
        guard let created = unsafe created else { throw SystemError(call: "sd_event_new", code: ENOMEM) }
        unsafe handle = created
        let callback: sd_event_handler_t = { _, userdata in
            unsafe tell(userdata) { (loop: EventLoop) in loop.runNextLater() }
        }
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        // A deferred source counts as ready since its creation, so it would always come first among equals.
        laterSource = try unsafe EventSource(of: self, "sd_event_add_defer", priority: .normal, step: 1) {
            unsafe sd_event_add_defer(handle, &$0, callback, userdata)
        }
        laterSource?.setEnabled(SD_EVENT_OFF)
    }

    /// Runs until ``exit(_:)``, once, and returns its code; pending ``onceLater(_:)`` handlers are dropped.
    @discardableResult
    public func run() throws(SystemError) -> Int32 {
        // Handlers that will never run must not keep alive what holds this loop.
        defer { later.removeAll() }
        while unsafe sd_event_get_state(handle) != SD_EVENT_FINISHED { try runRound() }
        var code: Int32 = 0
        try unsafe SystemError.check("sd_event_get_exit_code", sd_event_get_exit_code(handle, &code))
        return code
    }

    /// Runs one round: waits and calls at most one handler; that of a ``FirstWatch`` as often as its descriptor is readable,
    /// but not more than ``maxLooks`` times while another one waits.
    ///
    /// - Parameter timeout: the longest wait; nil: until there is something to do.
    /// - Returns: whether anything was handled; `false` also after ``exit(_:)``.
    @discardableResult
    public func runRound(timeout: Interval? = nil) throws(SystemError) -> Bool {
        if unsafe sd_event_get_state(handle) == SD_EVENT_FINISHED { return false }
        if let clock { return try clock.runRound(of: self, timeout: timeout) }
        return try serve(timeout: timeout)
    }

    /// Notes that a handler has run; one that waits does not wait for ever.
    private func pass() {
        guard !later.isEmpty else { return }
        passed += 1
        if passed == Self.maxPassed { laterSource?.setPriority(.normal, step: -1) }
    }

    /// Waits for the machine's descriptors and timers, and calls at most one handler.
    package func serve(timeout: Interval?) throws(SystemError) -> Bool {
        guard let first, !isEnding else {
            let microseconds = timeout.map { UInt64(max($0.microseconds, 0)) } ?? .max
            defer { pass() }
            return try unsafe SystemError.check("sd_event_run", sd_event_run(handle, microseconds)) > 0
        }
        changes.areThere = false
        var isReady = try unsafe SystemError.check("sd_event_prepare", sd_event_prepare(handle)) > 0
        var isBusy = first.handle(before: self, timeout: isReady ? .zero : timeout)
        if !isReady { isReady = try unsafe SystemError.check("sd_event_wait", sd_event_wait(handle, 0)) > 0 }
        guard isReady else { return isBusy }
        // Both handlers may take long: a touch that came during the first one does not wait for the second one, too.
        for _ in 1..<Self.maxLooks {
            guard isBusy, !isEnding, self.first === first else { break }
            isBusy = first.handle(before: self, timeout: .zero)
        }
        defer { pass() }
        return try unsafe SystemError.check("sd_event_dispatch", sd_event_dispatch(handle)) > 0
    }

    /// Readable when ``runRound(timeout:)`` has something to do, for programs that wait elsewhere: they run rounds
    /// until nothing is left before each wait.
    package var pollDescriptor: Int32 {
        precondition(first == nil, "a descriptor that goes first is waited for beside the loop's own")
        return ownDescriptor
    }

    /// Readable when libsystemd has something to dispatch.
    var ownDescriptor: Int32 { unsafe sd_event_get_fd(handle) }

    /// Ends ``run()`` after the handler that is running.
    public func exit(_ code: Int32 = 0) {
        (isEnding, changes.areThere) = (true, true)
        // Fails only on a loop that has already ended.
        _ = unsafe sd_event_exit(handle, code)
    }

    /// The time now, of the clock of every ``Timer``.
    public var now: Instant { clock?.now ?? .now }

    /// The time of CLOCK_BOOTTIME now: like ``now``, but includes sleep.
    package var boottime: Instant { clock?.boottime ?? .boottime }

    /// The time of CLOCK_REALTIME now.
    package var wallTime: WallTime { clock?.wallTime ?? .now }

    /// Calls `handler` once, from the loop, after the current handler has returned.
    ///
    /// Each call gets its own round, in the order given; sources that are ready by then run first, but not more than
    /// ``maxPassed`` of those that are not ``Priority/important``.
    public func onceLater(_ handler: @escaping () -> Void) {
        later.append(handler)
        laterSource?.setEnabled(SD_EVENT_ONESHOT)
    }

    /// Does long work in parts, each in a round of its own, as ``onceLater(_:)`` does, until `part` returns false:
    /// touches go first.
    public func inParts(_ part: @escaping () -> Bool) {
        guard part() else { return }
        onceLater { [unowned self] in inParts(part) }
    }

    /// Answers the service manager's watchdog from this loop; returns whether one is wanted (`WATCHDOG_USEC` of the
    /// environment).
    @discardableResult
    public func enableWatchdog() throws(SystemError) -> Bool {
        try unsafe SystemError.check("sd_event_set_watchdog", sd_event_set_watchdog(handle, 1)) > 0
    }

    private func runNextLater() {
        if passed >= Self.maxPassed { laterSource?.setPriority(.normal, step: 1) }
        // ``pass()`` counts the round of this handler, too.
        passed = -1
        let handler = later[laterStart]
        later[laterStart] = {}
        laterStart += 1
        if laterStart == later.count {
            later.removeAll(keepingCapacity: later.capacity <= 64)
            laterStart = 0
        } else {
            laterSource?.setEnabled(SD_EVENT_ONESHOT)
        }
        handler()
    }

    deinit {
        laterSource = nil
        unsafe sd_event_unref(handle)
    }
}
