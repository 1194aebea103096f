import Testing
import TouchDevice
import TouchRecording

/// Dialects that hold fingers: their readers make the events of a panel that could have said that.
@Suite struct FingerDialectTests {
    private static let old = """
        -event5\tDEVICE_ADDED\tMock\tseat0 default group1 cap:t size 256x144mm
        """

    private static func lines(of file: RecordingFile, _ device: Int = 0) -> [String] {
        file.devices[device].events.map { "\($0.microseconds) \($0.type) \($0.code) \($0.value)" }
    }

    private static let touches = """
        -event5   DEVICE_ADDED            Mock Touch Screen                 seat0 default group1  cap:t  size 256x144mm ntouches 5 calib
         event5   TOUCH_DOWN              +0.072s\t0 (0) 24.41/21.70 (62.50/31.25mm)
         event5   TOUCH_FRAME             +0.072s\t
         event5   TOUCH_MOTION            +0.083s\t0 (0)  0.24/99.96 ( 0.62/143.94mm)
         event5   TOUCH_FRAME             +0.083s\t
         event5   TOUCH_UP                +0.120s\t0 (0)
         event5   TOUCH_FRAME             +0.120s\t

        """

    @Test func `the lines of debug-events become a panel in hundredths of a millimeter`() throws {
        let file = RecordingFile(reading: Array(Self.touches.utf8))
        #expect(file.problem == nil)
        let device = try #require(file.device)
        #expect(device.name == "Mock Touch Screen")
        #expect(device.axes[0x35]?.axis == Axis(minimum: 0, maximum: 25_599, resolution: 100))
        #expect(device.slotCount == 5)
        #expect(
            Self.lines(of: file) == [
                "72000 3 57 1", "72000 3 53 6250", "72000 3 54 3125", "72000 1 330 1", "72000 3 0 6250",
                "72000 3 1 3125", "72000 0 0 0", "83000 3 53 62", "83000 3 54 14394", "83000 3 0 62",
                "83000 3 1 14394", "83000 0 0 0", "120000 3 57 -1", "120000 1 330 0", "120000 0 0 0",
            ])
    }

    /// Times, counts and prefixes of libinput 1.13 to 1.29, and what goes wrong in front of a line.
    @Test(arguments: [
        (" event5   TOUCH_DOWN       +0.07s\t0 (0) 24.41/21.70 (62.50/31.25mm)", 70_000),
        ("-event5   TOUCH_DOWN              +0.072s\t0 (0) 24.41/21.70 (62.50/31.25mm)", 72_000),
        (" event15  TOUCH_DOWN                   +0.072s\t0 (0) 24.41/21.70 (62.50/31.25mm)", 72_000),
        (" event15  TOUCH_DOWN                2  +0.072s\t0 (0) 24.41/21.70 (62.50/31.25mm)", 72_000),
        (
            "kernel bug: Mock: multiple touch down event5   TOUCH_DOWN  +0.072s\t0 (0) 24.41/21.70 (62.50/31.25mm)",
            72_000
        ),
    ]) func `a landing is read from every version`(line: String, time: Int64) {
        let file = RecordingFile(reading: Array((line + "\n").utf8), as: .debugEvents)
        #expect(file.problem == nil)
        #expect(file.events.first.map(\.microseconds) == time)
        #expect(file.events.filter { $0.code == 53 }.map(\.value) == [2441])
    }

    @Test func `a stamp from before the start stays before the others`() {
        let text = """
             event5   TOUCH_DOWN              +4294967.275s\t0 (0) 24.41/21.70 (62.50/31.25mm)
             event5   TOUCH_FRAME             +4294967.275s\t
             event5   TOUCH_UP                +0.010s\t0 (0)
             event5   TOUCH_FRAME             +0.010s\t

            """
        let file = RecordingFile(reading: Array(text.utf8))
        #expect(file.events.first?.microseconds == 0)
        #expect(file.events.last?.microseconds == 31_000)
    }

    @Test func `a cancelled finger becomes a palm`() {
        let text = Self.touches.split(separator: "\n").map { $0.contains("TOUCH_UP") ? "\($0)".cancelled : "\($0)" }
        let file = RecordingFile(reading: Array((text.joined(separator: "\n") + "\n").utf8))
        #expect(file.events.contains { $0.code == 0x37 && $0.value == 2 })
        #expect(file.device?.axes[0x37] != nil)
    }

    @Test func `a single touch panel stays one`() {
        let text = """
             event5   TOUCH_DOWN              +0.072s\t-1 (0) 24.41/21.70 (62.50/31.25mm)
             event5   TOUCH_FRAME             +0.072s\t
             event5   TOUCH_UP                +0.120s\t-1 (0)

            """
        let file = RecordingFile(reading: Array(text.utf8))
        #expect(file.device?.slotCount == nil)
        #expect(
            Self.lines(of: file) == [
                "72000 1 330 1", "72000 3 0 2441", "72000 3 1 2170", "72000 0 0 0", "120000 1 330 0", "120000 0 0 0",
            ])
    }

    private static let text = """
        event20  touchsim panel
          node        /dev/input/event20
          bus         0x0018 (I2C, according to the driver)
          ids         vendor 0x7464 product 0x0001 version 0x0001
          fingers     2 slots
          x axis      0…4000, 16 units/mm, fuzz 3
          y axis      100…2100, no resolution, fuzz 0
          udev        ID_INPUT=1
                      ID_INPUT_TOUCHSCREEN=1

        Touches (Ctrl-C to stop):
             1.500000 s  event20 #7    began         50.00    25.00 %   125.00    10.00 mm
             1.500000 s  event20 #8    began          0.00   100.00 %
             1.510000 s  event20 #7    cancelled     50.00    25.00 %
        event20  touchsim panel is gone

        """

    @Test func `the dump for people is read back`() throws {
        let file = RecordingFile(reading: Array(Self.text.utf8))
        #expect(file.problem == nil)
        let device = try #require(file.device)
        #expect(device.name == "touchsim panel")
        #expect(device.numbers == .init(bus: 0x18, vendor: 0x7464, product: 1, version: 1))
        #expect(device.axes[0x35]?.axis == Axis(minimum: 0, maximum: 4000, resolution: 16, fuzz: 3))
        #expect(file.devices[0].udev.map(\.name) == ["ID_INPUT", "ID_INPUT_TOUCHSCREEN"])
        #expect(file.events.filter { $0.code == 0x36 }.map(\.value) == [600, 2100])
        #expect(file.events.filter { $0.code == 0x37 }.map(\.value) == [2])
    }

    @Test func `pixels are refused, for nobody knows of how many`() {
        let file = RecordingFile(
            reading: Array("     1.500000 s  event20 #7    began       50.00    25.00 px\n".utf8), as: .text)
        #expect(file.problem == .refused(line: 1, reason: "positions are not in percent of the panel"))
    }

    @Test func `the dump for programs is read back`() throws {
        let axis = #"{"minimum":0,"maximum":1000,"resolution":0,"fuzz":0}"#
        let text = """
            {"type":"device","device":1,"name":"P","node":"/dev/input/event3","bus":3,"vendor":1,"product":2,"version":3,"slots":4,"x":\(axis),"y":\(axis)}
            {"type":"frame","device":1,"time_us":7,"contacts":[{"id":9,"phase":"began","x":12.5,"y":100.0}]}
            {"type":"frame","device":1,"time_us":9,"contacts":[{"id":9,"phase":"ended","x":12.5,"y":100}]}

            """
        let file = RecordingFile(reading: Array(text.utf8))
        #expect(file.problem == nil)
        #expect(file.device?.slotCount == 4)
        #expect(file.events.filter { $0.code == 53 || $0.code == 54 }.map(\.value) == [125, 1000])
        #expect(file.events.last?.microseconds == 9)
    }
}

extension String {
    fileprivate var cancelled: String {
        split(separator: " ", omittingEmptySubsequences: false).map { $0 == "TOUCH_UP" ? "TOUCH_CANCEL" : $0 }
            .joined(separator: " ")
    }
}
