import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchDevice
import TouchSimulator

@Suite(.showsLogs) struct PanelTests {
    @Test(arguments: [PanelFile.singleTouch, PanelFile.shifted])
    func `a pattern can be drawn on a panel without slots, whatever the range of its axes`(panel: String) throws {
        let kiosk = try Kiosk { $0.description = try DeviceDescription(evemu: panel) }
        #expect(try kiosk.devices().map { $0["slots"] } == [nil])
        try kiosk.enroll()
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
    }

    @Test(arguments: ["use=yes", "absolute-mouse=no"])
    func `a mouse that reports places is not read unless its section says so, and that is said`(line: String) throws {
        let kiosk = try Kiosk {
            $0.description = try DeviceDescription(path: Fixtures.path(of: "field/absolute-mouse.evemu"))
            $0.access = "group-frontend=\n[panel till]\nmatch-id=1234:0001\n\(line)"
        }
        #expect(try kiosk.devices().isEmpty)
        let found = try kiosk.call("io.touchd.device.Explain")["candidates"]?.arrayValue?.first?.objectValue
        #expect(found?["read"] == false && found?["section"] == "till" && found?["panel"] == nil)
        #expect(
            found?["why"]?.stringValue?.contains("absolute-mouse=yes in its [panel] section") == true,
            "\(found as Any)")
    }

    /// A square of 33 m, as some controllers claim, and one of 10 mm.
    static let (huge, tiny) = (
        PanelFile.claiming(maximum: 32_767, resolution: 1), PanelFile.claiming(maximum: 4_095, resolution: 400)
    )

    private static func kiosk(_ panel: String, access: String = "group-frontend=") throws -> Kiosk {
        try Kiosk { ($0.access, $0.description) = (access, try DeviceDescription(evemu: panel)) }
    }

    @Test(arguments: [huge, tiny]) func `the size is not reported, and said once with what it claims`(panel: String)
        throws
    {
        let kiosk = try Self.kiosk(panel)
        let device = try #require(try kiosk.devices().first)
        #expect(device["widthMm"] == nil && device["heightMm"] == nil)
        let claim = panel == Self.huge ? "32767.0 × 32767.0 mm" : "10.2 × 10.2 mm"
        let found = try kiosk.call("io.touchd.device.Explain")["candidates"]?.arrayValue?.compactMap(\.objectValue)
        let why = found?.first { $0["node"] == "/dev/input/event20" }?["why"]?.stringValue ?? ""
        #expect(why.contains("claims \(claim), not believed"), "\(why)")
        try kiosk.draw("tap 640,400")
        try kiosk.draw("tap 640,400")
        #expect(kiosk.log().count { $0.contains("claims \(claim), not believed") } == 1)
        #expect(try kiosk.counters().contains(["name": "impossible_sizes", "value": 1]))
    }

    @Test(arguments: [huge, tiny]) func `the size of the configuration counts`(panel: String) throws {
        let kiosk = try Self.kiosk(panel, access: "group-frontend=\n[panel main]\nmatch-id=1234:0001\nsize=410x230")
        #expect(try kiosk.devices().first?["widthMm"] == 410.0)
        #expect(!kiosk.log().contains { $0.contains("not believed") })
    }
}
