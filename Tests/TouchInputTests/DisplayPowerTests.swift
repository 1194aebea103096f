import TestSupport
import Testing
import TouchInput

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
