import Testing

@testable import TouchService

struct AnswerMomentTests {
    @Test(arguments: [0, 1, 40_000, 180_000, 299_999, 300_000] as [Int64])
    func `a verdict that is ready within a step is answered one step after the lift`(work: Int64) {
        #expect(AnswerMoment.after(lift: 7_000_000, now: 7_000_000 + work) == 7_300_000)
    }

    @Test(arguments: [(300_001, 2), (599_999, 2), (600_000, 2), (600_001, 3)] as [(Int64, Int64)])
    func `a slower one waits for the next whole step`(work: Int64, steps: Int64) {
        #expect(AnswerMoment.after(lift: 7_000_000, now: 7_000_000 + work) == 7_000_000 + steps * 300_000)
    }
}
