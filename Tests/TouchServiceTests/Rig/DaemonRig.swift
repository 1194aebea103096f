import EventLoop
import Glibc
import Journal
@testable import TouchConfiguration
import TestSupport
import TouchCore
@testable import TouchInput
import TouchPicture
import Varlink

@testable import TouchService

/// A whole daemon on the test's own thread: peers are sockets of the test, fingers are synthetic, and nothing
/// happens except in ``settle()`` and in ``RigPeer/next()``.
final class DaemonRig {
    /// The daemon; it does not run its loop, so it listens nowhere and reads no panel.
    let daemon: Daemon
    private let folder: TemporaryFolder
    private var fingers: UInt64 = 0
    /// When the last finger lifted: each lands after the one before, and after the screen's present content appeared.
    private var lifted: Instant

    /// - Parameters:
    ///   - journal: its log.
    ///   - checksReplies: whether replies are compared with their interfaces, which takes time.
    ///   - change: changes the default configuration.
    ///   - seed: the source of the puzzles' secrets.
    init(
        journal: Journal = Journal { _ in }, checksReplies: Bool = true,
        _ change: (inout Configuration) -> Void = { _ in },
        seed: @escaping @Sendable () -> PictureSeed = { .random() }
    ) throws {
        folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.daemon.stateDirectory = folder.path
        change(&configuration)
        let loaded = LoadedConfiguration(
            configuration: configuration, groups: AccessGroups(), sessionUsers: .automatic, files: [], values: [:])
        daemon = try Daemon(
            StartConfiguration(loaded), read: { loaded }, journal: journal, checksReplies: checksReplies, seed: seed)
        lifted = daemon.loop.now
        daemon.deviceAdded(Self.panel)
    }

    /// The driver's description of a panel on a USB port.
    private static let panel = Device(
        id: DeviceID(1), name: "Larch 1541", node: "/dev/input/event7", sysname: "event7",
        numbers: .init(bus: 3, vendor: 0x04f3, product: 0x2d1a, version: 0x110), phys: "usb-0000:00:14.0-2/input0",
        uniq: "",
        origin: Origin(
            provenance: .physical,
            path: "/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:04F3:2D1A.0005/input/input12/event7"),
        size: nil, x: Axis(minimum: 0, maximum: 4_095), y: Axis(minimum: 0, maximum: 4_095), slots: 10,
        fingersAtStart: 0, calibration: .identity, seat: "seat0", properties: [])

    /// Runs the loop until it is idle.
    func settle() throws {
        while try daemon.loop.runRound(timeout: .zero) { rounds += 1 }
    }
    /// How many rounds ``settle()`` has run.
    private(set) var rounds = 0

    /// A finger lands, moves or lifts.
    func report(_ phase: Phase, _ place: Point) throws {
        if phase == .began { fingers += 1 }
        let time = max(lifted.advanced(by: .microseconds(8_000)), daemon.loop.now)
        daemon.server.batch {
            daemon.frame(
                Frame(
                    device: Self.panel.id, time: time, provenance: .physical,
                    contacts: [Contact(id: ContactID(fingers), phase: phase, position: place)]))
        }
        lifted = time
        try settle()
    }

    /// A finger lands, moves from place to place and lifts.
    ///
    /// - Parameters:
    ///   - way: its places and their times: microseconds since it landed, pixels of the view.
    ///   - lift: when it lifted, in microseconds since it landed.
    ///   - pause: how long after the previous finger it landed, in microseconds.
    func finger(_ way: [(microseconds: Int64, place: Point)], lift: Int64, after pause: Int64 = 400_000) throws {
        fingers += 1
        let landed = max(lifted, daemon.loop.now)
            .advanced(by: .microseconds(pause))
        func report(_ phase: Phase, _ microseconds: Int64, _ place: Point) {
            let contact = Contact(id: ContactID(fingers), phase: phase, position: place)
            daemon.server.batch {
                daemon.frame(
                    Frame(
                        device: Self.panel.id, time: landed.advanced(by: .microseconds(microseconds)),
                        provenance: .physical, contacts: [contact]))
            }
        }
        for (number, step) in way.enumerated() {
            report(number == 0 ? .began : .moved, step.microseconds, step.place)
        }
        if let last = way.last { report(.ended, lift, last.place) }
        lifted = landed.advanced(by: .microseconds(lift))
        try settle()
    }

    /// A finger taps.
    func tap(_ place: Point) throws { try finger([(0, place)], lift: 60_000) }

    /// A finger touches for some milliseconds, some time after the touch before.
    func touch(_ place: Point, for milliseconds: Int64, after pause: Int64) throws {
        try finger([(0, place)], lift: milliseconds * 1_000, after: pause * 1_000)
    }

    deinit {
        daemon.server.stop()
    }
}
