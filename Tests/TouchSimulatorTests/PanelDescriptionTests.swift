import Testing
import TouchDevice

@testable import TouchSimulator

@Suite struct PanelDescriptionTests {
    @Test func `size and fuzz become properties as with udev`() throws {
        #expect(try Panels.description("ten-slots").udevProperties["ID_INPUT_WIDTH_MM"] == "343")
        let properties = try Panels.description("no-resolution").udevProperties
        #expect(
            properties.filter { $0.key.hasPrefix("LIBINPUT_FUZZ") } == [
                "LIBINPUT_FUZZ_00": "2", "LIBINPUT_FUZZ_01": "2", "LIBINPUT_FUZZ_35": "2", "LIBINPUT_FUZZ_36": "2",
            ])
        #expect(properties["ID_INPUT_WIDTH_MM"] == nil)
    }

    @Test(arguments: Panels.names) func `every panel lies below the virtual devices`(name: String) throws {
        let entries = try Panels.description(name).sysfs(NodeNumber(number: 20), properties: [:])
        let paths = entries.map(\.path).filter { $0.hasPrefix("/sys/devices/") }
        #expect(!paths.isEmpty && paths.allSatisfy { $0.hasPrefix("/sys/devices/virtual/input/input20/") })
    }

    @Test func `a name cannot inject lines into sysfs`() {
        var panel = Panels.small
        panel.name = "a\nID_BUS=usb\r\nb"
        let files = panel.sysfs(NodeNumber(number: 20), properties: [:])
        #expect(files.contains(.file("/sys/devices/virtual/input/input20/name", "a ID_BUS=usb b\n")))
    }
}
