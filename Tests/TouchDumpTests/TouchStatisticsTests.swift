import Testing
import TouchCore
import TouchDevice
import TouchInput

@testable import TouchDump

@Suite struct TouchStatisticsTests {
    private static func frame(_ time: Int64, _ id: UInt64, _ phase: Phase, _ x: Double) -> Frame {
        Frame(
            device: DeviceID(1), time: Instant(microseconds: time), provenance: .virtual,
            contacts: [
                Contact(
                    id: ContactID(id), phase: phase, position: Point(x: x, y: 0), millimeters: Millimeters(x: x, y: 0))
            ])
    }

    @Test func `the rate is that of moving fingers, not of resting ones`() {
        var statistics = TouchStatistics()
        statistics.record(Self.frame(0, 1, .began, 0))
        for index in 1...50 { statistics.record(Self.frame(Int64(index) * 8_000, 1, .moved, Double(index) * 5)) }
        statistics.record(Self.frame(1_400_000, 1, .ended, 250))
        #expect(statistics.gap(0.5)?.microseconds == 8_050)
        #expect(statistics.gap(0.99)?.microseconds == 8_050)
        #expect(statistics.verdict == ["healthy"])
    }

    @Test func `a resting finger with jitter is unsteady`() {
        var statistics = TouchStatistics()
        statistics.record(Self.frame(0, 1, .began, 10))
        for index in 1...40 {
            statistics.record(Self.frame(Int64(index) * 8_000, 1, .moved, index % 2 == 0 ? 9.6 : 10.4))
        }
        statistics.record(Self.frame(400_000, 1, .ended, 10))
        #expect(abs((statistics.jitter ?? 0) - 0.4) < 0.02)
        #expect(statistics.verdict == ["unsteady: resting fingers jitter"])
        let device = Device(DeviceRecording(description: .touchable), id: DeviceID(1))
        let proposals = device.map {
            Measurement(device: $0, statistics: statistics, watched: .seconds(10)).proposals.map(\.key)
        }
        #expect(proposals == ["smooth-cutoff"])
    }

    @Test func `contacts too short to be fingers are ghosts, counted per minute`() throws {
        var statistics = TouchStatistics()
        for index in 0..<3 {
            statistics.record(Self.frame(Int64(index) * 1_000_000, UInt64(index + 1), .began, 10))
            statistics.record(Self.frame(Int64(index) * 1_000_000 + 8_000, UInt64(index + 1), .ended, 10))
        }
        let device = try #require(Device(DeviceRecording(description: .touchable), id: DeviceID(1)))
        let measurement = Measurement(device: device, statistics: statistics, watched: .seconds(10))
        #expect(measurement.ghostsPerMinute == 18)
        #expect(measurement.proposals.map(\.key) == ["min-life"])
    }

    @Test func `an untouched panel is reported as such`() {
        #expect(TouchStatistics().verdict == ["no contacts"])
    }
}

extension DeviceDescription {
    fileprivate static var touchable: DeviceDescription {
        var description = DeviceDescription(name: "Panel")
        description.axes = [
            0: Axis(minimum: 0, maximum: 10), 1: Axis(minimum: 0, maximum: 10),
        ]
        return description
    }
}
