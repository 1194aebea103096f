import EventLoop
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchInput
import TouchScene
import Varlink

@testable import TouchConfiguration
@testable import TouchModels
@testable import TouchScreen
@testable import TouchService

/// A kind of secret that exists only in this file: knocks.
///
/// Only its declared protection hides it.
private struct Knocks: SecretModel {
    static let kind = "knocks"
    static let secret = SecretScheme(
        "knocks", minimums: 1...4, choices: { _ in 1 },
        words: .init(name: "knocks", entering: "Knock", again: "again", more: "more"),
        isValid: { _, _ in true }, isCommon: { _, _ in false })
    private var entered = SecretSequence()
    private var isOver = false

    init(settings: Settings, size: Size) {}

    var layout: [LayoutPart] { [] }
    var nextDeadline: Instant? { nil }
    var purpose: SecretPurpose { .verify }
    var form: SecretForm { Self.secret.form() }
    var entry: SecretEntry? {
        isOver ? SecretEntry(form: form, parts: entered, isFirst: false, isNew: true) : nil
    }

    static func apply(_ policy: SecretPolicy, to settings: inout Settings) {}

    func accepts(_ position: Point) -> Bool { !isOver }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch contact.phase {
        case .began: events.add("began", .start, at: time)
        case .ended, .cancelled:
            events.end("completed", .handedIn, by: .tap, at: time)
            isOver = true
        case .moved: break
        }
    }

    mutating func tick(at time: Instant, _ events: inout Events) {}

    mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) { isOver = false }
}

/// A model with another secret is hidden by its declared protection alone.
struct OtherSecretTests {
    /// A daemon with knocks on screen, presented by a front end.
    private final class Stage {
        let rig: Kiosk
        let watcher: KioskPeer
        private let frontEnd: Presentation<KioskStream>
        let presented: PresentedScene
        private var taps: UInt64 = 100

        /// - Parameter isThere: whether the model is on screen; otherwise a button is.
        init(_ isThere: Bool = true) throws {
            rig = try Kiosk.large { $0.access.frontend = [] }
            watcher = try rig.peer()
            try watcher.call("io.touchd.monitor.Contacts", [:], more: true)
            frontEnd = try rig.present([
                "id": "it", "kind": "button", "x": 0.0, "y": 0.0, "width": 200.0, "height": 200.0,
            ])
            let screen = rig.daemon.screen
            presented = try #require(screen.top)
            guard isThere else { return }
            let size = Size(width: 200, height: 200)
            let widget = Widget(
                id: "it", frame: Rect(x: 0, y: 0, width: 200, height: 200),
                model: Knocks(settings: [:], size: size))
            screen.replace(
                presented, with: try Scene(view: screen.view, widgets: [widget]), presented.texts, changed: ["it"],
                gone: [])
        }

        /// All messages to the watcher of fingers since the last call.
        func told() throws -> String {
            try rig.settle()
            return watcher.texts().joined()
        }

        /// A finger lands and lifts, at an eighth of the panel or, beside the widget, at a quarter.
        func tap(_ place: Point) throws {
            taps += 1
            for (number, phase) in [Phase.began, .ended].enumerated() {
                let time = rig.daemon.loop.now.advanced(by: .microseconds(Int64(number)))
                let contact = Contact(
                    id: ContactID(taps), phase: phase, position: place,
                    place: UnitPoint(x: place.x < 200 ? 0.125 : 0.25, y: 0.5))
                let frame = Frame(device: DeviceID(1), time: time, provenance: .physical, contacts: [contact])
                rig.daemon.server.batch { rig.daemon.input.frame(frame) }
            }
            try rig.settle()
        }

        func recorded() -> String { rig.daemon.screen.ring.lines(from: 0, count: 1_000).text }
    }

    private static let place = Point(x: 123.5, y: 45.25)

    @Test func `no finger on it, nor beside it, is recorded or reported`() throws {
        let stage = try Stage()
        #expect(try stage.told().contains(#""hidden":true"#))
        try stage.tap(Self.place)
        try stage.tap(Point(x: 223.5, y: 45.25))
        let told = try stage.told()
        #expect(!told.contains("123.5") && !told.contains("223.5"))
        #expect(!stage.recorded().contains("\"x\":12.5") && !stage.recorded().contains("\"x\":25"))
        #expect(stage.recorded().contains("gap"))
    }

    @Test func `beside a button the same fingers are recorded and reported`() throws {
        let stage = try Stage(false)
        _ = try stage.told()
        try stage.tap(Self.place)
        #expect(try stage.told().contains("123.5"))
        #expect(stage.recorded().contains("\"x\":12.5") && !stage.recorded().contains("gap"))
    }

