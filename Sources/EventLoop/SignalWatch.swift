public import System
internal import CSystemd

/// A signal that the loop handles like any other event, until this object is cancelled or released.
public final class SignalWatch {
    private var source: EventSource?
    private var handler: (() -> Void)?

    init(_ loop: EventLoop, _ number: Int32, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        let callback: sd_event_signal_handler_t = { _, _, userdata in
            unsafe tell(userdata) { (watch: SignalWatch) in watch.handler?() }
        }
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        source = try unsafe EventSource(of: loop, "sd_event_add_signal", priority: .normal) {
            unsafe sd_event_add_signal(
                loop.handle, &$0, number | Int32(SD_EVENT_SIGNAL_PROCMASK), callback, userdata)
        }
    }

    /// May be called repeatedly and in the handler; unblocks the signal unless ``EventLoop/hold(_:)`` had blocked it.
    public func cancel() {
        source = nil
        handler = nil
    }
}

extension EventLoop {
    /// Handles a signal, such as `SIGTERM`, on the loop, and blocks its default action in this thread.
    ///
    /// Threads inherit the mask: watch signals before starting other threads, except a ``Worker``, which blocks them all.
    public func signal(_ number: Int32, handler: @escaping () -> Void) throws(SystemError) -> SignalWatch {
        try SignalWatch(self, number, handler)
    }

    /// Lets signals wait for a later ``signal(_:handler:)`` instead of ending the process; in this thread and those it starts.
    public static func hold(_ numbers: [Int32]) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
