import EventLoop
import EventNodes
import Glibc
import RecordingWriters
import TouchCore
import TouchDevice
import TouchInput

/// `touchctl dump`, which `touchd --dump` becomes: lists the touchscreens, then shows touches until interrupted.
///
/// Needs no daemon and disturbs none: nodes are opened for reading and never grabbed, so the kernel gives every
/// reader all reports.
struct Dump {
    let format: DumpFormat
    let limit: Interval?
    let nodes: [String]
    let isTracing: Bool
    let isRaw: Bool

    private static let seat = "seat0"

    /// Runs on the calling thread until SIGINT, SIGTERM, the limit, or until `output`, which gets lines, returns false.
    ///
    /// - Returns: what it collected; nil, with a reason in `errors`: there is nothing to read.
    func run(output: @escaping (String) -> Bool, errors: @escaping (String) -> Void) throws -> TouchCollector? {
        let loop = try EventLoop()
        let write: (String) -> Void = { line in if !output(line) { loop.exit() } }
        let printer = DumpPrinter(
            layout: format == .recording(.json) ? JSONLayout() : TextLayout(),
            isQuiet: format != .text && format != .recording(.json), output: write, errors: errors)
        let names = Set(nodes.map(Self.sysname))
        let settings = ConfiguredPanels()
        if let problem = settings.problem { errors(problem) }
        let collector = TouchCollector(next: printer, isTracing: isTracing, settings: settings) {
            names.isEmpty || names.contains($0.sysname)
        }
        // Before anything is printed: a reader of the first lines may interrupt at once.
        let interrupt = try loop.signal(SIGINT) { loop.exit() }
        let termination = try loop.signal(SIGTERM) { loop.exit() }
        let timer = try loop.timer { loop.exit() }
        if let limit { timer.arm(at: loop.now.advanced(by: limit)) }
        defer { withExtendedLifetime((interrupt, termination, timer)) {} }
        let hasRun =
            switch format {
            case .text, .debugEvents, .recording(.json):
                try runSeat(loop, collector, printer, names, write, errors)
            case .recording(let dialect): try runNodes(loop, dialect, collector, write, errors)
            }
        guard hasRun else { return nil }
        summarize(collector, write, errors)
        return collector
    }

    private func runSeat(
        _ loop: EventLoop, _ collector: TouchCollector, _ printer: DumpPrinter, _ names: Set<String>,
        _ write: @escaping (String) -> Void, _ errors: (String) -> Void
    ) throws -> Bool {
        var lines = DebugLines()
        let plain =
            format == .debugEvents
            ? try LibinputReports(seat: Self.seat, wanted: names, since: loop.now) { write(lines.line($0)) } : nil
        let seat = try Seat(Self.seat, isVerbose: false, now: { loop.now })
        if isRaw { printer.source = seat.rounds }
        collector.rounds = seat.rounds
        try seat.start(for: collector, views: collector)
        defer {
            printer.end()
            collector.end(at: loop.now) { EventNode.isHeldElsewhere($0.node) }
            seat.stop()
        }
        guard !collector.panels.isEmpty else {
            for node in nodes { if let text = Self.absence(of: node, on: seat) { errors(text) } }
            return false
        }
        printer.beginTouches()
        let holds = try HoldWatch(loop: loop, seat: seat, printer: printer)
        var watches = [
            try seat.descriptor.map {
                try loop.watch($0, for: .input, priority: .important) { _ in
                    seat.dispatch()
                    holds.follow()
                }
            }
        ]
        if let plain {
            watches.append(
                try loop.watch(plain.descriptor, for: .input, priority: .important) { _ in plain.dispatch() })
        }
        try loop.run()
        withExtendedLifetime((watches, holds)) {}
        return true
    }

    private static func sysname(_ node: String) -> String {
        String(TouchNodes.node(named: node).split(separator: "/").last ?? "")
    }

    /// Why a requested touchscreen is not read; nil if the seat has reported that it has none.
    private static func absence(of node: String, on seat: Seat) -> String? {
        let name = sysname(node)
        let candidate = seat.candidates.first { $0.node.split(separator: "/").last.map(String.init) == name }
        if let candidate, let refusal = candidate.refusal { return "\(candidate.node) is not read: \(refusal)" }
        return candidate == nil ? NodeError.missing(node) : nil
    }

    private func runNodes(
        _ loop: EventLoop, _ dialect: Dialect, _ collector: TouchCollector, _ write: @escaping (String) -> Void,
        _ errors: (String) -> Void
    ) throws -> Bool {
        let found = nodes.isEmpty ? TouchNodes.all(of: Self.seat) : nodes.map(TouchNodes.node(named:))
        guard !found.isEmpty else {
            errors("no touchscreen on \(Self.seat): none is plugged in, or udev does not set ID_INPUT_TOUCHSCREEN")
            return false
        }
        if dialect == .evemu, found.count > 1 {
            errors("an evemu file holds one device: writing only \(found[0]) (name another after the option)")
        }
        let nodes = dialect == .evemu ? Array(found.prefix(1)) : found
        let dump = try NodeDump(nodes, as: dialect, sink: collector, output: write)
        collector.rounds = dump.rounds
        let watches = try dump.listen(on: loop) { loop.exit() }
        try loop.run()
        collector.end(at: loop.now) { EventNode.isHeldElsewhere($0.node) }
        withExtendedLifetime(watches) { dump.end() }
        return true
    }

    private func summarize(
        _ collector: TouchCollector, _ write: (String) -> Void, _ errors: (String) -> Void
    ) {
        for (device, statistics) in collector.panels {
            let name = "\(device.sysname)  \(device.name)"
            switch format {
            case .text: write("\n" + statistics.text(of: name))
            case .recording(.json): write(JSONLayout.summary(statistics, of: device))
            // The readers of these formats know no summary.
            case .debugEvents, .recording:
                for line in statistics.text(of: name).split(separator: "\n") { errors(String(line)) }
            }
        }
    }
}
