internal import TouchCore
internal import TouchInput

/// Counters since the daemon's start: frames and their latencies, panels, results, refusals.
final class Statistics {
    /// A counter, with the labels that distinguish it.
    struct Counter {
        /// The name of the counter in the interface and the metrics.
        let name: String
        /// Kind and outcome, of results only.
        var kind: String?
        var outcome: String?
        /// Reason and panel of ignored landings.
        var reason: String?
        var panel: String?
        let value: Int
    }

    /// How late frames were read and delivered.
    var frames = FrameLatencies()
    /// Panels that were plugged in.
    var panelsAdded = 0
    /// Panels that were pulled or lost.
    var panelsRemoved = 0
    /// Number of times the kernel dropped reports because they were read too late.
    var lossesOfEvents = 0
    /// Accepted connections.
    var connections = 0
    /// Accepted connections that are open.
    var openConnections = 0
    /// Connections refused because of a limit.
    var connectionsRefused = 0
    /// Connections ended because of the peer's behavior: invalid messages, or reading too slowly.
    var connectionsDropped = 0
    /// Reloads that were applied.
    var reloads = 0
    /// Reloads that were refused.
    var reloadsRefused = 0
    /// Results that failed because the panel's provenance is not allowed, or the panel is not pinned.
    var provenanceRefusals = 0
    /// Number of times the disk failed to store changes of the vault.
    var storageErrors = 0
    /// Results that no finger caused and that were only counted.
    var resultsLeftOut = 0
    /// Log lines that were only counted.
    var linesLeftOut = 0

    private struct ResultName: Hashable, Comparable {
        let kind: String
        let outcome: String

        static func < (left: ResultName, right: ResultName) -> Bool {
            (left.kind, left.outcome) < (right.kind, right.outcome)
        }
    }
    private var results: [ResultName: Int] = [:]

    /// Counts a result.
    func count(kind: String, outcome: String) {
        results[ResultName(kind: kind, outcome: outcome), default: 0] += 1
    }

    /// The latencies and all counters, in a fixed order.
    ///
    /// - Parameter hidingSecrets: leaves out the frames that arrived while a secret was on screen.
    func figures(hidingSecrets: Bool) -> (read: LatencyHistogram, delivered: LatencyHistogram, counters: [Counter]) {
        let (read, delivered) = frames.figures(hidingSecrets: hidingSecrets)
        let plain = [
            ("frames", read.count), ("panels_added", panelsAdded), ("panels_removed", panelsRemoved),
            ("losses_of_events", lossesOfEvents), ("connections", connections),
            ("connections_refused", connectionsRefused), ("connections_dropped", connectionsDropped),
            ("reloads", reloads), ("reloads_refused", reloadsRefused), ("results_left_out", resultsLeftOut),
            ("lines_left_out", linesLeftOut), ("storage_errors", storageErrors),
            ("provenance_refusals", provenanceRefusals),
        ]
        let named = results.sorted { $0.key < $1.key }.map { name, value in
            Counter(name: "results", kind: name.kind, outcome: name.outcome, value: value)
        }
        let counters = plain.map { Counter(name: $0.0, value: $0.1) } + named
        return (read, delivered, counters)
    }
}
