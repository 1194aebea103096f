import Testing
import TouchDevice

@Suite struct LibinputRefusalTests {
    /// Ten slots, 12 units per millimeter, without faults.
    private static func panel(_ change: (inout [UInt16: Axis]) -> Void) -> DeviceDescription {
        var axes: [UInt16: Axis] = [
            0: Axis(minimum: 0, maximum: 4095, resolution: 12), 1: Axis(minimum: 0, maximum: 2303, resolution: 12),
            0x2f: Axis(minimum: 0, maximum: 9), 0x35: Axis(minimum: 0, maximum: 4095, resolution: 12),
            0x36: Axis(minimum: 0, maximum: 2303, resolution: 12), 0x39: Axis(minimum: 0, maximum: 65_535),
        ]
        change(&axes)
        var device = DeviceDescription()
        device.axes = axes
        return device
    }

    @Test func `a panel without faults is accepted`() {
        #expect(LibinputRefusal(Self.panel { _ in }) == nil)
        // Some drivers fill in what they do not have.
        #expect(LibinputRefusal(Self.panel { $0[0x29] = Axis(minimum: 0, maximum: 0) }) == nil)
        #expect(LibinputRefusal(Self.panel { $0[0x37] = Axis(minimum: 0, maximum: 0) }) == nil)
        #expect(LibinputRefusal(Self.panel { $0[0x2f]?.maximum = 1_023 }) == nil)
    }

    /// Other reasons are compared with libinput itself, in ClassificationTests.
    @Test(
        arguments: [
            (
                Self.panel { $0[0x35] = nil }, .halfPair(has: 0x36, lacks: 0x35),
                "it has ABS_MT_POSITION_Y but no ABS_MT_POSITION_X"
            ),
            (
                Self.panel { $0[0x18] = Axis(minimum: 7, maximum: 7) }, .noExtent(0x18, at: 7),
                "minimum and maximum of ABS_PRESSURE are both 7"
            ),
        ] as [(DeviceDescription, LibinputRefusal, String)])
    func `a rejection by libinput is reported with the axis that causes it`(
        device: DeviceDescription, refusal: LibinputRefusal, words: String
    ) {
        #expect(LibinputRefusal(device) == refusal)
        #expect(refusal.reason.contains(words))
    }
}
