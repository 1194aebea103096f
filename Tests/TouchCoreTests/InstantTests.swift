import Testing
import TouchCore

struct InstantTests {
    @Test func `differences and sums saturate instead of trapping`() {
        let first = Instant(microseconds: .min)
        #expect(Instant.distantFuture.since(first).microseconds == .max)
        #expect(first.since(.distantFuture).microseconds == .min)
        #expect(Instant.distantFuture.advanced(by: .seconds(1)) == .distantFuture)
        #expect(first.advanced(by: .seconds(-1)) == first)
    }
}
