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

    /// A device, its kind, and the capability that decides.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let device: DeviceDescription
        let role: DeviceKind.Role
        let tags: Set<DeviceKind.Tag>
        let evidence: String?
    }

    private static let places: Set<UInt16> = [0, 1]
    private static let fingers: Set<UInt16> = [0, 1, 0x2f, 0x35, 0x36, 0x39]

    static let cases = [
        Case(
            testDescription: "touchscreen", device: device(keys: [0x14a], absolute: fingers, properties: [1]),
            role: .touchscreen, tags: [.touchscreen], evidence: "INPUT_PROP_DIRECT"),
        Case(
            testDescription: "old touchscreen", device: device(keys: [0x14a], absolute: places), role: .touchscreen,
            tags: [.touchscreen], evidence: "BTN_TOUCH"),
        Case(
            testDescription: "touchscreen that is a mouse too",
            device: device(keys: [0x110, 0x14a], absolute: fingers, properties: [1]), role: .touchscreen,
            tags: [.mouse, .touchscreen], evidence: "INPUT_PROP_DIRECT"),
        Case(
            testDescription: "panel of one finger with a mouse's button",
            device: device(keys: [0x110, 0x14a], absolute: places), role: .mouse, tags: [.mouse],
            evidence: "BTN_LEFT and absolute axes"),
        Case(
            testDescription: "eGalax USB", device: device(keys: [0x110, 0x111, 0x140, 0x14a], absolute: [0, 1, 2, 3]),
            role: .pen, tags: [.tablet], evidence: "BTN_TOOL_PEN"),
        Case(
            testDescription: "pad of a tablet", device: device(keys: [0x100, 0x14b], absolute: places), role: .pad,
            tags: [.tablet, .tabletPad], evidence: "BTN_STYLUS"),
        Case(
            testDescription: "touchpad",
            device: device(keys: [0x110, 0x145, 0x14a], absolute: fingers, properties: [0]),
            role: .touchpad, tags: [.touchpad], evidence: "BTN_TOOL_FINGER without INPUT_PROP_DIRECT"),
        Case(
            testDescription: "touchscreen that names its fingers",
            device: device(keys: [0x145, 0x14a], absolute: fingers, properties: [1]), role: .touchscreen,
            tags: [.touchscreen], evidence: "INPUT_PROP_DIRECT"),
        Case(
            testDescription: "mouse", device: device(keys: [0x110, 0x111, 0x112], relative: [0, 1, 8]), role: .mouse,
            tags: [.mouse], evidence: "BTN_LEFT"),
        Case(
            testDescription: "pointing stick", device: device(keys: [0x110], relative: [0, 1], properties: [5]),
            role: .mouse, tags: [.mouse, .pointingStick], evidence: "BTN_LEFT"),
        Case(
            testDescription: "keyboard", device: device(keys: Set(1...120)), role: .keyboard, tags: [.key, .keyboard],
            evidence: nil),
        Case(
            testDescription: "remote control", device: device(keys: [0x160]), role: .keyboard, tags: [.key],
            evidence: nil),
        Case(
            testDescription: "wheel alone", device: device(relative: [8]), role: .keyboard, tags: [.key], evidence: nil),
        Case(
            testDescription: "gamepad", device: device(keys: [0x130, 0x131], absolute: [0, 1, 3, 4]), role: .joystick,
            tags: [.joystick], evidence: "buttons or axes of a joystick"),
        Case(
            testDescription: "accelerometer", device: device(absolute: [0, 1, 2]), role: .accelerometer,
            tags: [.accelerometer], evidence: "ABS_X, ABS_Y and ABS_Z, and no key"),
        Case(testDescription: "nothing", device: device(), role: .nothing, tags: [], evidence: nil),
    ]

    @Test(arguments: cases)
    func `a device is classified by its capabilities, and the deciding one is named`(one: Case) {
        let kind = DeviceKind(one.device)
        #expect(kind.role == one.role)
        #expect(kind.tags == one.tags)
        #expect(kind.evidence == one.evidence)
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
