internal import TouchCore
internal import TouchInput

/// Counters since the daemon's start: frames and their latencies, panels, results, refusals.
package final class Statistics {
    /// A counter, with the labels that distinguish it.
    package struct Counter {
        /// The name of the counter in the interface and the metrics.
        package let name: String
        /// Kind and outcome, of results only.
        package let kind: String?
        /// See ``kind``.
        package let outcome: String?
        /// Reason and panel of ignored landings.
        package let reason: String?
        /// See ``reason``.
        package let panel: String?
        /// How often, since the start of the daemon.
        package let value: Int

        /// A counter; a label that it does not have is nil.
        package init(
            name: String, kind: String? = nil, outcome: String? = nil, reason: String? = nil, panel: String? = nil,
            value: Int
        ) {
            (self.name, self.kind, self.outcome, self.reason) = (name, kind, outcome, reason)
            (self.panel, self.value) = (panel, value)
        }
    }

    package init() {}

    /// How late frames were read and delivered.
    package var latencies: FrameLatencies { frames }
    var frames = FrameLatencies()
    /// Panels that were plugged in.
    var panelsAdded = 0
    /// Panels that were pulled or lost.
    var panelsRemoved = 0
    /// Number of times the kernel dropped reports because they were read too late.
    var lossesOfEvents = 0
    /// Times fingers lifted while another program had a panel.
    var missedLifts = 0
    /// Times contacts did not end although nothing touched their panel.
    var stuckContacts = 0
    /// Panels that claimed a size that no panel has.
    var impossibleSizes = 0
    /// Accepted connections.
    package var connections = 0
    /// Accepted connections that are open.
    package var openConnections = 0
    /// Connections refused because of a limit.
    package var connectionsRefused = 0
    /// Connections ended because of the peer's behavior: invalid messages, or reading too slowly.
    package var connectionsDropped = 0
    /// Reloads that were applied.
    package var reloads = 0
    /// Reloads that were refused.
    package var reloadsRefused = 0
    /// Results that failed because the panel's provenance is not allowed, or the panel is not pinned.
    package var provenanceRefusals = 0
    /// Number of times the disk failed to store changes of the vault.
    package var storageErrors = 0
    /// Results that no finger caused and that were only counted.
    package var resultsLeftOut = 0
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
    package func count(kind: String, outcome: String) {
        results[ResultName(kind: kind, outcome: outcome), default: 0] += 1
    }

    /// The latencies and all counters, in a fixed order.
    ///
    /// - Parameter hidingSecrets: leaves out the frames that arrived while a secret was on screen.
    package func figures(hidingSecrets: Bool) -> (
        read: LatencyHistogram, delivered: LatencyHistogram, counters: [Counter]
    ) {
        let (read, delivered) = frames.figures(hidingSecrets: hidingSecrets)
        let plain = [
            ("frames", read.count), ("panels_added", panelsAdded), ("panels_removed", panelsRemoved),
            ("losses_of_events", lossesOfEvents), ("missed_lifts", missedLifts), ("stuck_contacts", stuckContacts),
            ("impossible_sizes", impossibleSizes), ("connections", connections),
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
