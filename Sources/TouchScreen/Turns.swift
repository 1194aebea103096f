package import EventLoop

/// Work of which each piece begins when the one before it is done.
package final class Turns {
    private let loop: EventLoop
    private var waiting: [(@escaping () -> Void) -> Void] = []

    /// An empty queue.
    package init(loop: EventLoop) { self.loop = loop }

    /// Does work when its turn has come, the first at once, later ones in a round of their own; it calls `done` once.
    package func await(_ work: @escaping (_ done: @escaping () -> Void) -> Void) {
        waiting.append(work)
        if waiting.count == 1 { begin() }
    }

    /// Gives up what has no turn yet, and frees it.
    package func stop() { waiting = [] }

    private func begin() {
        let work = waiting[0]
        work { [self] in
            guard !waiting.isEmpty else { return }
            waiting.removeFirst()
            if !waiting.isEmpty { loop.onceLater { self.begin() } }
        }
    }
}
