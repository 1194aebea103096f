import EventLoop
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

/// Ignored touches, for reasons of the panel that come from its node.
@Suite(.showsLogs) struct UnheardInputTests {
    enum Cause: String, CaseIterable {
        case heldSinceStart = "held_since_start"
        case inhibited
        case panelHeld = "panel_held"
    }

    @Test(arguments: Cause.allCases)
    func `a panel that is ignored is reported with its name and without a place, counted and logged`(
        cause: Cause
    ) throws {
        let kiosk = try Kiosk {
            $0.access = "group-frontend=\n[panel it]\nrotate=0\n[unlock]\nexclusive=yes"
            ($0.daemon, $0.logLevel, $0.startsDaemon) = ("log-level=debug", .debug, false)
        }
        if cause == .heldSinceStart { try kiosk.draw("down 0 640,400") }
        try kiosk.startDaemon()
        if cause == .inhibited { try kiosk.inhibit(true) }
        var screen: Presentation<KioskStream>?
        if cause == .panelHeld {
            try kiosk.grabElsewhere(true)
            screen = try kiosk.present(Widgets.pattern())
            #expect(kiosk.log().contains { $0.contains("panel 1 is grabbed by another program: its touches do not") })
        }
        let told = try kiosk.stream("io.touchd.monitor.Unheard").first { $0["landings"] != nil }
        let landing = try #require(told["landings"]?.arrayValue?.first?.objectValue)
        #expect(landing["reason"] == .string(cause.rawValue) && landing["panel"] == "it")
        #expect(landing["x"] == nil && landing["y"] == nil, "\(landing)")
        let counter = try kiosk.counters().first { $0["name"] == "unheard" }
        #expect(counter?["reason"] == .string(cause.rawValue) && counter?["value"] == 1)
        let sentence = try #require(Unheard(rawValue: cause.rawValue)).sentence
        #expect(kiosk.log().contains { $0.contains("touch not received: \(sentence)") })
        screen?.hangUp()
    }

    @Test(arguments: [("", true), ("keep-frames=0s", false)])
    func `with keep-frames=0 nothing is kept`(input: String, isKept: Bool) throws {
        let kiosk = try Kiosk { $0.input = input }
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("tap 100,100")
        try screen.event("pressed")
        let recording = try kiosk.call("io.touchd.monitor.Recording")["lines"]?.stringValue
        #expect(recording?.contains("\"frame\"") == isKept)
    }
}
