import Testing
import TouchCore

@testable import TouchService
@testable import TouchSessions

struct AnswerMomentTests {
    /// How long after the lift a verdict that took that long is reported, in microseconds.
    private static func answer(after work: Int64) -> Int64 {
        let lift = Instant(microseconds: 7_000_000)
        return AnswerMoment.after(lift: lift, now: lift.advanced(by: .microseconds(work))).since(lift).microseconds
    }

    @Test(
        arguments: [
            (0, 1), (1, 1), (40_000, 1), (180_000, 1), (299_999, 1), (300_000, 1), (300_001, 2), (599_999, 2),
            (600_000, 2), (600_001, 3),
        ] as [(Int64, Int64)])
    func `a verdict is sent at the next whole step after the lift`(work: Int64, steps: Int64) {
        #expect(Self.answer(after: work) == steps * 300_000)
    }
}
