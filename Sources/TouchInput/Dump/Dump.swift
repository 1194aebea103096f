import EventLoop
import Glibc
public import TouchCore

/// `touchd --dump`: says what touchscreens there are, then shows touches until it is interrupted.
///
/// Needs no daemon and disturbs none: nodes are opened for reading and never grabbed, so the kernel gives every
/// reader all reports.
public struct Dump {
    /// How it is written.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// For people.
        case text
        /// One JSON object a line, for programs.
        case json
    }

    /// The exit codes of ``run(output:errors:)``.
    public enum Outcome: Int32, Hashable, Sendable {
        /// It ran until it was interrupted, its time was over or its reader was gone.
        case done = 0
        /// It could not run: no touchscreen, or none that may be opened.
        case couldNotRun = 3
    }

    /// How it is written.
    public var format: Format
    /// The seat to look at.
    public var seat: String
    /// The view to map touches to, in pixels; without one they are shown in percent of the panel.
    public var view: Size?
    /// How far the picture is turned on the panel.
    public var rotation: Rotation
    /// When to end; nil means not before an interrupt.
    public var limit: Interval?
    /// Whether what matters only to those who look closely is said too.
    public var isVerbose: Bool

    /// Makes a dump.
    public init(
        format: Format = .text, seat: String = "seat0", view: Size? = nil, rotation: Rotation = .none,
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
        let view = view ?? Size(width: 100, height: 100)
        guard view.isProper else { throw SeatError.improperView(view) }
        let layout: any DumpLayout = format == .json ? JSONLayout() : TextLayout(isPercent: self.view == nil)
        let printer = DumpPrinter(
            layout: layout, isVerbose: isVerbose, output: { line in if !output(line) { loop.exit() } }, errors: errors)
        let seat = try Seat(
            SeatConfiguration(seat: seat, view: view, rotation: rotation, isVerbose: isVerbose), sink: printer)
        // Before anything is printed: whoever has read of a panel may interrupt at once.
        let interrupt = try loop.signal(SIGINT) { loop.exit() }
        let termination = try loop.signal(SIGTERM) { loop.exit() }
        try seat.start()
        guard !seat.devices.isEmpty else { return .couldNotRun }
        printer.beginTouches()
        let watch = try loop.watch(seat.descriptor, for: .input, priority: .important) { _ in seat.dispatch() }
        let timer = try loop.timer { loop.exit() }
        let look = try HoldWatch(loop: loop, seat: seat, printer: printer)
        if let limit { timer.arm(atMicroseconds: Seat.now.advanced(by: limit).microseconds) }
        try loop.run()
        withExtendedLifetime((watch, interrupt, termination, timer, look)) { seat.stop() }
        return .done
    }
}
