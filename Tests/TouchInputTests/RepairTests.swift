import SeededNumbers
import TestSupport
import Testing
import TouchCore

@testable import TouchInput

struct RepairTests {
    /// 10 m/s on a panel of 400 mm: 100 mm in 10 ms, 250 mm in 25 ms and in any longer time.
    @Test(arguments: [
        (240, 1_000, true), (260, 1_000, false), (240, 10_000, true), (260, 10_000, false), (490, 20_000, true),
        (510, 20_000, false), (620, 25_000, true), (640, 25_000, false), (640, 5_000_000, false), (240, -9, true),
    ])
    func `a jump faster than any hand ends the finger`(distance: Int32, microseconds: Int64, isOne: Bool) {
        var wish = PanelView(view: Size(width: 1_000, height: 1_000))
        wish.size = PanelSize(width: 400, height: 200)
        let bench = Bench(wish: wish)
        for event in [(3, InputCode.trackingID, 7), (3, InputCode.positionX, 100), (3, InputCode.positionY, 500)] {
            bench.send((UInt16(event.0), event.1, Int32(event.2)))
        }
        bench.endFrame(then: microseconds)
        bench.send((3, InputCode.positionX, 100 + distance))
        bench.endFrame()
        let end = 100 + distance
        #expect(bench.story.dropFirst() == (isOne ? ["1m \(end)"] : ["1c 100, 2b \(end)"]))
        #expect(bench.unheard == (isOne ? [] : ["jump \(end),500"]))
    }

    /// The number of random sequences: `make nightly` asks for a million.
    private static let sequences = effort("TOUCHD_SEQUENCES", usual: 4_000)

    @Test func `for any reports of a panel, every contact begins once and ends once`() {
        for seed in 0..<Self.sequences {
            var random = SplitMix64(seed: UInt64(seed))
            var wish = PanelView(view: Size(width: 1_000, height: 1_000))
            if seed % 2 == 1 { wish.filters = .random(using: &random) }
            let bench = Bench(slots: 6, hasBreadth: seed % 4 == 1, wish: wish)
            bench.keepsFrames = false
            for _ in 0..<200 { Self.step(bench, &random) }
            bench.panel.cancelAll(at: Instant(microseconds: 1_000_000_000), to: bench)
            guard bench.lives.oddities.isEmpty, bench.lives.left == 0, bench.panel.isEmpty else {
                Issue.record("seed \(seed): \(bench.lives.oddities), \(bench.lives.left) left over")
                return
            }
        }
    }

    private static func step(_ bench: Bench, _ random: inout SplitMix64) {
        func value(_ range: Range<Int32>) -> Int32 { .random(in: range, using: &random) }
        switch value(0..<40) {
        case 0..<6: bench.send((3, InputCode.slot, value(-1..<8)))
        case 6..<14: bench.send((3, InputCode.positionX, value(-100..<1_100)))
        case 14..<20: bench.send((3, InputCode.positionY, value(0..<1_001)))
        case 20..<25: bench.send((3, InputCode.trackingID, value(0..<1_000)))
        case 25..<28: bench.send((3, InputCode.trackingID, -1))
        case 28: bench.send((3, InputCode.toolType, value(0..<4)))
        case 29: bench.send((3, InputCode.touchMajor, value(0..<9)))
        case 30: bench.send((0, 3, 0))
        case 31: bench.panel.cancelAll(at: Instant(microseconds: 0), to: bench)
        case 32: bench.panel.tick(until: Instant(microseconds: .max / 2), to: bench)
        default: bench.endFrame(then: Int64(value(-9_000..<30_000)))
        }
    }
}
