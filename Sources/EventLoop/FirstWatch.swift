internal import CShims
internal import TouchCore

/// The descriptor that a loop serves before all others while this object lives; a loop has at most one.
///
/// The loop polls it beside sd-event's own descriptor, so libsystemd is idle between two reports of a panel:
/// its prepare, wait and dispatch take three times as long as sending a report. Another ready source is
/// handled when there is nothing more to read, or after ``EventLoop/maxLooks`` calls of the handler. The descriptor must
/// stay open.
public final class FirstWatch {
    private let descriptor: Int32
    private let handler: () -> Void

    fileprivate init(_ descriptor: Int32, _ handler: @escaping () -> Void) {
        (self.descriptor, self.handler) = (descriptor, handler)
    }

    /// Calls the handler until something else is ready, or what the loop waits for changes; returns whether it did.
    func handle(before loop: EventLoop, timeout: Interval?) -> Bool {
        let others = loop.ownDescriptor
        var hasHandled = false
        while true {
            let ready = cshims_wait_for_two(descriptor, others, timeout.map { max($0.microseconds, 0) } ?? -1)
            if ready & 1 != 0 {
                handler()
                hasHandled = true
            }
            if ready != 1 || timeout != nil || loop.changes.areThere { return hasHandled }
        }
    }
}

extension EventLoop {
    /// Watches a descriptor, which stays the caller's, before everything else.
    public func watchFirst(_ descriptor: Int32, handler: @escaping () -> Void) -> FirstWatch {
        precondition(first == nil, "one descriptor goes first")
        let watch = FirstWatch(descriptor, handler)
        first = watch
        return watch
    }
}
