import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchDevice

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
}
