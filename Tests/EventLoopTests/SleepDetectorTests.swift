import EventLoop
import Testing
import TouchCore

/// Detecting sleep from two clocks, in microseconds.
struct SleepDetectorTests {
    private func look(_ detector: inout SleepDetector, before: Int64, boot: Int64, after: Int64) -> Int64? {
        let (boot, after) = (Instant(microseconds: boot), Instant(microseconds: after))
        if detector.hasNotSlept(boot: boot, after: after) { return nil }
        return detector.look(before: Instant(microseconds: before), boot: boot, after: after)?.microseconds
    }

    @Test func `clocks that advance together have not slept`() {
        var detector = SleepDetector()
        for second in 0..<100 as Range<Int64> {
            let now = second * 1_000_000
            #expect(look(&detector, before: now, boot: now + 5_000_000, after: now + 1) == nil)
        }
    }

    @Test func `a clock that advanced alone gives the duration`() {
        var detector = SleepDetector()
        _ = look(&detector, before: 1_000, boot: 6_000, after: 1_002)
        #expect(look(&detector, before: 2_000, boot: 8_007_000, after: 2_002) == 7_999_998)
        #expect(look(&detector, before: 3_000, boot: 8_008_000, after: 3_002) == nil)
    }

    @Test(arguments: [(0, 0), (50_000, 0), (0, 50_000)] as [(Int64, Int64)])
    func `a thread stopped between the readings has not slept`(early: Int64, late: Int64) {
        var detector = SleepDetector()
        _ = look(&detector, before: 0, boot: 5_000, after: 1)
        let now: Int64 = 1_000_000
        #expect(look(&detector, before: now - early, boot: now + 5_000, after: now + late) == nil)
        #expect(look(&detector, before: 2 * now, boot: 2 * now + 5_000, after: 2 * now + 1) == nil)
    }

    @Test func `a short sleep is found after an interrupted reading`() {
        var detector = SleepDetector()
        _ = look(&detector, before: 0, boot: 105_000, after: 1)
        // Wide bounds become narrow again with the next reading.
        _ = look(&detector, before: 1_000_000, boot: 1_005_000, after: 1_000_001)
        #expect(look(&detector, before: 2_000_000, boot: 2_055_000, after: 2_000_001) == 49_999)
    }
}
