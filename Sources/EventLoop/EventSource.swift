internal import CSystemd
internal import System
internal import Glibc
internal import TouchCore

/// Which of several ready sources runs first.
public enum Priority: Int64, Sendable {
    /// Before everything else: touches and deadlines.
    case important = -100
    /// Sockets and signals.
    case normal = 0
    case idle = 100
}

/// Whether sources of a loop have changed since libsystemd was told to wait for them.
final class LoopChanges {
    var areThere = true
}

/// Tells the object for which a callback of C was registered.
func tell<Owner: AnyObject>(_ userdata: UnsafeMutableRawPointer?, _ body: (Owner) -> Void) -> Int32 {
    if let userdata = unsafe userdata { unsafe body(Unmanaged.fromOpaque(userdata).takeUnretainedValue()) }
    return 0
}

/// One registered `sd_event_source`; the registration ends with this value.
@safe
struct EventSource: ~Copyable {
    private let pointer: OpaquePointer
    private let changes: LoopChanges

    /// Takes over the reference that an `sd_event_add_…` call hands out.
    ///
    /// - Parameter step: steps behind the priority; sources of equal priority run in the order they became ready.
    init(
        of loop: EventLoop, _ call: String, priority: Priority, step: Int64 = 0,
        _ add: (inout OpaquePointer?) -> Int32
    ) throws(SystemError) {
        var added: OpaquePointer?
        try unsafe SystemError.check(call, add(&added))
        guard let added = unsafe added else { throw SystemError(call: call, code: ENOMEM) }
        unsafe pointer = added
        changes = loop.changes
        setPriority(priority, step: step)
    }

    func setPriority(_ priority: Priority, step: Int64 = 0) {
        changes.areThere = true
        demand(
            unsafe sd_event_source_set_priority(pointer, priority.rawValue + step), "a source takes any priority")
    }

    func setEnabled(_ mode: Int) {
        changes.areThere = true
        demand(unsafe sd_event_source_set_enabled(pointer, Int32(mode)), "a registered source can be switched")
    }

    /// - Parameter time: before the clock's origin means at once.
    func setTime(_ time: Instant) {
        changes.areThere = true
        let microseconds = UInt64(max(time.microseconds, 0))
        demand(unsafe sd_event_source_set_time(pointer, microseconds), "a registered timer can be set")
    }

    func setInterest(_ events: UInt32) {
        demand(unsafe sd_event_source_set_io_events(pointer, events), "a watched descriptor is open")
    }

    /// Any failure is a programming error, except on a loop that has ended, where nothing can be set.
    private func demand(_ result: Int32, _ promise: StaticString) {
        precondition(result >= 0 || result == -ESTALE, "\(promise)")
    }

    deinit {
        // Also right inside the source's own callback: the loop holds a reference while it dispatches.
        unsafe sd_event_source_disable_unref(pointer)
    }
}
