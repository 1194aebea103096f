import Arguments
import EventLoop
import EventNodes
import Glibc
import RecordingWriters
import TouchCore
package import TouchDevice
import TouchInput

/// Observes a panel for a while and proposes settings: against ghost touches on an idle panel, against jitter on a
/// touched one.
package struct Measurement {
    let device: Device
    let statistics: TouchStatistics
    let watched: Interval

    /// Observes some nodes, or all touchscreens of a seat if there are none, beside other readers.
    static func watch(_ nodes: [String], for length: Interval) throws -> [Measurement] {
        let found = nodes.isEmpty ? TouchNodes.all() : nodes.map(TouchNodes.node(named:))
        for node in found { try expectPanel(node) }
        let collector = TouchCollector(settings: ConfiguredPanels())
        let loop = try EventLoop()
        let dump = try NodeDump(found, as: .evtest, sink: collector) { _ in }
        collector.rounds = dump.rounds
        let interrupt = try loop.signal(SIGINT) { loop.exit() }
        let timer = try loop.timer { loop.exit() }
        let start = loop.now
        timer.arm(at: start.advanced(by: length))
        let watches = try dump.listen(on: loop) { loop.exit() }
        if !found.isEmpty { try loop.run() }
        let watched = loop.now.since(start)
        return withExtendedLifetime((watches, interrupt, timer)) {
            collector.end(at: loop.now) { EventNode.isHeldElsewhere($0.node) }
            dump.end()
            return collector.panels.map { Measurement(device: $0.device, statistics: $0.statistics, watched: watched) }
        }
    }

    private static func expectPanel(_ node: String) throws(CommandError) {
        let sysname = String(node.split(separator: "/").last ?? "")
        let recording = DeviceRecording(
            node: node, description: DeviceDescription(sysname: sysname), udev: TouchNodes.properties(of: node))
        guard let kind = DeviceKind(recording), kind.role != .touchscreen, !kind.tags.isEmpty,
            recording.description?.isAbsoluteMouse != true
        else { return }
        throw .file("\(node) is \(kind.sentence): touchd reads touchscreens only (see touchctl devices --explain)")
    }

    var ghostsPerMinute: Double {
        watched > .zero ? Double(statistics.ghosts) * 60 / watched.seconds : 0
    }

    struct Proposal: Hashable {
        let key: String
        let value: String
        let reason: String
    }

    var proposals: [Proposal] {
        var proposals: [Proposal] = []
        if statistics.ghosts > 0 {
            let rate = TextLayout.fixed(ghostsPerMinute, 1)
            proposals.append(
                Proposal(
                    key: "min-life", value: "\(TouchStatistics.ghostLife.wholeMilliseconds)ms",
                    reason: "\(rate) contacts per minute are too short to be fingers"))
        }
        if statistics.isMillimeters, let jitter = statistics.jitter, jitter > TouchStatistics.unsteady / 3 {
            // The cutoff must be well below the jitter of a resting hand; half of it is already visible.
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

    private var text: String {
        var text = statistics.text(of: "\(device.sysname)  \(device.name)")
        text += "  ghosts      \(TextLayout.fixed(ghostsPerMinute, 1)) per minute\n"
        guard !proposals.isEmpty else { return text + "  proposed    nothing\n" }
        for (index, proposal) in proposals.enumerated() {
            text += "  \((index == 0 ? "proposed" : "").padded(to: 12))\(proposal.key)=\(proposal.value)"
            text += "   (\(proposal.reason))\n"
        }
        return text
    }

    /// Everything of several panels.
    package static func text(of measurements: [Measurement]) -> String {
        measurements.map(\.text).joined(separator: "\n")
    }
}

extension Measurement {
    /// The figures of a recording.
    package static func read(_ devices: [DeviceRecording]) -> [Measurement] {
        let collector = TouchCollector()
        RecordedSeat(devices, view: { _ in .percent }, sink: collector).play(devices) { collector.end() }
        return collector.panels.map {
            Measurement(device: $0.device, statistics: $0.statistics, watched: $0.statistics.duration)
        }
    }
}
