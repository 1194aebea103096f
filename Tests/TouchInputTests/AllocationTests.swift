import CAllocations
import Testing
import TouchCore

@testable import TouchInput

/// Cost as a count, which no slow machine can blur: from the reports of a panel to frames.
@Suite(.enabled(if: allocations_are_counted())) struct AllocationTests {
    private static let fingers: ClosedRange<Int32> = 0...9
    /// How often each finger reports in a gesture.
    private static let steps = 40

    /// Ten fingers that land, tremble on their ways, are off for a moment, and lift; one leaps.
    private static let gesture: [[TouchReport]] = {
        var random = SplitMix(state: 3)
        return (0..<steps).map { step in
            fingers.map { slot in
                let leap = step == 20 && slot == 2 ? 0.4 : 0
                let place = UnitPoint(
                    x: 0.05 + Double(slot) * 0.09 + .random(in: 0..<0.01, using: &random),
                    y: 0.1 + Double(step) * 0.01 + leap)
                switch step {
                case 0, 33: return .down(slot: slot, place)
                case 32, 39: return .up(slot: slot)
                default: return .motion(slot: slot, place)
                }
            }
        }
    }()

    /// A panel and what makes frames of its contacts.
    private struct Line {
        private let panel: Panel
        private let assembler: FrameAssembler
        private let pass: (ContactChange, Instant) -> Void
        private var time: Int64 = 0

        init(_ settings: FilterSettings, frame: @escaping (borrowing Frame) -> Void) {
            var wish = PanelView(view: Size(width: 1_000, height: 800))
            wish.filters = settings
            let panel = Panel.made(wish: wish)
            let assembler = FrameAssembler(deliver: frame, foundOffPanel: { _ in })
            (self.panel, self.assembler) = (panel, assembler)
            pass = { assembler.take($0, of: panel, at: $1) }
        }

        /// The gesture at 125 Hz, with a finger that is another one halfway, and a pause in which all is over.
        mutating func take(_ gesture: [[TouchReport]]) {
            // By index: what is not optimised allocates an iterator's results.
            for step in gesture.indices {
                time += 8_000
                for index in gesture[step].indices {
                    panel.take(gesture[step][index], at: Instant(microseconds: time), pass)
                }
                if step == gesture.count / 2 { panel.take(.replacedFinger(slot: 4), pass) }
                assembler.closeFrame()
                panel.endRound(pass)
                assembler.closeFrame()
            }
            time += 1_000_000
            panel.tick(until: Instant(microseconds: time), pass)
            assembler.closeFrame()
        }
    }

    /// Every filter on, so that fingers still come through.
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

    @Test(arguments: [("repair alone", FilterSettings()), ("every filter", everyFilter)])
    func `no report allocates once the buffers have grown`(name: String, settings: FilterSettings) {
        let gesture = Self.gesture
        var frames = 0
        var line = Line(settings) { frame in frames += frame.contacts.isEmpty ? 0 : 1 }
        for _ in 0..<3 { line.take(gesture) }
        frames = 0
        let before = allocations_of_this_thread()
        for _ in 0..<20 { line.take(gesture) }
        #expect(allocations_of_this_thread() - before == 0, "\(name)")
        #expect(frames >= 20 * Self.steps, "\(name)")
    }
}
