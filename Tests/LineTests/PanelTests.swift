import StrictJSON
import Testing
import TestSupport

/// Unusual panels, and views that are turned.
@Suite struct PanelTests {
    private func withPanel(_ text: String, _ setup: Line.Setup = Line.Setup(), _ body: (Line) throws -> Void) throws {
        let folder = try TemporaryFolder()
        var setup = setup
        setup.description = try folder.write(text, to: "panel.desc")
        try withLine(setup, body)
    }

    @Test func `a panel works after a quarter of a million events as at first`() throws {
        try withLine { line in
            // Ten fingers make 33 events a frame; at this rate the daemon reads frame by frame.
            try line.draw("flood 8500 fingers 10 rate 2000")
            let screen = try line.present([
                "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
            ])
            try line.draw("tap 640,400")
            try screen.event("pressed")
        }
    }

    @Test func `a single-touch panel is reported as one`() throws {
        try withPanel(PanelFile.singleTouch) { line in
            let device = try #require(try line.devices().first)
            #expect(device["name"] == "single touch panel")
            #expect(device["slots"] == nil)
        }
    }

    @Test func `a pattern can be drawn on a single-touch panel`() throws {
        try withPanel(PanelFile.singleTouch) { line in
            try line.enroll()
            let replies = try line.verify(drawing: "1-4-8-5-9")
            #expect(replies.last?["outcome"] == "passed")
        }
    }

    @Test func `a panel with a resolution has a size`() throws {
        try withPanel(PanelFile.singleTouch) { line in
            let device = try #require(try line.devices().first)
            #expect(device["widthMm"] == .real(1_023.0 / 4))
            #expect(device["heightMm"] == .real(1_023.0 / 6))
        }
    }

    @Test func `a panel without resolution has no size and works`() throws {
        try withPanel(PanelFile.withoutResolution) { line in
            let device = try #require(try line.devices().first)
            #expect(device["widthMm"] == nil)
            #expect(device["heightMm"] == nil)
            let screen = try line.present(Widgets.pattern())
            try line.draw(dots: "1-2-3-6")
            try screen.event("result")
        }
    }

    @Test func `touches of a panel without resolution have no millimeters`() throws {
        try withPanel(PanelFile.withoutResolution) { line in
            let dump = try line.dump()
            try line.draw("tap 100,100 hold 1")
            let lines = try line.end(dump).filter { $0.contains("began") }
            #expect(lines.count == 1)
            #expect(!lines[0].contains("x_mm"))
        }
    }

    @Test func `a panel with an empty axis is left out in one line`() throws {
        try withPanel(PanelFile.withoutExtent) { line in
            let devices = try line.devices()
            #expect(devices.isEmpty)
            let complaints = try line.log().filter { $0.hasPrefix("<3>") }
            #expect(complaints.count == 1, "\(complaints)")
            #expect(complaints.first?.contains("event20") == true, "\(complaints)")
        }
    }

    @Test func `axes with any range cover the view from edge to edge`() throws {
        try withPanel(PanelFile.shifted) { line in
            let dump = try line.dump()
            try line.draw("line 0,0 1280,800 speed 5000")
            let found = try DumpedContacts(line.end(dump))
            #expect(found.contacts == [FileContacts.Contact(x: 100, y: 100, isOver: true)])
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
        let setup = Line.Setup(
            view: isUpright ? "1280x800" : "800x1280", rotation: rotation,
            properties: isMirrored ? ["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 1 0"] : [])
        try withLine(setup) { line in
            let screen = try line.present(
                Widgets.pattern("all", x: 0, y: 0, width: width, height: height, settings: ["trail": "live"]))
            // touchsim's view is never turned: these are fractions of the panel.
            try line.draw("down 0 \(width * 0.5),\(height * 0.5)")
            try line.draw("move 0 \(width * 0.25),\(height * 0.125)")
            let event = try screen.event("moved")
            let (foundX, foundY) = (event["x"]?.doubleValue ?? -1, event["y"]?.doubleValue ?? -1)
            // Rounding may cost half a unit of the panel.
            #expect(abs(foundX - x * width) < 0.5 && abs(foundY - y * height) < 0.5, "\(event)")
        }
    }

    @Test(arguments: [0, 90, 180, 270]) func `the panel's rotation is reported`(rotation: Int) throws {
        try withLine(Line.Setup(rotation: rotation)) { line in
            let device = try #require(try line.devices().first)
            #expect(device["rotation"] == .integer(Int64(rotation)))
            #expect(device["area"]?.objectValue?["width"] == 1280.0)
        }
    }

    @Test func `a finger off the panel is at its edge, reported once`() throws {
        try withLine { line in
            let dump = try line.dump()
            try line.draw("line 640,400 2000,400 speed 5000")
            try line.draw("line 640,400 2000,400 speed 5000")
            let lines = try line.end(dump)
            let found = try DumpedContacts(lines)
            #expect(found.contacts.map(\.x) == [100, 100])
            #expect(lines.filter { $0.contains("off-panel") }.count == 1)
        }
    }

    @Test func `a calibration of udev moves touches`() throws {
        let setup = Line.Setup(properties: ["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1"])
        try withLine(setup) { line in
            let dump = try line.dump()
            try line.draw("down 0 320,200")
            try line.draw("up 0")
            let found = try DumpedContacts(line.end(dump))
            #expect(found.contacts.count == 1)
            #expect(abs((found.contacts.first?.x ?? 0) - 75) < 0.05 && abs((found.contacts.first?.y ?? 0) - 75) < 0.05)
        }
    }
}
