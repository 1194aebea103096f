import TouchDevice

/// Recordings made up for tests.
enum Samples {
    /// A panel with five slots and one finger that lands, moves and lifts.
    static let panel: DeviceRecording = {
        var description = DeviceDescription(
            name: "Mock \"Touch\" \\ ® screen", numbers: .init(bus: 0x18, vendor: 0x1234, product: 0x5678, version: 1))
        description.properties = [1]
        description.codes = [1: [330], 3: [0, 1, 47, 53, 54, 57], 17: [0, 1], 5: [1]]
        for (code, axis) in [
            (UInt16(0), Axis(minimum: -10, maximum: 4095, resolution: 16, fuzz: 4)),
            (1, Axis(minimum: 0, maximum: 2303, resolution: 16)), (47, Axis(minimum: 0, maximum: 4)),
            (53, Axis(minimum: -10, maximum: 4095, resolution: 16, fuzz: 4)),
            (54, Axis(minimum: 0, maximum: 2303, resolution: 16)), (57, Axis(minimum: 0, maximum: 65_535)),
        ] { description.axes[code] = axis }
        description.axes[0]?.flat = 2
        description.lights = [0: 1, 1: 0]
        description.switches = [1: 1]
        return DeviceRecording(
            node: "/dev/input/event5", description: description,
            udev: [.init(name: "ID_INPUT", value: "1"), .init(name: "ID_PATH", value: "pci-0:1 \"x\" #y")],
            events: events)
    }()

    /// A second device, whose events are interleaved.
    static let pen: DeviceRecording = {
        var description = DeviceDescription(name: "Pen", numbers: .init(bus: 3, vendor: 1, product: 2, version: 3))
        description.codes = [1: [330], 3: [0, 1]]
        description.axes = [
            0: Axis(minimum: 0, maximum: 100), 1: Axis(minimum: 0, maximum: 100),
        ]
        return DeviceRecording(
            node: "/dev/input/event6", description: description,
            events: [
                event(5_000, 1, 330, 1), event(5_000, 3, 0, 50), event(5_000, 0, 0, 0), event(13_000, 3, 1, 7),
                event(13_000, 0, 0, 0),
            ])
    }()

    static let events = [
        event(1, 3, 57, 45), event(1, 3, 53, 1000), event(1, 3, 54, 500), event(1, 1, 330, 1), event(1, 0, 0, 0),
        event(12_001, 3, 53, -5), event(12_001, 4, 4, Int32(bitPattern: 0x8000_0001)), event(12_001, 0, 3, 0),
        event(12_002, 0, 0, 0), event(1_048_001, 3, 57, -1), event(1_048_001, 3, 47, 3), event(1_048_001, 0, 2, 0),
        event(1_303_481_521_048_001, 1, 330, 0), event(1_303_481_521_048_001, 0, 0, 1),
    ]

    static func event(_ time: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(microseconds: time, type: type, code: code, value: value)
    }
}
