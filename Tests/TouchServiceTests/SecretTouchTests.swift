import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchInput
import Varlink

@testable import TouchConfiguration
@testable import TouchScreen
@testable import TouchService

/// What is recorded, reported and counted of touches while a secret is on screen.
struct SecretTouchTests {
    /// A daemon with a widget on screen, and somebody who watches fingers.
    private final class Stage {
        let rig: Kiosk
        let watcher: KioskPeer
        let screen: Presentation<KioskStream>

        init(_ kind: String = "pattern") throws {
            rig = try Kiosk.large { $0.access.frontend = [] }
            watcher = try rig.peer()
            try watcher.call("io.touchd.monitor.Contacts", [:], more: true)
            screen = try rig.present([
                "id": "it", "kind": .string(kind), "x": 0.0, "y": 0.0, "width": 200.0, "height": 200.0,
            ])
        }

        /// All messages to the watcher of fingers since the last call.
        func told() throws -> String {
            try rig.settle()
            return watcher.texts().joined()
        }

        func recorded() -> String { rig.daemon.screen.ring.lines(from: 0, count: 1_000).text }
    }

    private static let place = Point(x: 123.5, y: 45.25)

    @Test(arguments: [("pattern", false), ("button", true)])
    func `no finger on it, nor beside it, is recorded or reported, as beside a button`(
        kind: String, isOpen: Bool
    ) throws {
        let stage = try Stage(kind)
        #expect(try stage.told().contains(#""hidden":true"#) == !isOpen)
        for place in [Self.place, Point(x: 223.5, y: 45.25)] { try stage.rig.tap(place) }
        let (told, recorded) = (try stage.told(), stage.recorded())
        for place in ["123.5", "223.5"] { #expect(told.contains(place) == isOpen) }
        #expect(recorded.contains("\"frame\"") == isOpen && recorded.contains("\"gap\"") == !isOpen)
    }

    @Test func `only administrators see its frames and faults, and its mark comes first`()
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
            let peer = try stage.rig.peer(as: Identity(user: user, group: user))
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
        for _ in 0..<3 { try stage.rig.tap(Self.place) }
        for code in [Notice.Code.eventsLost, .missedLift, .stuckContact] {
            daemon.input.notice(Notice(code, .warning, text: "of a touch"))
        }
        // A finger beside the widget, as at the edge of a key, is ignored.
        try stage.rig.tap(Point(x: 223.5, y: 45.25))
        try stage.rig.report(.began, Self.place)
        try stage.rig.dismiss(stage.screen)
        #expect(daemon.screen.top == nil)
        try stage.rig.report(.ended, Self.place)
        let after = try users.map(told)
        #expect(after[0] == before[0] && after[1] == before[1])
        #expect(after[2][0]?.objectValue?["frames"] == 10)
        #expect(after[2][1] != before[2][1] && after[2][2] != before[2][2] && after[2][3] == before[2][3])
        // In the open, everybody sees how many there were, without those before.
        try stage.rig.tap(Self.place)
        #expect(try told(4_712)[0]?.objectValue?["frames"] == 2)
        // Nor do the ids of contacts tell.
        #expect(stage.recorded().contains(#""id":1,"#) && !stage.recorded().contains(#""id":2,"#))
        let open = try stage.rig.peer().answer(to: "io.touchd.monitor.Statistics", ["inTheOpen": true])
        #expect(open["latencies"] == (try told(4_711)[1]))
    }
}
