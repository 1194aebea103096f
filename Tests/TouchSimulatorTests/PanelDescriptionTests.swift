import Testing
import TouchDevice

@testable import TouchSimulator

@Suite struct PanelDescriptionTests {
    @Test func `an evemu description becomes a panel`() throws {
        let panel = try Panels.description("ten-slots")
        #expect(panel.name == "Larch 1541 Multitouch" && panel.slotCount == 10 && panel.properties == [1])
        #expect(panel.numbers == .init(bus: 3, vendor: 0x1fd2, product: 0x6007, version: 0x111))
        #expect(panel.axes[InputCode.positionX] == Axis(minimum: 0, maximum: 11007, resolution: 32))
        #expect(panel.codes[InputCode.key] == [InputCode.touch])
        #expect(panel.udevProperties["ID_INPUT_WIDTH_MM"] == "343")
    }

    @Test func `fuzz becomes properties as with udev`() throws {
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

    /// The class udev's input_id gives to devices like these.
    @Test(
        arguments: [
            ([InputCode.touch], [1], "ID_INPUT_TOUCHSCREEN"), ([InputCode.touch], [], "ID_INPUT_TOUCHSCREEN"),
            ([], [1], "ID_INPUT_TOUCHSCREEN"), ([InputCode.touch, InputCode.finger], [], "ID_INPUT_TOUCHPAD"),
            ([InputCode.touch, InputCode.finger], [1], "ID_INPUT_TOUCHSCREEN"),
            ([InputCode.touch, InputCode.pen], [1], "ID_INPUT_TABLET"),
        ] as [(Set<UInt16>, Set<UInt16>, String)])
    func `a device has the class udev would give it`(keys: Set<UInt16>, properties: Set<UInt16>, expected: String) {
        var panel = Panels.small
        panel.codes[InputCode.key] = keys
        panel.properties = properties
        #expect(panel.udevProperties.filter { $0.value == "1" && $0.key != "ID_INPUT" }.map(\.key) == [expected])
    }
}
