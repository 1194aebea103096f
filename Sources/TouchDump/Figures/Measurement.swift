import CShims
import EventLoop
import Glibc
public import TouchCore
public import TouchDevice
import TouchInput
import TouchRecording

/// Watches a panel for a while and proposes settings: from an idle panel what its ghosts need, from a touched one how much
/// it trembles.
public struct Measurement {
    /// What was counted.
    public let device: Device
    /// The figures.
    public let statistics: TouchStatistics
    /// How long was watched.
    public let watched: Interval

    /// From figures that were counted before.
    public init(device: Device, statistics: TouchStatistics, watched: Interval) {
        (self.device, self.statistics, self.watched) = (device, statistics, watched)
    }

    /// Watches the touchscreens of a seat, or some nodes, beside whoever else reads them.
    ///
    /// - Parameters:
    ///   - nodes: paths or names; all of the seat if empty.
    ///   - length: how long.
    /// - Throws: why nothing can be watched, for people.
    public static func watch(_ nodes: [String], for length: Interval) throws -> [Measurement] {
        let found = nodes.isEmpty ? TouchNodes.all() : nodes.map(TouchNodes.node(named:))
        for node in found { try expectPanel(node) }
        let collector = TouchCollector()
        let loop = try EventLoop()
        let view = PanelView(view: Size(width: 100, height: 100))
        let dump = try NodeDump(found, as: .evtest, sink: collector, view: view) { _ in }
        let interrupt = try loop.signal(SIGINT) { loop.exit() }
        let timer = try loop.timer { loop.exit() }
        let start = cshims_clock_microseconds(CLOCK_MONOTONIC)
        timer.arm(atMicroseconds: start + length.microseconds)
        let watches = try dump.listen(on: loop) { loop.exit() }
        if !found.isEmpty { try loop.run() }
        let watched = Interval.microseconds(cshims_clock_microseconds(CLOCK_MONOTONIC) - start)
        return withExtendedLifetime((watches, interrupt, timer)) {
            dump.end()
            return collector.panels.map { Measurement(device: $0.device, statistics: $0.statistics, watched: watched) }
        }
    }

    /// - Throws: what a node is, if it is not a touchscreen.
    private static func expectPanel(_ node: String) throws(NotAPanel) {
        let sysname = String(node.split(separator: "/").last ?? "")
        let recording = DeviceRecording(
            node: node, description: DeviceDescription(sysname: sysname), udev: TouchNodes.properties(of: node))
        guard let kind = DeviceKind(recording), kind.role != .touchscreen, !kind.tags.isEmpty else { return }
        throw NotAPanel(node: node, kind: kind)
    }

    /// A node that is something else than a touchscreen.
    struct NotAPanel: Error, CustomStringConvertible {
        let node: String
        let kind: DeviceKind

        var description: String {
            "\(node) is \(kind.sentence): touchd reads touchscreens only (see touchctl devices --explain)"
        }
    }

    /// Contacts too short to be fingers, in a minute.
    public var ghostsPerMinute: Double {
        watched.microseconds > 0 ? Double(statistics.ghosts) * 60 / watched.seconds : 0
    }

    /// A setting that is proposed, and why.
    public struct Proposal: Hashable, Sendable {
        /// The key of the panel's section.
        public let key: String
        /// Its value.
        public let value: String
        /// What it follows from.
        public let reason: String
    }

    /// What would help; empty for a panel that needs nothing.
    public var proposals: [Proposal] {
        var proposals: [Proposal] = []
        if statistics.ghosts > 0 {
            let rate = TextLayout.fixed(ghostsPerMinute, 1)
            proposals.append(
                Proposal(
                    key: "min-life", value: "\(TouchStatistics.ghostLife.microseconds / 1000)ms",
                    reason: "\(rate) contacts per minute are too short to be fingers"))
        }
        if statistics.isMillimeters, let jitter = statistics.jitter, jitter > TouchStatistics.unsteady / 3 {
            // A resting hand has to be cut well below its trembling; half of that already shows.
            let cutoff = jitter > TouchStatistics.unsteady ? "1" : "2"
            proposals.append(
                Proposal(
                    key: "smooth-cutoff", value: "\(cutoff)",
                    reason: "resting fingers jitter by \(TextLayout.fixed(jitter, 3)) mm"))
        }
        if statistics.isMillimeters, statistics.widest > 4 * max(statistics.jitter ?? 0, TouchStatistics.unsteady),
            let gap = statistics.gap(0.5)
        {
            let window = max(20, gap.microseconds * 3 / 1000)
            proposals.append(
                Proposal(
                    key: "spike-window", value: "\(window)ms",
                    reason: "a resting finger jumped by \(TextLayout.fixed(statistics.widest, 2)) mm"))
        }
        return proposals
    }

    /// All of it, in lines for people.
    public var text: String {
        var text = statistics.text(of: "\(device.sysname)  \(device.name)")
        text += "  ghosts      \(TextLayout.fixed(ghostsPerMinute, 1)) per minute\n"
        guard !proposals.isEmpty else { return text + "  proposed    nothing\n" }
        for (index, proposal) in proposals.enumerated() {
            text += "  \((index == 0 ? "proposed" : "").padded(to: 12))\(proposal.key)=\(proposal.value)"
            text += "   (\(proposal.reason))\n"
        }
        return text
    }
}
