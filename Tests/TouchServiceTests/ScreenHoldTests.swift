import SeededNumbers
import Testing
import TouchCore

@testable import TouchScreen

struct ExclusivePlanTests {
    private static let empty = ExclusivePlan.Top()
    private static let shown = ExclusivePlan.Top(scene: "a", takesSecrets: true)
    private static let awaited = ExclusivePlan.Top(scene: "a", takesSecrets: true, isAwaited: true)
    private static let buttons = ExclusivePlan.Top(scene: "b")
    private var plan = ExclusivePlan()
    private static func at(_ seconds: Int64) -> Instant { Instant(microseconds: seconds * 1_000_000) }

    @Test mutating func `a scene of other widgets on top releases them`() {
        _ = plan.review(Self.shown, now: Self.at(0))
        #expect(plan.review(Self.buttons, now: Self.at(1)) == .giveBack)
    }

    @Test mutating func `a scene of other widgets grabs nothing`() {
        #expect(plan.review(Self.buttons, now: Self.at(0)) == nil)
        #expect(plan.deadline == nil)
    }

    @Test mutating func `without a call for a drawing they are released after sixty seconds`() {
        _ = plan.review(Self.shown, now: Self.at(0))
        #expect(plan.deadline == Self.at(60))
        #expect(plan.review(Self.shown, now: Self.at(60).advanced(by: .microseconds(-1))) == nil)
        #expect(plan.review(Self.shown, now: Self.at(60)) == .giveBack)
        #expect(plan.review(Self.shown, now: Self.at(200)) == .giveBackNow)
        #expect(plan.review(Self.shown, now: Self.at(300)) == nil)
    }

    @Test mutating func `while a call waits for a drawing the panels stay grabbed, and for sixty seconds after it`() {
        _ = plan.review(Self.awaited, now: Self.at(0))
        for minute in 1...9 as ClosedRange<Int64> {
            #expect(plan.review(Self.awaited, now: Self.at(minute * 60)) == nil)
        }
        #expect(plan.review(Self.shown, now: Self.at(545)) == nil)
        #expect(plan.review(Self.shown, now: Self.at(600)) == .giveBack)
    }

    @Test mutating func `a new call on a scene whose panels were released grabs them again`() {
        _ = plan.review(Self.shown, now: Self.at(0))
        _ = plan.review(Self.shown, now: Self.at(60))
        #expect(plan.review(Self.awaited, now: Self.at(61)) == .take)
    }

    @Test mutating func `a finger that does not lift keeps them grabbed for only ten more seconds`() {
        _ = plan.review(Self.shown, now: Self.at(0))
        _ = plan.review(Self.empty, now: Self.at(1))
        #expect(plan.deadline == Self.at(11))
        #expect(plan.review(Self.empty, now: Self.at(10)) == nil)
        #expect(plan.review(Self.empty, now: Self.at(11)) == .giveBackNow)
        #expect(plan.deadline == nil)
    }

    @Test mutating func `once the finger has lifted there is no deadline`() {
        _ = plan.review(Self.shown, now: Self.at(0))
        _ = plan.review(Self.empty, now: Self.at(1))
        plan.allGivenBack()
        #expect(plan.deadline == nil)
    }
}

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
