import Testing
import TouchDevice

@Suite struct DeviceKindTests {
    private static func device(
        keys: Set<UInt16> = [], absolute: Set<UInt16> = [], relative: Set<UInt16> = [], properties: Set<UInt16> = []
    ) -> DeviceDescription {
        var device = DeviceDescription()
        for (type, codes) in [(UInt16(1), keys), (2, relative), (3, absolute)] where !codes.isEmpty {
            device.codes[type] = codes
        }
        device.properties = properties
        return device
    }

    private static let places: Set<UInt16> = [0, 1]
    private static let fingers: Set<UInt16> = [0, 1, 0x2f, 0x35, 0x36, 0x39]

    /// A device, its role and tags, and the capability that decides.
    ///
    /// LineTests compares the tags of any device with udev's own.
    static let cases: [(String, DeviceDescription, DeviceKind.Role, Set<DeviceKind.Tag>, String?)] = [
        (
            "touchscreen", device(keys: [0x14a], absolute: fingers, properties: [1]), .touchscreen, [.touchscreen],
            "INPUT_PROP_DIRECT"
        ),
        ("old touchscreen", device(keys: [0x14a], absolute: places), .touchscreen, [.touchscreen], "BTN_TOUCH"),
        (
            "touchscreen that is a mouse too", device(keys: [0x110, 0x14a], absolute: fingers, properties: [1]),
            .touchscreen, [.mouse, .touchscreen], "INPUT_PROP_DIRECT"
        ),
        (
            "panel of one finger with a mouse's button", device(keys: [0x110, 0x14a], absolute: places), .mouse,
            [.mouse], "BTN_LEFT and absolute axes"
        ),
        (
            "eGalax USB", device(keys: [0x110, 0x111, 0x140, 0x14a], absolute: [0, 1, 2, 3]), .pen, [.tablet],
            "BTN_TOOL_PEN"
        ),
        (
            "pad of a tablet", device(keys: [0x100, 0x14b], absolute: places), .pad, [.tablet, .tabletPad],
            "BTN_STYLUS"
        ),
        (
            "touchpad", device(keys: [0x110, 0x145, 0x14a], absolute: fingers, properties: [0]), .touchpad,
            [.touchpad], "BTN_TOOL_FINGER without INPUT_PROP_DIRECT"
        ),
        (
            "touchscreen that names its fingers", device(keys: [0x145, 0x14a], absolute: fingers, properties: [1]),
            .touchscreen, [.touchscreen], "INPUT_PROP_DIRECT"
        ),
        ("mouse", device(keys: [0x110, 0x111, 0x112], relative: [0, 1, 8]), .mouse, [.mouse], "BTN_LEFT"),
        (
            "pointing stick", device(keys: [0x110], relative: [0, 1], properties: [5]), .mouse,
            [.mouse, .pointingStick], "BTN_LEFT"
        ),
        ("keyboard", device(keys: Set(1...120)), .keyboard, [.key, .keyboard], nil),
        ("remote control", device(keys: [0x160]), .keyboard, [.key], nil),
        ("wheel alone", device(relative: [8]), .keyboard, [.key], nil),
        (
            "gamepad", device(keys: [0x130, 0x131], absolute: [0, 1, 3, 4]), .joystick, [.joystick],
            "buttons or axes of a joystick"
        ),
        (
            "accelerometer", device(absolute: [0, 1, 2]), .accelerometer, [.accelerometer],
            "ABS_X, ABS_Y and ABS_Z, and no key"
        ),
        ("nothing", device(), .nothing, [], nil),
    ]

    @Test(arguments: cases)
    func `a device is classified by its capabilities, and the deciding one is named`(
        _: String, device: DeviceDescription, role: DeviceKind.Role, tags: Set<DeviceKind.Tag>, evidence: String?
    ) {
        let kind = DeviceKind(device)
        #expect(kind.role == role && kind.tags == tags && kind.evidence == evidence, "\(kind)")
    }

    @Test func `udev's tags in a recording take precedence over its capabilities`() throws {
        let pen = Self.device(keys: [0x140, 0x14a], absolute: Self.places)
        var recording = DeviceRecording(description: pen, udev: [.init(name: "ID_PATH", value: "pci")])
        #expect(try #require(DeviceKind(recording)).role == .pen)
        recording.udev = [
            .init(name: "ID_INPUT", value: "1"), .init(name: "ID_INPUT_TOUCHSCREEN", value: "1"),
            .init(name: "ID_INPUT_TABLET", value: "0"),
        ]
        let told = try #require(DeviceKind(recording))
        #expect(told.tags == [.touchscreen] && told.evidence == nil && told.sentence == "a touchscreen")
    }

    @Test(
        arguments: [
            // Positions of fingers without BTN_TOUCH and INPUT_PROP_DIRECT, with and without keys.
            ([], [0x30, 0x35, 0x36], true, true, false), ([114, 115], [0x35, 0x36], true, true, false),
            ([0x14a], [0, 1, 0x35, 0x36], true, false, false),
            // Touchpads without a button and with one.
            ([0x145, 0x14a], [0, 1, 0x35, 0x36], true, false, false),
            ([0x110, 0x145, 0x14a], [0, 1, 0x35, 0x36], false, false, false),
            // Mice that report places.
            ([0x110, 0x111], [0, 1], true, false, true), ([0x110, 0x14a], [0, 1], true, false, false),
            ([0x110], [], false, false, false), ([0x110, 0x145], [0, 1], false, false, false),
        ] as [(Set<UInt16>, Set<UInt16>, Bool, Bool, Bool)])
    func `panels that udev cannot know are recognized by what they have`(
        keys: Set<UInt16>, absolute: Set<UInt16>, mayBePanel: Bool, hasBareFingers: Bool, isMouse: Bool
    ) {
        let device = Self.device(keys: keys, absolute: absolute)
        #expect(device.mayBePanel == mayBePanel)
        #expect(device.hasBareFingers == hasBareFingers && device.isAbsoluteMouse == isMouse)
    }

    @Test func `events without a device have no kind`() {
        #expect(DeviceKind(DeviceRecording()) == nil)
    }

    @Test(
        arguments: [
            ([.tablet, .touchscreen], .touchscreen), ([.touchpad, .touchscreen], .touchpad),
            ([.tablet, .tabletPad, .touchscreen], .pad), ([.mouse, .touchscreen, .keyboard], .touchscreen),
            ([.switches], .switches),
        ] as [(Set<DeviceKind.Tag>, DeviceKind.Role)])
    func `of several tags libinput's choice decides`(tags: Set<DeviceKind.Tag>, role: DeviceKind.Role) {
        #expect(DeviceKind(udev: tags.map { ($0.rawValue, "1") })?.role == role)
    }
}
