import Testing

@testable import TouchService

/// When panels are kept from other programs, in virtual time.
struct ExclusivePlanTests {
    private static let empty = ExclusivePlan.Top()
    private static let shown = ExclusivePlan.Top(scene: "a", takesSecrets: true)
    private static let awaited = ExclusivePlan.Top(scene: "a", takesSecrets: true, isAwaited: true)
    private static let buttons = ExclusivePlan.Top(scene: "b")
    private static let second: Int64 = 1_000_000

    @Test func `the panels are grabbed when a pattern is shown and released when it is gone`() {
        var plan = ExclusivePlan()
        #expect(plan.review(Self.shown, now: 0) == .take)
        #expect(plan.isWanted)
        #expect(plan.review(Self.empty, now: Self.second) == .giveBack)
        #expect(!plan.isWanted)
    }

    @Test func `a scene of other widgets on top releases them`() {
        var plan = ExclusivePlan()
        _ = plan.review(Self.shown, now: 0)
        #expect(plan.review(Self.buttons, now: Self.second) == .giveBack)
    }

    @Test func `a scene of other widgets grabs nothing`() {
        var plan = ExclusivePlan()
        #expect(plan.review(Self.buttons, now: 0) == nil)
        #expect(plan.deadline == nil)
    }

    @Test func `without a call for a drawing they are released after sixty seconds`() {
        var plan = ExclusivePlan()
        _ = plan.review(Self.shown, now: 0)
        #expect(plan.deadline == 60 * Self.second)
        #expect(plan.review(Self.shown, now: 60 * Self.second - 1) == nil)
        #expect(plan.review(Self.shown, now: 60 * Self.second) == .giveBack)
        #expect(plan.review(Self.shown, now: 200 * Self.second) == .giveBackNow)
        #expect(plan.review(Self.shown, now: 300 * Self.second) == nil)
    }

    @Test func `while a call waits for a drawing the panels stay grabbed, and for sixty seconds after it`() {
        var plan = ExclusivePlan()
        _ = plan.review(Self.awaited, now: 0)
        for minute in 1...9 as ClosedRange<Int64> {
            #expect(plan.review(Self.awaited, now: minute * 60 * Self.second) == nil)
        }
        #expect(plan.review(Self.shown, now: 545 * Self.second) == nil)
        #expect(plan.review(Self.shown, now: 600 * Self.second) == .giveBack)
    }

    @Test func `a new call on a scene whose panels were released grabs them again`() {
        var plan = ExclusivePlan()
        _ = plan.review(Self.shown, now: 0)
        _ = plan.review(Self.shown, now: 60 * Self.second)
        #expect(plan.review(Self.awaited, now: 61 * Self.second) == .take)
    }

    @Test func `a finger that does not lift keeps them grabbed for only ten more seconds`() {
        var plan = ExclusivePlan()
        _ = plan.review(Self.shown, now: 0)
        _ = plan.review(Self.empty, now: Self.second)
        #expect(plan.deadline == 11 * Self.second)
        #expect(plan.review(Self.empty, now: 10 * Self.second) == nil)
        #expect(plan.review(Self.empty, now: 11 * Self.second) == .giveBackNow)
        #expect(plan.deadline == nil)
    }

    @Test func `once the finger has lifted there is no deadline`() {
        var plan = ExclusivePlan()
        _ = plan.review(Self.shown, now: 0)
        _ = plan.review(Self.empty, now: Self.second)
        plan.allGivenBack()
        #expect(plan.deadline == nil)
    }
}
