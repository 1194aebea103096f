import EventLoop
import EventNodes
import Glibc
import RecordingWriters
package import TouchCore
import TouchDevice
import TouchInput

/// `touchctl dump`, which `touchd --dump` becomes: lists the touchscreens, then shows touches until interrupted.
///
/// Needs no daemon and disturbs none: nodes are opened for reading and never grabbed, so the kernel gives every
/// reader all reports.
package struct Dump {
    /// How ``run(output:errors:)`` ended.
    package enum Outcome: Hashable, Sendable {
        /// It ran until it was interrupted, its time was over or its reader was gone; with the requested trace.
        case done(trace: String?)
        /// It could not run: no touchscreen, or none that may be opened.
        case couldNotRun
    }

    /// The output format.
    package var format: DumpFormat
    /// The seat to look at.
    package var seat: String
    /// The view to map touches to, in pixels; nil: touches are shown in percent of the panel.
    package var view: Size?
    /// How far the picture is turned on the panel.
    package var rotation: Rotation
    /// When to end; nil: only when interrupted.
    package var limit: Interval?
    /// The nodes to read; all of the seat if empty.
    package var nodes: [String] = []
    /// Whether a trace of the first panel is kept.
    package var isTracing = false
    /// Whether slots and raw values are shown.
    package var isRaw = false
    /// Whether details are reported too.
    package var isVerbose: Bool

    /// Makes a dump.
    package init(
        format: DumpFormat = .text, seat: String = "seat0", view: Size? = nil, rotation: Rotation = .none,
        limit: Interval? = nil, isVerbose: Bool = false
    ) {
        (self.format, self.seat, self.view, self.rotation) = (format, seat, view, rotation)
        (self.limit, self.isVerbose) = (limit, isVerbose)
    }

    /// Runs on the calling thread until SIGINT, SIGTERM, the limit, or until its reader is gone.
    ///
    /// - Parameters:
    ///   - output: receives whole lines; false ends the dump.
    ///   - errors: receives one line about an error, without its end.
    package func run(
        output: @escaping (String) -> Bool, errors: @escaping (String) -> Void
    ) -> Outcome {
        do {
            return try run(output, errors)
        } catch {
            errors("\(error)")
            return .couldNotRun
        }
    }

    private func run(_ output: @escaping (String) -> Bool, _ errors: @escaping (String) -> Void) throws -> Outcome {
        let loop = try EventLoop()
        let view = PanelView(view: view ?? Size(width: 100, height: 100), rotation: rotation)
        guard view.view.isProper else { throw SeatError.improperView(view.view) }
        let write: (String) -> Void = { line in if !output(line) { loop.exit() } }
        let printer = DumpPrinter(
            layout: format == .recording(.json) ? JSONLayout() : TextLayout(isPercent: self.view == nil),
            isVerbose: isVerbose,
            isQuiet: format != .text && format != .recording(.json), output: write, errors: errors)
        let names = Set(nodes.map(Self.sysname))
        let collector = TouchCollector(
            next: printer, tracing: isTracing ? view.view : nil, filters: ConfiguredFilters()
        ) { names.isEmpty || names.contains($0.sysname) }
        // Before anything is printed: a reader of the first lines may interrupt at once.
        let interrupt = try loop.signal(SIGINT) { loop.exit() }
        let termination = try loop.signal(SIGTERM) { loop.exit() }
        let timer = try loop.timer { loop.exit() }
        if let limit { timer.arm(at: loop.now.advanced(by: limit)) }
        defer { withExtendedLifetime((interrupt, termination, timer)) {} }
        let hasRun =
            switch format {
            case .text, .debugEvents, .recording(.json):
                try runSeat(loop, collector, printer, view, names, write, errors)
            case .recording(let dialect): try runNodes(loop, dialect, collector, view, write, errors)
            }
        guard hasRun else { return .couldNotRun }
        summarize(collector, write, errors)
        return .done(trace: collector.trace?.text)
    }

    /// Fingers, through libinput.
    private func runSeat(
        _ loop: EventLoop, _ collector: TouchCollector, _ printer: DumpPrinter, _ view: PanelView,
        _ names: Set<String>, _ write: @escaping (String) -> Void, _ errors: (String) -> Void
    ) throws -> Bool {
        var lines = DebugLines()
        let plain =
            format == .debugEvents
            ? try LibinputReports(seat: seat, wanted: names, since: loop.now) { write(lines.line($0)) } : nil
        let seat = try Seat(seat, isVerbose: isVerbose, now: { loop.now })
        if isRaw { printer.source = seat.rounds }
        collector.rounds = seat.rounds
        try seat.start(for: collector, views: view)
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

    /// The name of a device that a user names, such as `event5`.
    private static func sysname(_ node: String) -> String {
        String(TouchNodes.node(named: node).split(separator: "/").last ?? "")
    }

    /// That a device does not exist.
    static func missing(_ node: String) -> String {
        "\(node.isEmpty ? "''" : node): no such device (touchctl devices --explain lists them)"
    }

    /// Why a requested touchscreen is not read; nil if the seat has reported that it has none.
    private static func absence(of node: String, on seat: Seat) -> String? {
        let name = sysname(node)
        let candidate = seat.candidates.first { $0.node.split(separator: "/").last.map(String.init) == name }
        if let candidate, let refusal = candidate.refusal { return "\(candidate.node) is not read: \(refusal)" }
        return candidate == nil ? missing(node) : nil
    }

    /// Events, from the nodes.
    private func runNodes(
        _ loop: EventLoop, _ dialect: Dialect, _ collector: TouchCollector, _ view: PanelView,
        _ write: @escaping (String) -> Void, _ errors: (String) -> Void
    ) throws -> Bool {
        let found = nodes.isEmpty ? TouchNodes.all(of: seat) : nodes.map(TouchNodes.node(named:))
        guard !found.isEmpty else {
            errors("no touchscreen on \(seat): none is plugged in, or udev does not set ID_INPUT_TOUCHSCREEN")
            return false
        }
        if dialect == .evemu, found.count > 1 {
            errors("an evemu file holds one device: writing only \(found[0]) (name another after the option)")
        }
        let nodes = dialect == .evemu ? Array(found.prefix(1)) : found
        let dump = try NodeDump(nodes, as: dialect, sink: collector, view: view, output: write)
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
