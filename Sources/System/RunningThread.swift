internal import Glibc
package import TouchCore

/// A thread that was started, to be joined or left alone.
///
/// All signals are blocked in it from the start, so that the loop handles them: a thread that blocked them itself could receive one
/// before, whose default action would end the process.
package struct RunningThread {
    private let handle: pthread_t

    /// Runs `body` in a new thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        var (all, own) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        // It inherits the mask of this thread.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &own)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &own, nil) }
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box)
        guard code == 0 else {
            unsafe Unmanaged<Body>.fromOpaque(box).release()
            throw SystemError(call: "pthread_create", code: code)
        }
        handle = thread
    }

    /// Runs `body` in a new thread that nobody waits for; a machine without room for one ends the program.
    package static func detached(_ body: @escaping @Sendable () -> Void) {
        guard let thread = try? RunningThread(body) else { preconditionFailure("no thread can be started") }
        thread.detach()
    }

    /// Sleeps until that time; returns at once if it is past.
    package static func sleep(until time: Instant) {
        let (seconds, rest) = max(time, .zero).microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        var moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1000)
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
    }

    /// Waits until it has ended; once.
    package func join() { pthread_join(handle, nil) }

    /// Leaves it to itself; it is not joined then.
    package func detach() { pthread_detach(handle) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
