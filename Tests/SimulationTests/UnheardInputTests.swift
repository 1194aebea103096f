import Glibc
import Journal
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchSimulator
import TouchDevice

/// Ignored touches, for reasons before the screen: the panel, and its filters.
@Suite struct UnheardInputTests {
    /// Something done to a panel, and the reason why its touches are ignored.
    struct Case: CustomTestStringConvertible {
        let reason: String
        /// The lines of the panel's section.
        var section = "rotate=0"
        /// The panel's events: see ``TrapTests/recording(_:)``.
        let events: String
        /// The place in the view; nil if unknown.
        var place: (x: Double, y: Double)? = (640, 400)

        var testDescription: String { reason }
    }

    /// No secret, beside which nothing would be reported.
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    /// The middle of the panel, and a finger that lands and lifts there.
    private static let middle = "slot 0,id 1,x 2048,y 1280,key 1"
    private static let tap = "\(middle)|id -1,key 0"

    static let cases = [
        Case(reason: "palm", events: "\(middle),tool 2|id -1,key 0"),
        Case(
            reason: "edge_zone", section: "edge-zone=10",
            events: "slot 0,id 1,x 32,y 1280,key 1|id -1,key 0", place: (10, 400)),
        Case(reason: "dead_zone", section: "dead-zones=40:40:60:60", events: tap),
        Case(reason: "ghost", section: "min-life=200ms", events: tap),
        Case(
            reason: "bounce", section: "debounce=200ms", events: "\(tap)|id 2,x 2052,key 1|id -1,key 0",
            place: (641.4, 400)),
        Case(reason: "lost", events: "dropped,id 1,x 2048,y 1280,key 1|id -1,key 0", place: nil),
        // After a loss a finger lands where another was, so that the kernel reports no position of it.
        Case(reason: "unknown_place", events: "dropped|slot 0,id 5,key 1|id -1,key 0", place: nil),
    ]

    private func with(
        _ section: String = "rotate=0", exclusive: Bool = false, startsDaemon: Bool = true,
        _ body: (Kiosk) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let panel = try folder.write(PanelFile.tenContacts(hasToolType: true), to: "panel.desc")
        var setup = Kiosk.Setup(description: try DeviceDescription(path: panel), startsDaemon: startsDaemon)
        (setup.daemon, setup.logLevel) = ("log-level=debug", .debug)
        setup.access += "\n[panel it]\nmatch-id=1234:0001\n\(section)"
        if exclusive { setup.access += "\n[unlock]\nexclusive=yes" }
        try withKiosk(setup, body)
    }

    private func check(_ kiosk: Kiosk, _ reason: String, at place: (x: Double, y: Double)?) throws {
        let told = try UnheardTests.landings(try kiosk.stream("io.touchd.monitor.Unheard"))
        let landing = try #require(told.first { $0["reason"]?.stringValue == reason }, "\(told)")
        #expect(landing["panel"] == "it")
        #expect(try UnheardTests.counts(kiosk).contains("\(reason) 1"))
        let sentence = try #require(Unheard(rawValue: reason)).sentence
        #expect(kiosk.log().contains { $0.contains("touch not received: \(sentence)") })
        guard let place else {
            #expect(landing["x"] == nil && landing["y"] == nil, "\(landing)")
            return
        }
        let (x, y) = (landing["x"]?.doubleValue ?? -1, landing["y"]?.doubleValue ?? -1)
        #expect(abs(x - place.x) <= 0.5 && abs(y - place.y) <= 0.5, "\(landing)")
    }

    @Test(arguments: cases) func `a watch reports why the panel's finger is ignored`(_ it: Case) throws {
        try with(it.section) { kiosk in
            let screen = try kiosk.present(Self.button)
            let path = try kiosk.folder.write(ShortEvents.recording(it.events), to: "unheard.events")
            // At once: nothing of it is long or late.
            try kiosk.draw("play \(path) speed 0")
            try check(kiosk, it.reason, at: it.place)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func `a finger that was down before the start is reported`() throws {
        try with(startsDaemon: false) { kiosk in
            try kiosk.draw("down 0 640,400")
            try kiosk.startDaemon()
            try check(kiosk, "held_since_start", at: nil)
        }
    }

    @Test func `an inhibited panel is reported`() throws {
        try with { kiosk in
            try kiosk.inhibit(true)
            try check(kiosk, "inhibited", at: nil)
        }
    }

    @Test func `a panel that another program has grabbed is reported, also beside a pattern`() throws {
        try with(exclusive: true) { kiosk in
            try kiosk.grabElsewhere(true)
            let screen = try kiosk.present(Widgets.pattern())
            try check(kiosk, "panel_held", at: nil)
            #expect(
                kiosk.log().contains {
                    $0.contains("panel 1 is grabbed by another program: its touches do not arrive")
                })
            withExtendedLifetime(screen) {}
        }
    }
}
