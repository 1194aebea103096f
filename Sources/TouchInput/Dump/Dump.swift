import EventLoop
import Glibc
public import TouchCore

/// `touchd --dump`: says what touchscreens there are, then shows touches until it is interrupted.
///
/// Needs no daemon and disturbs none: nodes are opened for reading and never grabbed, so the kernel gives every
/// reader all reports.
public struct Dump {
    /// The exit codes of ``run(output:errors:)``.
    public enum Outcome: Int32, Hashable, Sendable {
        /// It ran until it was interrupted, its time was over or its reader was gone.
        case done = 0
        /// It could not run: no touchscreen, or none that may be opened.
        case couldNotRun = 3
    }

    /// How it is written.
    public var format: Dialect
    /// The seat to look at.
    public var seat: String
    /// The view to map touches to, in pixels; without one they are shown in percent of the panel.
    public var view: Size?
    /// How far the picture is turned on the panel.
    public var rotation: Rotation
    /// When to end; nil means not before an interrupt.
    public var limit: Interval?
    /// The only nodes to look at; all of the seat if empty.
    public var nodes: [String] = []
    /// Where a picture of the traces goes; nil: nowhere.
    public var plot: String?
    /// Whether what matters only to those who look closely is said too.
    public var isVerbose: Bool

    /// Makes a dump.
    public init(
        format: Dialect = .text, seat: String = "seat0", view: Size? = nil, rotation: Rotation = .none,
        limit: Interval? = nil, isVerbose: Bool = false
    ) {
        (self.format, self.seat, self.view, self.rotation) = (format, seat, view, rotation)
        (self.limit, self.isVerbose) = (limit, isVerbose)
    }

    /// Runs on the calling thread until SIGINT, SIGTERM, the limit, or until its reader is gone.
    ///
    /// - Parameters:
    ///   - output: takes whole lines; false ends the dump.
    ///   - errors: takes one line about what is wrong, without its end.
    public func run(
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
            layout: format == .json ? JSONLayout() : TextLayout(isPercent: self.view == nil), isVerbose: isVerbose,
            isQuiet: format != .text && format != .json, output: write, errors: errors)
        let names = Set(nodes.map { String(TouchNodes.node(named: $0).split(separator: "/").last ?? "") })
        let collector = TouchCollector(
            next: printer, tracing: plot == nil ? nil : view.view
        ) { names.isEmpty || names.contains($0.sysname) }
        // Before anything is printed: whoever has read of a panel may interrupt at once.
        let interrupt = try loop.signal(SIGINT) { loop.exit() }
        let termination = try loop.signal(SIGTERM) { loop.exit() }
        let timer = try loop.timer { loop.exit() }
        if let limit { timer.arm(atMicroseconds: Seat.now.advanced(by: limit).microseconds) }
        defer { withExtendedLifetime((interrupt, termination, timer)) {} }
        let outcome =
            format.isRaw
            ? try runNodes(loop, collector, view, write, errors)
            : try runSeat(loop, collector, printer, view, names, write, errors)
        if outcome == .done { summarize(collector, write, errors) }
        return outcome
    }

    /// Fingers, through libinput.
    private func runSeat(
        _ loop: EventLoop, _ collector: TouchCollector, _ printer: DumpPrinter, _ view: PanelView,
        _ names: Set<String>, _ write: @escaping (String) -> Void, _ errors: (String) -> Void
    ) throws -> Outcome {
        let plain = format == .debugEvents ? try LibinputDump(seat: seat, wanted: names, output: write) : nil
        let seat = try Seat(
            SeatConfiguration(seat: seat, isVerbose: isVerbose) { _ in view }, sink: collector)
        try seat.start()
        guard !collector.panels.isEmpty else {
            if !seat.devices.isEmpty { errors("no touchscreen is called \(names.sorted().joined(separator: ", "))") }
            return .couldNotRun
        }
        printer.beginTouches()
        var watches = [
            try loop.watch(seat.descriptor, for: .input, priority: .important) { _ in seat.dispatch() }
        ]
        if let plain {
            watches.append(
                try loop.watch(plain.descriptor, for: .input, priority: .important) { _ in plain.dispatch() })
        }
        let look = try HoldWatch(loop: loop, seat: seat, printer: printer)
        try loop.run()
        withExtendedLifetime((watches, look)) { seat.stop() }
        return .done
    }

    /// Events, from the nodes.
    private func runNodes(
        _ loop: EventLoop, _ collector: TouchCollector, _ view: PanelView, _ write: @escaping (String) -> Void,
        _ errors: (String) -> Void
    ) throws -> Outcome {
        let found = nodes.isEmpty ? TouchNodes.all(of: seat) : nodes.map(TouchNodes.node(named:))
        guard !found.isEmpty else {
            errors("no touchscreen on \(seat): none is plugged in, or udev does not call it ID_INPUT_TOUCHSCREEN")
            return .couldNotRun
        }
        if format == .evemu, found.count > 1 {
            errors("evemu has one device a file: only \(found[0]) is written; name another after the option")
        }
        let nodes = format == .evemu ? Array(found.prefix(1)) : found
        let dump = try NodeDump(nodes, as: format, sink: collector, view: view, output: write)
        let watches = try dump.listen(on: loop) { loop.exit() }
        try loop.run()
        withExtendedLifetime(watches) { dump.end() }
        return .done
    }

    private func summarize(
        _ collector: TouchCollector, _ write: (String) -> Void, _ errors: (String) -> Void
    ) {
        for (device, statistics) in collector.panels {
            let name = "\(device.sysname)  \(device.name)"
            switch format {
            case .text: write("\n" + statistics.text(of: name))
            case .json: write(JSONLayout.summary(statistics, of: device))
            // Their readers know no summary.
            case .evemu, .record, .debugEvents, .evtest:
                for line in statistics.text(of: name).split(separator: "\n") { errors(String(line)) }
            }
        }
        if let plot, let trace = collector.trace, let problem = PlotProgram.draw(trace.text, to: plot) {
            errors("--plot: \(problem)")
        }
    }
}
