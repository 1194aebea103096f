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
        let device = try #require(try kiosk.devices().first)
        #expect(device["slots"] == nil)
        try kiosk.enroll()
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
    }

    /// Where a corner of the panel is seen, by rotation of the panel and whether udev's matrix mirrors it: the finger
    /// lands near the left upper corner of the panel, at a quarter of its width and an eighth of its height.
    @Test(arguments: [
        (0, false, 0.25, 0.125), (90, false, 0.875, 0.25), (180, false, 0.75, 0.875), (270, false, 0.125, 0.75),
        (0, true, 0.75, 0.125), (90, true, 0.875, 0.75), (180, true, 0.25, 0.875), (270, true, 0.125, 0.25),
    ])
    func `a touch arrives at its place in the turned view`(
        rotation: Int, isMirrored: Bool, x: Double, y: Double
    ) throws {
        // A view of a panel on its side is as high as the panel is wide.
        let isUpright = rotation % 180 == 0
        let (width, height) = isUpright ? (1_280.0, 800.0) : (800.0, 1_280.0)
        let kiosk = try Kiosk {
            ($0.view, $0.rotation) = (isUpright ? "1280x800" : "800x1280", rotation)
            $0.properties = isMirrored ? ["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 1 0"] : []
        }
        #expect(try kiosk.devices().first?["rotation"] == .integer(Int64(rotation)))
        let screen = try kiosk.present(
            Widgets.pattern("all", x: 0, y: 0, width: width, height: height, settings: ["trail": "live"]))
        // touchsim's view is never turned: these are fractions of the panel.
        try kiosk.draw("down 0 \(width * 0.5),\(height * 0.5)")
        try kiosk.draw("move 0 \(width * 0.25),\(height * 0.125)")
        let event = try screen.event("moved")
        let (foundX, foundY) = (event["x"]?.doubleValue ?? -1, event["y"]?.doubleValue ?? -1)
        // Rounding may cost half a unit of the panel.
        #expect(abs(foundX - x * width) < 0.5 && abs(foundY - y * height) < 0.5, "\(event)")
    }

    private static func till(_ lines: String) throws -> Kiosk {
        try Kiosk {
            $0.description = try DeviceDescription(path: Fixtures.path(of: "field/absolute-mouse.evemu"))
            $0.access = "group-frontend=\n[panel till]\nmatch-id=1234:0001\n\(lines)"
        }
    }

    @Test func `such a panel is one finger if its section says so`() throws {
        let kiosk = try Self.till("absolute-mouse=yes")
        let screen = try kiosk.present(Widgets.live())
        try kiosk.draw(dots: "1-2-3-6")
        try screen.event("judged")
        #expect(screen.names.first == "began")
        #expect(try kiosk.devices().first?["provenance"] == "virtual")
    }

    @Test(arguments: ["use=yes", "absolute-mouse=no"]) func `without that it is not read, and that is said`(
        line: String
    ) throws {
        let kiosk = try Self.till(line)
        #expect(try kiosk.devices().isEmpty)
        let found = try kiosk.call("io.touchd.device.Explain")["candidates"]?.arrayValue?.first?.objectValue
        #expect(found?["read"] == false && found?["section"] == "till" && found?["panel"] == nil)
        #expect(
            found?["why"]?.stringValue?.contains("absolute-mouse=yes in its [panel] section") == true,
            "\(found as Any)")
    }

    /// A square of 33 m, as some controllers claim, and one of 10 mm.
    private static let (huge, tiny) = (
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
        let counters = try kiosk.call("io.touchd.monitor.Statistics")["counters"]?.arrayValue
        #expect(counters?.contains(["name": "impossible_sizes", "value": 1]) == true)
    }

    @Test(arguments: [huge, tiny]) func `the size of the configuration counts`(panel: String) throws {
        let kiosk = try Self.kiosk(panel, access: "group-frontend=\n[panel main]\nmatch-id=1234:0001\nsize=410x230")
        let (devices, log) = (try kiosk.devices(), kiosk.log())
        #expect(devices.first?["widthMm"] == 410.0)
        #expect(!log.contains { $0.contains("not believed") })
    }

    @Test(arguments: [huge, tiny, PanelFile.withoutResolution])
    func `a captcha is no easier on it, nor without a size`(panel: String) throws {
        let kiosk = try Self.kiosk(panel, access: "group-frontend=\n[captcha]\ntolerance=100\nlockout=off")
        let made = try kiosk.call(
            "io.touchd.captcha.Create",
            ["profile": "simple", "maxAttempts": 3, "puzzle": ["pictures": false], "claims": ["action": "print"]])
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
        let screen = try kiosk.present(Widgets.captcha(made["challengeId"]?.stringValue ?? ""))
        for end in [700, 760, 820] {
            // As a program does: straight, at constant speed.
            try kiosk.draw("line 460,534 \(end),534 speed 500 rate 125")
            #expect(try screen.event("judged")["passed"] == false)
            if end < 820 { try screen.event("rearmed") }
        }
        let attempts = try verdict.rest().compactMap { $0["attempt"]?.objectValue }
        #expect(attempts.map { $0["flaw"] } == ["track_even", "track_even", "track_even"])
    }
}
