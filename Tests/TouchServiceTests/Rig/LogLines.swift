import Journal
import Synchronization

/// Keeps what a daemon logs.
final class LogLines: Sendable {
    private let kept = Mutex<[Journal.Entry]>([])

    func record(_ entry: Journal.Entry) { kept.withLock { $0.append(entry) } }

    /// The entries, with their fields.
    var entries: [Journal.Entry] { kept.withLock { $0 } }
    /// Their messages.
    var all: [String] { entries.map(\.message) }
}
