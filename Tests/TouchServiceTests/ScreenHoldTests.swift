import Testing
import TouchCore

@testable import TouchScreen

struct ExclusivePlanTests {
    /// From some second on, what is on top, what is done then, and the deadline after it.
    typealias Step = (second: Int64, top: ExclusivePlan.Top, action: ExclusivePlan.Action?, deadline: Int64?)

    private static let empty = ExclusivePlan.Top()
    private static let shown = ExclusivePlan.Top(scene: "a", takesSecrets: true)
    private static let awaited = ExclusivePlan.Top(scene: "a", takesSecrets: true, isAwaited: true)
    private static let buttons = ExclusivePlan.Top(scene: "b")
    private var plan = ExclusivePlan()
    private static func at(_ second: Int64) -> Instant { Instant(microseconds: second * 1_000_000) }

    static let cases: [(String, [Step])] = [
        ("a scene of other widgets on top releases them", [(0, shown, .take, 60), (1, buttons, .giveBack, 11)]),
        ("a scene of other widgets grabs nothing", [(0, buttons, nil, nil)]),
        (
            "without a call for a drawing they are released after sixty seconds",
            [
                (0, shown, .take, 60), (59, shown, nil, 60), (60, shown, .giveBack, 70),
                (200, shown, .giveBackNow, nil), (300, shown, nil, nil),
            ]
        ),
        (
            "while a call waits for a drawing the panels stay grabbed, and for sixty seconds after it",
            [
                (0, awaited, .take, 60), (60, awaited, nil, 120), (120, awaited, nil, 180), (125, shown, nil, 180),
                (180, shown, .giveBack, 190),
            ]
        ),
        (
            "a new call on a scene whose panels were released grabs them again",
            [(0, shown, .take, 60), (60, shown, .giveBack, 70), (61, awaited, .take, 121)]
        ),
        (
            "a finger that does not lift keeps them grabbed for only ten more seconds",
            [(0, shown, .take, 60), (1, empty, .giveBack, 11), (10, empty, nil, 11), (11, empty, .giveBackNow, nil)]
        ),
    ]

    @Test(arguments: cases) mutating func `panels are grabbed and released`(rule: String, steps: [Step]) {
        for (second, top, action, deadline) in steps {
            #expect(plan.review(top, now: Self.at(second)) == action, "\(rule), \(second) s")
            #expect(plan.deadline == deadline.map(Self.at), "\(rule), \(second) s")
        }
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
}
