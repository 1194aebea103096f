public import System
internal import CSystemd

/// What a descriptor is ready for, or what is waited for.
public struct Readiness: OptionSet, Sendable {
    /// The kernel's epoll bits.
    public let rawValue: UInt32

    /// Wraps epoll bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Bytes, a connection or the end of the stream can be read.
    public static let input = Readiness(rawValue: 0x001)
    /// Bytes can be written.
    public static let output = Readiness(rawValue: 0x004)
    /// The descriptor has failed; always reported.
    public static let failed = Readiness(rawValue: 0x008)
    /// The other end is closed; always reported.
    public static let hangUp = Readiness(rawValue: 0x010)
}

/// A descriptor that a loop watches, until this object is cancelled or released.
///
/// Level-triggered: the handler is called as long as the condition holds. The descriptor must stay open while it is
/// watched, and can be watched once per loop.
public final class Watch {
    private var source: EventSource?
    private var handler: ((Readiness) -> Void)?

    /// What is waited for; an empty set still reports ``Readiness/hangUp`` and ``Readiness/failed``.
    public var interest: Readiness {
        didSet {
            if interest != oldValue { source?.setInterest(interest.rawValue) }
        }
    }

    init(
        _ loop: EventLoop, _ descriptor: Int32, _ interest: Readiness, _ priority: Priority,
        _ handler: @escaping (Readiness) -> Void
    ) throws(SystemError) {
        self.interest = interest
        self.handler = handler
        let callback: sd_event_io_handler_t = { _, _, events, userdata in
            unsafe tell(userdata) { (watch: Watch) in watch.handler?(Readiness(rawValue: events)) }
        }
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        source = try unsafe EventSource(of: loop, "sd_event_add_io", priority: priority) {
            unsafe sd_event_add_io(loop.handle, &$0, descriptor, interest.rawValue, callback, userdata)
        }
    }

    /// Stops watching permanently; may be called repeatedly and inside the handler.
    public func cancel() {
        source = nil
        handler = nil
    }
}

extension EventLoop {
    /// Throws `EPERM` for a regular file, `EEXIST` for a descriptor that is already watched.
    public func watch(
        _ descriptor: Int32, for interest: Readiness, priority: Priority = .normal,
        handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Watch {
        try Watch(self, descriptor, interest, priority, handler)
    }
}
