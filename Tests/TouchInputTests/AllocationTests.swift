import TouchDevice
import CAllocations
import SeededNumbers
import Testing
import TouchCore

@testable import TouchInput

/// Cost as a count, independent of the machine's speed: from the events of a panel to frames.
@Suite(.enabled(if: allocations_are_counted())) struct AllocationTests {
    /// Number of reports of each finger in a gesture.
    private static let steps: Int64 = 40

    private final class Counter: SeatSink {
        var frames = 0
        func deviceAdded(_ device: Device) {}
        func deviceRemoved(_ id: DeviceID) {}
        func notice(_ notice: Notice) {}
        func frame(_ frame: borrowing Frame) { if !frame.contacts.isEmpty { frames += 1 } }
    }

    /// Ten fingers that land, tremble on their ways at 125 Hz, lose contact for a moment, and lift.
    ///
    /// One jumps, one is replaced halfway without a lift.
    private static let gesture: [InputEvent] = {
        var random = SplitMix64(seed: 3)
        var events: [InputEvent] = []
        for step in 0..<steps {
            func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
                events.append(InputEvent(microseconds: step * 8_000, type: type, code: code, value: value))
            }
            for slot in 0..<10 as Range<Int32> {
                add(3, InputCode.slot, slot)
                switch step {
                case 0, 33: add(3, InputCode.trackingID, slot + Int32(step) * 10)
                case 32, 39: add(3, InputCode.trackingID, -1)
                case steps / 2 where slot == 4: add(3, InputCode.trackingID, 900)
                default: break
                }
                guard step != 32, step != 39 else { continue }
                let leap: Int32 = step == 20 && slot == 2 ? 400 : 0
                add(3, InputCode.positionX, 50 + slot * 90 + .random(in: 0..<10, using: &random))
                add(3, InputCode.positionY, 100 + Int32(step) * 10 + leap)
            }
            add(0, 0, 0)
        }
        return events
    }()

    /// Every filter enabled, so that fingers still pass.
    private static let everyFilter: FilterSettings = {
        var settings = FilterSettings()
        settings.edgeZone = 1
        settings.deadZones = [.init(start: UnitPoint(x: 0.9, y: 0), end: UnitPoint(x: 1, y: 1))]
        settings.minimumLife = .milliseconds(20)
        settings.debounce = .milliseconds(40)
        settings.spikeWindow = .milliseconds(30)
        settings.smoothing = .init(minimumCutoff: 2, speedCoefficient: 0.05)
        return settings
    }()

    @Test(arguments: [("no filter", FilterSettings()), ("every filter", everyFilter)])
    func `no event allocates once the buffers have grown`(name: String, settings: FilterSettings) {
        let gesture = Self.gesture
        var wish = PanelView(view: Size(width: 1_000, height: 800))
        wish.filters = settings
        let counter = Counter()
        let panel = Panel.made(wish: wish)
        var start: Int64 = 0
        func play(_ times: Int) {
            for _ in 0..<times {
                // By index: unoptimized code allocates an iterator's results.
                for index in gesture.indices {
                    var event = gesture[index]
                    event.microseconds += start
                    panel.feed(event, to: counter)
                }
                start += Self.steps * 8_000 + 1_000_000
                panel.tick(until: Instant(microseconds: start), to: counter)
            }
        }
        play(3)
        counter.frames = 0
        let before = allocations_of_this_thread()
        play(20)
        #expect(allocations_of_this_thread() - before == 0, "\(name)")
        #expect(counter.frames >= 20 * Int(Self.steps), "\(name)")
    }
}
