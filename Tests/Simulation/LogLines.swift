package import EventLoop
private import Synchronization

/// Keeps what a daemon logs.
package final class LogLines: Sendable {
    private let kept = Mutex<[Journal.Entry]>([])

    package init() {}

    package func record(_ entry: Journal.Entry) { kept.withLock { $0.append(entry) } }

    package func forget() { kept.withLock { $0 = [] } }

    package var entries: [Journal.Entry] { kept.withLock { $0 } }
    package var all: [String] { entries.map(\.message) }
    /// The lines on standard error.
    package var lines: [String] { entries.map { Journal.Sinks.line(for: $0, of: "touchd", onTerminal: false) } }
}
