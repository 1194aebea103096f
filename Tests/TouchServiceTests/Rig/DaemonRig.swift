import Journal
import Simulation
import TestSupport
import TouchCore
import TouchModels
import TouchDevice
import TouchPicture
import TouchVault
import Varlink

@testable import TouchConfiguration
@testable import TouchScreen
@testable import TouchService
@testable import TouchSessions

/// A kiosk whose view is that of a large screen, with a panel that is finer than its pixels.
final class DaemonRig {
    private let kiosk: Kiosk
    var log: LogLines { kiosk.journal }
    /// Its files.
    var folder: TemporaryFolder { kiosk.folder }

    /// - Parameters:
    ///   - level: the least severe level that it logs.
    ///   - checksReplies: whether replies are compared with their interfaces, which takes time.
    ///   - chance: the seed of everything random.
    ///   - change: changes the default configuration.
    ///   - seed: the source of the puzzles' secrets.
    init(
        level: Journal.Level = .info, checksReplies: Bool = true, chance: UInt64 = 1,
        _ change: @escaping (inout Configuration) -> Void = { _ in },
        seed: @escaping @Sendable () -> PictureSeed = { .random() }
    ) throws {
        var setup = Kiosk.Setup(description: Self.panel)
        (setup.logLevel, setup.checksReplies, setup.chance) = (level, checksReplies, chance)
        (setup.view, setup.provenance, setup.pictures) = ("1920x1080", .physical, seed)
        setup.configuration = { folder in
            var configuration = Configuration()
            configuration.daemon.stateDirectory = folder.path
            change(&configuration)
            return LoadedConfiguration(
                configuration: configuration, groups: AccessGroups(), sessionUsers: .automatic, files: [], values: [:])
        }
        kiosk = try Kiosk(setup)
    }

    /// A panel on a USB port with thousands of steps for each pixel.
    private static let panel: DeviceDescription = {
        let extent = Axis(minimum: 0, maximum: 1_920 * 9 * 1_000 - 1)
        var panel = DeviceDescription(
            panel: "Larch 1541", .init(bus: 3, vendor: 0x04f3, product: 0x2d1a, version: 0x110), x: extent, y: extent,
            slots: 10)
        for code in [InputCode.x, InputCode.y] { panel.axes[code] = nil }
        panel.codes[InputCode.absolute] = Set(panel.axes.keys)
        return panel
    }()

    var daemon: Daemon {
        guard let daemon = kiosk.daemon else { preconditionFailure("the daemon of a test was not ended") }
        return daemon
    }
    /// What time it is.
    var clock: ManualClock { kiosk.clock }

    /// Runs the loop until it is idle.
    func settle() throws { try kiosk.settle() }

    /// Lets time pass.
    func advance(by length: Interval) throws { try kiosk.advance(by: length) }

    /// A finger lands, moves or lifts, 8 ms after the report before.
    func report(_ phase: Phase, _ place: Point) throws {
        try kiosk.report(phase, place, after: .milliseconds(8))
    }

    /// A finger lands, moves from place to place and lifts.
    ///
    /// - Parameters:
    ///   - way: its places and their times: microseconds since it landed, pixels of the view.
    ///   - lift: when it lifted, in microseconds since it landed.
    ///   - pause: how long after the previous finger it landed, in microseconds.
    func finger(_ way: [(microseconds: Int64, place: Point)], lift: Int64, after pause: Int64 = 400_000) throws {
        try kiosk.finger(way, lift: lift, after: pause)
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
        let vault = daemon.keeper.vault
        let secret = try Secret(PatternLock.secret, in: PatternLock.secret.form(), wiping: &dots)
        _ = try vault.store(
            try vault.beginEnrollment(try UserName(user), of: "pattern").run(secret),
            at: daemon.outcomes.surroundings.moment)
    }

    func tap(_ place: Point) throws { try finger([(0, place)], lift: 60_000) }

    /// A finger touches for some milliseconds, some time after the touch before.
    func touch(_ place: Point, for milliseconds: Int64, after pause: Int64) throws {
        try finger([(0, place)], lift: milliseconds * 1_000, after: pause * 1_000)
    }

    /// A peer.
    ///
    /// - Parameters:
    ///   - user: its user; nil: the test's.
    ///   - server: the server it connects to; nil: the daemon's.
    func peer(user: UInt32? = nil, server: Server? = nil) throws -> KioskPeer {
        try KioskPeer(of: kiosk, as: user.map { Identity(user: $0, group: $0) }, server: server)
    }
}
