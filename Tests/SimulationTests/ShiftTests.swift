import Simulation
import Testing

/// A shift is a function of its seed.
@Suite struct ShiftTests {
    private static func run(_ seed: UInt64) throws -> [[String]] {
        let shift = try Shift(seed: seed)
        try shift.work(steps: 100)
        return [shift.received, shift.log, shift.story]
    }

    @Test func `one seed gives the same bytes to peers and log twice, and another seed others`() throws {
        let one = try Self.run(6)
        #expect(one == (try Self.run(6)))
        #expect(one[0].count > 50 && one[1].count > 50)
        #expect(one[0] != (try Self.run(5))[0])
    }
}
