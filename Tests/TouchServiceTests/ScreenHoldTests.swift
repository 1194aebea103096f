import SeededNumbers
import Testing
import TouchCore

@testable import TouchScreen

/// Which user keeps others off the screen, in virtual time.
struct ScreenHoldTests {
    private static func at(_ seconds: Int64) -> Instant { Instant(microseconds: seconds * 1_000_000) }
    private var hold = ScreenHold()

    private func isHeld(at seconds: Int64) -> Bool { hold.isHeld(by: 7, now: Self.at(seconds)) }
    private mutating func note(_ isAwaited: Bool?, at seconds: Int64) {
        hold.note(isAwaited.map { [7: $0] } ?? [:], now: Self.at(seconds))
    }

    @Test mutating func `a lock without a caller keeps it for the grace`() {
        note(false, at: 0)
        #expect(isHeld(at: 4) && !isHeld(at: 5))
        note(false, at: 4)
        #expect(!isHeld(at: 5))
    }

    @Test mutating func `another scene does not renew the grace`() {
        note(false, at: 0)
        for at: Int64 in 1...20 {
            note(nil, at: at)
            note(false, at: at)
            #expect(isHeld(at: at) == (at < 5))
        }
    }

    @Test(arguments: [(9, 14, 19), (1, 3, 5)] as [(Int64, Int64, Int64)])
    mutating func `a user who was away for the length of the grace gets a new one, else keeps the rest`(
        away: Int64, back: Int64, end: Int64
    ) {
        note(false, at: 0)
        note(nil, at: away)
        #expect(!isHeld(at: away))
        note(false, at: back)
        #expect(isHeld(at: end - 1) && !isHeld(at: end))
    }

    @Test mutating func `the end of a wait renews the grace, even if it was used up`() {
        note(false, at: 0)
        note(true, at: 100)
        #expect(isHeld(at: 100))
        note(false, at: 160)
        #expect(isHeld(at: 164) && !isHeld(at: 165))
    }

    @Test mutating func `users never keep themselves off the screen`() {
        note(true, at: 0)
        #expect(hold.holder(now: Self.at(0)) == 7 && hold.holder(but: 7, now: Self.at(0)) == nil)
    }

    /// A user that never waits holds the screen for at most half of the time, whatever scenes it shows.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) mutating func `without a wait at most half of the time is kept`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var kept: Int64 = 0
        let step: Int64 = 100_000
        for time in stride(from: 0 as Int64, to: 600_000_000, by: Int64.Stride(step)) {
            let now = Instant(microseconds: time)
            if random.below(4) == 0 { hold.note(random.below(2) == 0 ? [7: false] : [:], now: now) }
            if hold.isHeld(by: 7, now: now) { kept += step }
        }
        #expect(kept <= 300_000_000 + ScreenHold.grace.microseconds)
    }
}
