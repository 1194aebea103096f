internal import CSystemd

/// Something to do after other handlers have run, until this object is cancelled or let go.
public final class RoundHook {
    private var source: EventSource?
    private var handler: (() -> Void)?

    init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        let callback: sd_event_handler_t = { _, userdata in
            guard let userdata = unsafe userdata else { return 0 }
            let hook = unsafe Unmanaged<RoundHook>.fromOpaque(userdata).takeUnretainedValue()
            hook.handler?()
            return 0
        }
        var added: OpaquePointer?
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        try unsafe SystemError.check("sd_event_add_post", sd_event_add_post(loop.handle, &added, callback, userdata))
        if let added = unsafe added { source = unsafe EventSource(owning: added, of: loop, priority: .normal) }
    }

    /// Stops; allowed inside the handler, and more than once.
    public func cancel() {
        source = nil
        handler = nil
    }
}

extension EventLoop {
    /// Calls `handler` after every round in which another handler ran; an idle loop stays idle.
    ///
    /// Sources that became ready together are handled before it.
    public func afterEachRound(_ handler: @escaping () -> Void) throws(SystemError) -> RoundHook {
        try RoundHook(self, handler)
    }
}
