import EventLoop
import Simulation
import StrictJSON
import TestSupport
import TouchCore
import TouchModels
import TouchDevice
import TouchPicture
import TouchVault

@testable import TouchConfiguration
@testable import TouchScreen
@testable import TouchService
@testable import TouchSessions

extension Widgets {
    /// One over the whole view of ``Kiosk/large``.
    static func full(_ kind: String, _ settings: JSONObject = [:]) -> JSON {
        [
            "id": "pad", "kind": .string(kind), "x": 0, "y": 0, "width": 1_920, "height": 1_080,
            kind: .object(settings),
        ]
    }
}

extension Kiosk {
    /// One whose view is that of a large screen, with a panel that is finer than its pixels.
    static func large(
        level: Journal.Level = .info, checksReplies: Bool = true,
        _ change: @escaping (inout Configuration) -> Void = { _ in },
        seed: @escaping @Sendable () -> PictureSeed = { .random() }
    ) throws -> Kiosk {
        try Kiosk {
            ($0.logLevel, $0.checksReplies, $0.description) = (level, checksReplies, Self.finePanel)
            ($0.view, $0.provenance, $0.pictures) = ("1920x1080", .physical, seed)
            $0.configuration = { folder in
                var configuration = Configuration()
                configuration.daemon.stateDirectory = folder.path
                change(&configuration)
                return LoadedConfiguration(
                    configuration: configuration, groups: AccessGroups(), sessionUsers: .automatic, files: [],
                    values: [:])
            }
        }
    }

    /// A panel on a USB port with thousands of steps for each pixel.
    private static let finePanel: DeviceDescription = {
        let extent = Axis(minimum: 0, maximum: 1_920 * 9 * 1_000 - 1)
        var panel = DeviceDescription(
            panel: "Larch 1541", .init(bus: 3, vendor: 0x04f3, product: 0x2d1a, version: 0x110), x: extent, y: extent,
            slots: 10)
        for code in [InputCode.x, InputCode.y] { panel.axes[code] = nil }
        panel.codes[InputCode.absolute] = Set(panel.axes.keys)
        return panel
    }()

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
}