    @Test func `an ignored landing beside it is counted and reported without its place`() throws {
        let stage = try Stage()
        let watcher = try stage.rig.peer()
        try watcher.call("io.touchd.monitor.Unheard", [:], more: true)
        try stage.tap(Point(x: 223.5, y: 45.25))
        try stage.rig.settle()
        let told = watcher.texts().joined()
        #expect(!told.contains("223.5"))
        let counted = stage.rig.daemon.unheard.counts.counters(hidingSecrets: false)
        #expect(counted.contains { $0.reason == "no_widget" && $0.value == 1 })
    }

    @Test func `its frames and faults are counted for administrators alone, and its mark is made before a finger`()
        throws
    {
        let stage = try Stage()
        let daemon = stage.rig.daemon
        var groups = AccessGroups()
        (groups.backend, groups.operators) = ([4_711], [4_711])
        let loaded = LoadedConfiguration(
            configuration: daemon.configuration.values, groups: groups, sessionUsers: .automatic, files: [], values: [:]
        )
        daemon.access.apply(loaded)
        func told(_ user: UInt32) throws -> [JSON?] {
            let peer = try stage.rig.peer(user: user)
            let status = try peer.answer(to: "io.touchd.manage.Status")
            let counted = try peer.answer(to: "io.touchd.monitor.Statistics")
            let recorded = try peer.answer(to: "io.touchd.monitor.Recording")
            return [status["panels"], counted["latencies"], counted["counters"], recorded["lines"]].map { facts in
                // Connections come and go with these peers.
                facts?.arrayValue.map { .array($0.filter { !("\($0)".contains("connections")) }) } ?? facts
            }
        }
        let users: [UInt32] = [4_712, 4_711, 0]
        let before = try users.map(told)
        #expect(before[0][1] == nil && before[1][1] != nil && before[0][3] == nil && before[1][3] != nil)
        // Its last finger lifts when it is no longer on screen.
        for _ in 0..<3 { try stage.tap(Self.place) }
        for code in [Notice.Code.eventsLost, .missedLift, .stuckContact] {
            daemon.input.notice(Notice(code, .warning, text: "of a touch"))
        }
        // A finger beside the widget, as at the edge of a key, is ignored.
        try stage.tap(Point(x: 223.5, y: 45.25))
        try stage.rig.report(.began, Self.place)
        try stage.rig.call("io.touchd.scene.Dismiss", ["scene": .string(stage.presented.id)])
        #expect(daemon.screen.top == nil)
        try stage.rig.report(.ended, Self.place)
        let after = try users.map(told)
        #expect(after[0] == before[0] && after[1] == before[1])
        #expect(after[2][0]?.objectValue?["frames"] == 10)
        #expect(after[2][1] != before[2][1] && after[2][2] != before[2][2] && after[2][3] == before[2][3])
        // In the open, everybody sees how many there were, without those before.
        try stage.tap(Self.place)
        #expect(try told(4_712)[0]?.objectValue?["frames"] == 2)
        // Nor do the ids of contacts tell.
        #expect(stage.recorded().contains(#""id":1,"#) && !stage.recorded().contains(#""id":2,"#))
        let open = try stage.rig.peer().answer(to: "io.touchd.monitor.Statistics", ["inTheOpen": true])
        #expect(open["latencies"] == (try told(4_711)[1]))
    }

    @Test func `no other scene can cover it while a call waits for it`() throws {
        let stage = try Stage()
        let screen = stage.rig.daemon.screen
        #expect(screen.isProtected && stage.presented.takesSecrets)
        let listener = Waiting()
        #expect(screen.bind(listener, to: "it", of: stage.presented))
        #expect(stage.presented.awaitsSecret)
        let stranger = Identity(user: 4_711, group: 4_711)
        let widget: JSON = ["id": "over", "kind": "button", "x": 0.0, "y": 0.0, "width": 200.0, "height": 200.0]
        #expect(try stage.rig.refusal(of: widget, as: stranger)?.name == "io.touchd.scene.Busy")
        #expect(screen.top === stage.presented)
        try stage.tap(Self.place)
        #expect(listener.handedIn == 1)
    }
}

private final class Waiting: GestureListener {
    private(set) var handedIn = 0

    func gestureEnded(_ end: GestureEnd, from origin: GestureOrigin, time: Instant) {
        if case .handedIn = end { handedIn += 1 }
    }

    func sceneGone() {}
}
