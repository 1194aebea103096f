import Testing
import TestSupport
import TouchCore
import TouchInput

struct DisplayOutputTests {
    private static let wide = Size(width: 1_920, height: 1_080)
    private static let tall = Size(width: 1_080, height: 1_920)

    @Test(arguments: [
        ("Normal", Rotation.none), ("Upside Down", .half), ("Left Side Up", .quarter),
        ("Right Side Up", .threeQuarters),
    ])
    func `a panel is turned as its connector reports, whatever the modes`(word: String, turn: Rotation) throws {
        let folder = try TemporaryFolder()
        try folder.write("connected\n", to: "class/drm/card0-DSI-1/status")
        try folder.write("1080x1920\n", to: "class/drm/card0-DSI-1/modes")
        try folder.write(word + "\n", to: "class/drm/card0-DSI-1/panel_orientation")
        let output = DisplayOutput(named: "DSI-1", sysfs: folder.path)
        #expect(output.turn(for: Self.wide, console: .half) == .told(turn))
    }

    @Test func `of two cards the one with a display counts, and its preferred mode`() throws {
        let folder = try TemporaryFolder()
        try folder.write("disconnected\n", to: "class/drm/card0-HDMI-A-1/status")
        try folder.write("", to: "class/drm/card0-HDMI-A-1/modes")
        try folder.write("connected\n", to: "class/drm/card1-HDMI-A-1/status")
        try folder.write("1080x1920\n640x480\n", to: "class/drm/card1-HDMI-A-1/modes")
        try folder.write("connected\n", to: "class/drm/card1-HDMI-A-2/status")
        try folder.write("800x480\n", to: "class/drm/card1-HDMI-A-2/modes")
        #expect(DisplayOutput(named: "HDMI-A-1", sysfs: folder.path).mode == Self.tall)
        #expect(DisplayOutput(named: "HDMI-A-2", sysfs: folder.path).mode == Size(width: 800, height: 480))
        #expect(DisplayOutput(named: "A-1", sysfs: folder.path).mode == nil)
    }

    @Test(
        arguments: [
            (tall, wide, nil, DisplayOutput.Turn.unknownQuarter),
            (tall, wide, .threeQuarters, .shown(.threeQuarters)), (tall, wide, .quarter, .shown(.quarter)),
            // A console that does not match belongs to another display.
            (tall, wide, Rotation.none, .unknownQuarter), (wide, wide, .quarter, .shown(.none)),
            (wide, wide, .half, .shown(.half)), (wide, wide, nil, .shown(.none)), (tall, tall, nil, .shown(.none)),
            (Size(width: 720, height: 720), wide, .quarter, .unknown), (nil, wide, .quarter, .unknown),
        ] as [(Size?, Size, Rotation?, DisplayOutput.Turn)])
    func `without an orientation the shapes of mode and view decide, and the console gives the direction`(
        mode: Size?, view: Size, console: Rotation?, turn: DisplayOutput.Turn
    ) {
        let output = DisplayOutput(orientation: nil, mode: mode)
        #expect(output.turn(for: view, console: console) == turn)
    }

    @Test(arguments: [
        ("0", Rotation.none), ("1", .threeQuarters), ("2", .half), ("3", .quarter),
    ])
    func `a picture that the console turns clockwise means a panel turned counterclockwise`(
        digit: String, turn: Rotation
    ) throws {
        let folder = try TemporaryFolder()
        try folder.write(digit + "\n", to: "class/graphics/fbcon/rotate")
        #expect(DisplayOutput.console(sysfs: folder.path) == turn)
    }

    @Test func `invalid content of sysfs is ignored`() throws {
        let folder = try TemporaryFolder()
        for mode in ["", "x", "0x0", "1080", "99999999999999999999999999999999x", "axb"] {
            try folder.write(mode + "\n", to: "class/drm/card0-DP-1/modes")
            try folder.write("Sideways\n", to: "class/drm/card0-DP-1/panel_orientation")
            let output = DisplayOutput(named: "DP-1", sysfs: folder.path)
            #expect(output.mode == nil && output.orientation == nil, "\(mode)")
        }
        #expect(DisplayOutput.console(sysfs: folder.path) == nil)
    }
}

struct DisplayPowerTests {
    private static let on = ["status": "connected", "enabled": "enabled", "dpms": "On"]

    @Test(
        arguments: [
            ([:], nil),
            (["backlight/lcd": ["bl_power": "0", "brightness": "80"]], false),
            (["backlight/lcd": ["bl_power": "4", "brightness": "80"]], true),
            (["backlight/lcd": ["bl_power": "0", "brightness": "0"]], true),
            (["backlight/lcd": ["brightness": "7"]], false),
            (["backlight/a": ["brightness": "0"], "backlight/b": ["brightness": "1"]], false),
            (["drm/card0-HDMI-A-1": on], false),
            (["drm/card0-HDMI-A-1": on.merging(["dpms": "Off"]) { $1 }], true),
            (["drm/card0-HDMI-A-1": on.merging(["enabled": "disabled"]) { $1 }], true),
            (["drm/card0-HDMI-A-1": on.merging(["dpms": "Standby"]) { $1 }, "drm/card0-DP-1": on], false),
            (["drm/card0-HDMI-A-1": on.merging(["status": "disconnected"]) { $1 }, "drm/card0": [:]], nil),
            (["drm/card0-eDP-1": on, "backlight/lcd": ["bl_power": "1", "brightness": "80"]], true),
            (["drm/version": [:], "backlight/lcd": ["type": "raw"]], nil),
        ] as [([String: [String: String]], Bool?)])
    func `a display is dark by its backlight or its connector`(files: [String: [String: String]], isDark: Bool?) throws
    {
        let folder = try TemporaryFolder()
        for (place, attributes) in files {
            for (name, value) in attributes { try folder.write(value + "\n", to: "class/\(place)/\(name)") }
        }
        #expect(DisplayPower(sysfs: folder.path).isDark == isDark)
    }
}
