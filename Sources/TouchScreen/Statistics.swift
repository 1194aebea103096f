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
    package let latencies = FrameLatencies()
    /// Panels that were plugged in.
    var panelsAdded = 0
    /// Panels that were pulled or lost.
    var panelsRemoved = 0
    /// What went wrong with panels.
    enum Fault: String, CaseIterable {
        /// The kernel dropped reports because they were read too late.
        case lossesOfEvents = "losses_of_events"
        /// Fingers lifted while another program had a panel.
        case missedLifts = "missed_lifts"
        /// Contacts did not end although nothing touched their panel.
        case stuckContacts = "stuck_contacts"
        /// A panel claimed a size that no panel has.
        case impossibleSizes = "impossible_sizes"
    }
    /// How often; while a secret was on screen only administrators learn it, since a fault takes a touch.
    private var faults: [Fault: (all: Int, hidden: Int)] = [:]
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

    private var results: [String: [String: Int]] = [:]

    /// Counts a result.
    package func count(kind: String, outcome: String) {
        results[kind, default: [:]][outcome, default: 0] += 1
    }

    /// Counts a fault of a panel, which may be about a touch on a secret.
    func count(_ fault: Fault, isSecret: Bool) {
        faults[fault, default: (0, 0)].all += 1
        if isSecret { faults[fault, default: (0, 0)].hidden += 1 }
    }

    /// The latencies and all counters, in a fixed order; perhaps without the frames that arrived, and the faults that were
    /// found, while a secret was on screen.
    package func figures(hidingSecrets: Bool) -> (
        read: LatencyHistogram, delivered: LatencyHistogram, counters: [Counter]
    ) {
        let (read, delivered) = latencies.figures(hidingSecrets: hidingSecrets)
        let found = Fault.allCases.map { fault in
            let (all, hidden) = faults[fault] ?? (0, 0)
            return (fault.rawValue, all - (hidingSecrets ? hidden : 0))
        }
        let panels = [("frames", read.count), ("panels_added", panelsAdded), ("panels_removed", panelsRemoved)]
        let others = [
            ("connections", connections), ("connections_refused", connectionsRefused),
            ("connections_dropped", connectionsDropped), ("reloads", reloads), ("reloads_refused", reloadsRefused),
            ("results_left_out", resultsLeftOut), ("lines_left_out", linesLeftOut), ("storage_errors", storageErrors),
            ("provenance_refusals", provenanceRefusals),
        ]
        let named = results.sorted { $0.key < $1.key }.flatMap { kind, outcomes in
            outcomes.sorted { $0.key < $1.key }.map { outcome, value in
                Counter(name: "results", kind: kind, outcome: outcome, value: value)
            }
        }
        let counters = (panels + found + others).map { Counter(name: $0.0, value: $0.1) } + named
        return (read, delivered, counters)
    }
}
