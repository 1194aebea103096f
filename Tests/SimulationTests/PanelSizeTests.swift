import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchDevice

/// Panels that claim a size no panel has, in the daemon.
@Suite(.showsLogs) struct PanelSizeTests {
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
