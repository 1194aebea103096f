package import EventLoop

/// A thread for what a call needs before it changes anything, so that touches do not wait for it.
package final class AsideWork {
    private let loop: EventLoop
    /// Begins with its first use; nil if it cannot.
    private lazy var worker = try? Worker(on: loop, capacity: Self.capacity)
    /// More than can wait at once: each belongs to a connection.
    private static let capacity = 512

    /// The thread starts with the first work.
    package init(loop: EventLoop) { self.loop = loop }

    /// Runs `work` on the thread, and then `finish` with its result on the loop; without a thread, both at once.
    package func run<Result>(_ work: @escaping @Sendable () -> sending Result, finish: @escaping (Result) -> Void) {
        if worker?.run(work, finish: finish) != true { finish(work()) }
    }
}
