import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchDevice
import TouchSimulator

@Suite(.showsLogs) struct AbsoluteMouseTests {
    private static func kiosk(_ lines: String) throws -> Kiosk {
        try Kiosk {
            $0.description = try DeviceDescription(path: Fixtures.path(of: "field/absolute-mouse.evemu"))
            $0.access = "group-frontend=\n[panel till]\nmatch-id=1234:0001\n\(lines)"
        }
    }

    @Test func `such a panel is one finger if its section says so`() throws {
        let kiosk = try Self.kiosk("absolute-mouse=yes")
        let screen = try kiosk.present(Widgets.live())
        try kiosk.draw(dots: "1-2-3-6")
        try screen.event("judged")
        #expect(screen.names.first == "began")
        #expect(try kiosk.devices().first?["provenance"] == "virtual")
    }

    @Test(arguments: ["use=yes", "absolute-mouse=no"]) func `without that it is not read, and that is said`(
        line: String
    ) throws {
        let kiosk = try Self.kiosk(line)
        #expect(try kiosk.devices().isEmpty)
        let found = try kiosk.call("io.touchd.device.Explain")["candidates"]?.arrayValue?.first?.objectValue
        #expect(found?["read"] == false)
        #expect(
            found?["why"]?.stringValue?.contains("absolute-mouse=yes in its [panel] section") == true,
            "\(found as Any)")
    }
}
