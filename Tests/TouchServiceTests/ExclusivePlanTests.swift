import Testing
import TouchCore

@testable import TouchScreen

/// When panels are kept from other programs, in virtual time.
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
