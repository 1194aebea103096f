import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchSimulator
import TouchDevice

/// Unusual panels, and views that are turned.
@Suite struct PanelTests {
    private func withPanel(_ text: String, _ setup: Kiosk.Setup = Kiosk.Setup(), _ body: (Kiosk) throws -> Void) throws
    {
        let folder = try TemporaryFolder()
        var setup = setup
        setup.description = try DeviceDescription(path: folder.write(text, to: "panel.desc"))
        try withKiosk(setup, body)
    }

    @Test func `a panel works after a quarter of a million events as at first`() throws {
        try withKiosk { kiosk in
            // Ten fingers make 33 events a frame; at this rate the daemon reads frame by frame.
            try kiosk.draw("flood 8500 fingers 10 rate 2000")
            let screen = try kiosk.present([
                "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
            ])
            try kiosk.draw("tap 640,400")
            try screen.event("pressed")
        }
    }

    @Test func `a single-touch panel is reported as one`() throws {
        try withPanel(PanelFile.singleTouch) { kiosk in
            let device = try #require(try kiosk.devices().first)
            #expect(device["name"] == "single touch panel")
            #expect(device["slots"] == nil)
        }
    }

    @Test func `a pattern can be drawn on a single-touch panel`() throws {
        try withPanel(PanelFile.singleTouch) { kiosk in
            try kiosk.enroll()
            let replies = try kiosk.verify(drawing: "1-4-8-5-9")
            #expect(replies.last?["outcome"] == "passed")
        }
    }

    @Test func `a panel with a resolution has a size`() throws {
        try withPanel(PanelFile.singleTouch) { kiosk in
            let device = try #require(try kiosk.devices().first)
            #expect(device["widthMm"] == .real(1_023.0 / 4))
            #expect(device["heightMm"] == .real(1_023.0 / 6))
        }
    }

    @Test func `a panel without resolution has no size and works`() throws {
        try withPanel(PanelFile.withoutResolution) { kiosk in
            let device = try #require(try kiosk.devices().first)
            #expect(device["widthMm"] == nil)
            #expect(device["heightMm"] == nil)
            let screen = try kiosk.present(Widgets.pattern())
            try kiosk.draw(dots: "1-2-3-6")
            try screen.event("result")
        }
    }

    @Test func `touches of a panel without resolution have no millimeters`() throws {
        try withPanel(PanelFile.withoutResolution) { kiosk in
            let watch = try kiosk.stream("io.touchd.monitor.Contacts")
            try kiosk.draw("down 0 100,100")
            let contact = watch.all.last?["contacts"]?.arrayValue?.first?.objectValue
            #expect(contact?["x"] != nil && contact?["xMm"] == nil)
        }
    }

    @Test func `axes with any range cover the view from edge to edge`() throws {
        try withPanel(PanelFile.shifted) { kiosk in
            let watch = try kiosk.stream("io.touchd.monitor.Contacts")
            for (x, y) in [(0, 0), (1_280, 800)] {
                try kiosk.draw("down 0 \(x),\(y)")
                let contact = watch.all.last?["contacts"]?.arrayValue?.first?.objectValue
                #expect(contact?["x"]?.doubleValue == Double(x) && contact?["y"]?.doubleValue == Double(y))
                try kiosk.draw("up 0")
            }
        }
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
        let setup = Kiosk.Setup(
            view: isUpright ? "1280x800" : "800x1280", rotation: rotation,
            properties: isMirrored ? ["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 1 0"] : [])
        try withKiosk(setup) { kiosk in
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

    @Test(arguments: [0, 90, 180, 270]) func `the panel's rotation is reported`(rotation: Int) throws {
        try withKiosk(Kiosk.Setup(rotation: rotation)) { kiosk in
            let device = try #require(try kiosk.devices().first)
            #expect(device["rotation"] == .integer(Int64(rotation)))
            #expect(device["area"]?.objectValue?["width"] == 1280.0)
        }
    }

    @Test func `a finger off the panel is at its edge, reported once`() throws {
        try withKiosk { kiosk in
            let watch = try kiosk.stream("io.touchd.monitor.Contacts")
            for _ in 0..<2 {
                try kiosk.draw("line 640,400 2000,400 speed 5000")
                let places = watch.all.compactMap { $0["contacts"]?.arrayValue?.first?.objectValue?["x"]?.doubleValue }
                #expect(places.last == 1_280)
            }
            #expect(kiosk.log().count { $0.contains("off-panel") || $0.contains("outside") } == 1, "\(kiosk.log())")
        }
    }

    @Test func `a calibration of udev moves touches`() throws {
        let setup = Kiosk.Setup(properties: ["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1"])
        try withKiosk(setup) { kiosk in
            let watch = try kiosk.stream("io.touchd.monitor.Contacts")
            try kiosk.draw("down 0 320,200")
            let contact = watch.all.last?["contacts"]?.arrayValue?.first?.objectValue
            #expect(abs((contact?["x"]?.doubleValue ?? 0) - 960) < 0.5)
            #expect(abs((contact?["y"]?.doubleValue ?? 0) - 600) < 0.5)
        }
    }
}
