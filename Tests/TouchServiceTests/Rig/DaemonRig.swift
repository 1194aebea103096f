import CSeededChance
import EventLoop
import Glibc
import Journal
import Simulation
@testable import TouchConfiguration
import TestSupport
import Testing
import TouchCore
@testable import TouchInput
import TouchPicture
import TouchVault
import Varlink

@testable import TouchService

/// A whole daemon on the test's own thread and clock: peers are sockets of the test, fingers are bytes of an event node.
///
/// Neither does time pass nor anything happen except in ``settle()``, ``advance(by:)``, with a finger and in
/// ``RigPeer/messages(until:)``.
final class DaemonRig {
    /// The daemon; it does not run its loop, so it listens nowhere and reads no panel.
    let daemon: Daemon
    /// What time it is.
    let clock = ManualClock()
    /// Its panels.
    let seat: ScriptedSeat
    private let folder: TemporaryFolder
    private var fingers: Int32 = 0

    /// - Parameters:
    ///   - journal: its log.
    ///   - checksReplies: whether replies are compared with their interfaces, which takes time.
    ///   - change: changes the default configuration.
    ///   - chance: the seed of everything random.
    ///   - seed: the source of the puzzles' secrets.
    init(
        journal: Journal = Journal { _ in }, checksReplies: Bool = true, chance: UInt64 = 1,
        _ change: (inout Configuration) -> Void = { _ in },
        seed: @escaping @Sendable () -> PictureSeed = { .random() }
    ) throws {
        folder = try TemporaryFolder()
        cseeded_chance_begin(chance)
        var configuration = Configuration()
        configuration.daemon.stateDirectory = folder.path
        change(&configuration)
        let loaded = LoadedConfiguration(
            configuration: configuration, groups: AccessGroups(), sessionUsers: .automatic, files: [], values: [:])
        seat = ScriptedSeat { [clock] in clock.now }
        let surroundings = Surroundings(
            loop: try EventLoop(clock: clock), boot: try #require(BootID(String(repeating: "5", count: 32))),
            seat: seat, stretch: StretchParameters(uncheckedPasses: 1, memoryBytes: 8 << 10), seed: seed)
        daemon = try Daemon(
            StartConfiguration(loaded), read: { loaded }, journal: journal, in: surroundings,
            checksReplies: checksReplies)
        seat.plug(Self.panel, Self.description)
        try daemon.start()
    }

    /// The driver's description of a panel on a USB port.
    private static let panel = Device(
        id: DeviceID(1), name: "Larch 1541", node: "/dev/input/event7", sysname: "event7",
        numbers: .init(bus: 3, vendor: 0x04f3, product: 0x2d1a, version: 0x110), phys: "usb-0000:00:14.0-2/input0",
        uniq: "",
        origin: Origin(
            provenance: .physical,
            path: "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:04F3:2D1A.0005/input/input12/event7"),
        size: nil, x: Axis(minimum: 0, maximum: unitsOfView - 1), y: Axis(minimum: 0, maximum: unitsOfView - 1),
        slots: 10, fingersAtStart: 0, calibration: .identity, seat: "seat0", properties: [])

    /// Steps of its axes: thousands for each pixel.
    private static let unitsOfView: Int32 = 1_920 * 9 * 1_000

    /// The axes of its node.
    private static let description: DeviceDescription = {
        var description = DeviceDescription(name: panel.name, numbers: panel.numbers)
        description.properties = [InputCode.direct]
        description.codes = [1: [InputCode.touch], 3: [0x2f, 0x35, 0x36, 0x39]]
        description.axes = [
            InputCode.slot: .init(axis: Axis(minimum: 0, maximum: 9)),
            InputCode.positionX: .init(axis: panel.x), InputCode.positionY: .init(axis: panel.y),
            InputCode.trackingID: .init(axis: Axis(minimum: 0, maximum: 65_535)),
        ]
        return description
    }()

    /// Runs the loop until it is idle.
    func settle() throws {
        while try daemon.loop.runRound(timeout: .zero) { rounds += 1 }
    }
    /// How many rounds ``settle()`` has run.
    private(set) var rounds = 0

    /// Lets time pass.
    func advance(by length: Interval) throws { try clock.advance(daemon.loop, by: length) }

    /// A finger lands, moves or lifts, 8 ms after the report before.
    func report(_ phase: Phase, _ place: Point) throws {
        try report(phase, place, after: .milliseconds(8))
    }

    private func report(_ phase: Phase, _ place: Point, after pause: Interval) throws {
        if phase == .began { fingers += 1 }
        try advance(by: pause)
        let view = daemon.core.screen.view
        func units(_ part: Double) -> Int32 {
            Int32(min(max((part * Double(Self.unitsOfView)).rounded(), 0), Double(Self.unitsOfView - 1)))
        }
        var events: [(type: UInt16, code: UInt16, value: Int32)] = [(3, 0x2f, 0)]
        if phase == .began { events.append((3, 0x39, fingers)) }
        events += [(3, 0x35, units(place.x / view.width)), (3, 0x36, units(place.y / view.height))]
        if phase.isFinal { events.append((3, 0x39, -1)) }
        if phase != .moved { events.append((1, InputCode.touch, phase == .began ? 1 : 0)) }
        seat.write(events + [(0, 0, 0)], at: clock.now, to: Self.panel.id)
        seat.dispatch()
        try settle()
    }

    /// A finger lands, moves from place to place and lifts.
    ///
    /// - Parameters:
    ///   - way: its places and their times: microseconds since it landed, pixels of the view.
    ///   - lift: when it lifted, in microseconds since it landed.
    ///   - pause: how long after the previous finger it landed, in microseconds.
    func finger(_ way: [(microseconds: Int64, place: Point)], lift: Int64, after pause: Int64 = 400_000) throws {
        guard let last = way.last else { return }
        var time = -pause
        for (number, step) in way.enumerated() {
            try report(number == 0 ? .began : .moved, step.place, after: .microseconds(step.microseconds - time))
            time = step.microseconds
        }
        try report(.ended, last.place, after: .microseconds(lift - time))
    }

    /// Draws dots of a pattern of three rows, counted from 0, in an area of the view; ends when the finger lifts.
    func draw(_ dots: [Int], in area: Rect) throws {
        let way = dots.enumerated().map { number, dot in
            let part = (x: (Double(dot % 3) + 0.5) / 3, y: (Double(dot / 3) + 0.5) / 3)
            let place = Point(x: area.minX + part.x * area.size.width, y: area.minY + part.y * area.size.height)
            return (microseconds: Int64(number) * 100_000, place: place)
        }
        try finger(way, lift: Int64(dots.count) * 100_000)
    }

    /// Stores a pattern for a user, without a finger.
    func enroll(_ user: String, _ dots: [Int]) throws {
        var dots = dots
        let vault = daemon.core.vault
        let secret = try Secret(rows: 3, columns: 3, rule: .passedOver, wiping: &dots)
        _ = try vault.store(
            try vault.beginEnrollment(try UserName(user)).run(secret), at: daemon.core.moment)
    }

    /// A finger taps.
    func tap(_ place: Point) throws { try finger([(0, place)], lift: 60_000) }

    /// A finger touches for some milliseconds, some time after the touch before.
    func touch(_ place: Point, for milliseconds: Int64, after pause: Int64) throws {
        try finger([(0, place)], lift: milliseconds * 1_000, after: pause * 1_000)
    }

    deinit {
        daemon.server.stop()
        cseeded_chance_end()
    }
}
