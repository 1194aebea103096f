internal import CShims

/// A descriptor that goes before everything else that a loop waits for, until this object is let go; a loop has at most one.
///
/// It is waited for beside the loop's own descriptor, so that between two reports of a panel libsystemd is idle:
/// to prepare, wait and dispatch takes it three times as long as it takes to send a report. Whatever else is ready is handled
/// after each call of the handler. The descriptor must stay open.
public final class FirstWatch {
    private let descriptor: Int32
    private let handler: () -> Void

    fileprivate init(_ descriptor: Int32, _ handler: @escaping () -> Void) {
        (self.descriptor, self.handler) = (descriptor, handler)
    }

    /// Calls the handler until something else is ready, or what the loop waits for has changed.
    ///
    /// - Parameter timeoutMicroseconds: how long to wait; `.max`: for ever.
    /// - Returns: whether it was called.
    func handle(before loop: EventLoop, timeoutMicroseconds: UInt64) -> Bool {
        let isLimited = timeoutMicroseconds != .max
        let others = loop.ownDescriptor
        var hasHandled = false
        while true {
            let ready = cshims_wait_for_two(descriptor, others, isLimited ? Int64(clamping: timeoutMicroseconds) : -1)
            if ready & 1 != 0 {
                handler()
                hasHandled = true
            }
            if ready != 1 || isLimited || loop.changes.areThere { return hasHandled }
        }
    }
}

extension EventLoop {
    /// Watches a descriptor before everything else.
    ///
    /// - Parameters:
    ///   - descriptor: an open descriptor that can be polled; the caller keeps owning it.
    ///   - handler: called as long as it can be read.
    public func watchFirst(_ descriptor: Int32, handler: @escaping () -> Void) -> FirstWatch {
        precondition(first == nil, "one descriptor goes first")
        let watch = FirstWatch(descriptor, handler)
        first = watch
        return watch
    }
}
