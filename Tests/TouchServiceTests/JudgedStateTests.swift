import Testing
import TouchCore

@testable import TouchScreen
@testable import TouchSessions

/// The states of what is judged, without loop, screen and vault.
struct JudgedStateTests {
    private enum Step: CaseIterable {
        case show, work, judge, store, wait, resume, end
    }

    private static func showing(_ since: Int64) -> JudgedState.Showing {
        JudgedState.Showing(
            place: WidgetPlace(scene: "s", widget: "w"), since: Instant(microseconds: since))
    }

    private static let verdict = JudgedState.Verdict(
        ruling: Ruling(outcome: .failed), results: [], token: nil, isOnScreen: true)

    /// All sequences of up to six steps.
    @Test func `what has to wait is done once, in order, when the attempt is told, and nothing follows the end`() {
        var sequences = 0
        /// - Parameter waiting: the numbers of the acts that wait, as they should.
        func go(on state: JudgedState, _ waiting: [Int], _ depth: Int) {
            sequences += 1
            if depth == 0 { return }
            for step in Step.allCases {
                var (next, waiting, done) = (state, waiting, [Int]())
                let isUnderWay = if case .judging = state { true } else if case .judged = state { true } else { false }
                switch step {
                case .show:
                    let isNew = next.show(Self.showing(Int64(depth)))
                    #expect(!isNew || next.showing?.since == Instant(microseconds: Int64(depth)))
                case .work: next.work()
                case .judge:
                    let mayJudge = next.judge()
                    if case .judging = next { #expect(mayJudge) } else { #expect(!mayJudge) }
                case .store: next.store(Self.verdict)
                case .wait:
                    let waits = next.postpone { done.append(depth) }
                    #expect(waits == isUnderWay)
                    if waits { waiting.append(depth) }
                case .resume, .end:
                    if state.ending != nil { continue }
                    let acts = next.leave(step == .end ? JudgedState.Ending(outcome: .cancelled) : nil)
                    #expect(acts.count == waiting.count)
                    waiting = []
                    #expect((next.ending != nil) == (step == .end))
                }
                if state.ending != nil { #expect(next.ending == state.ending && next.showing == nil) }
                // Only the end of an attempt, or of the session, lets fingers count again.
                if isUnderWay, step != .resume, step != .end {
                    if case .shown = next { Issue.record("\(step) ends the attempt under way") }
                }
                go(on: next, waiting, depth - 1)
            }
        }
        go(on: .wanted, [], 6)
        #expect(sequences > 50_000)
    }

    @Test func `the acts that waited are handed back in their order`() {
        var (state, done) = (JudgedState.wanted, [Int]())
        _ = state.show(Self.showing(1))
        _ = state.judge()
        _ = state.postpone { done.append(1) }
        state.store(Self.verdict)
        _ = state.postpone { done.append(2) }
        for act in state.leave(nil) { act() }
        #expect(done == [1, 2])
        #expect(state.leave(nil).isEmpty && state.showing == Self.showing(1))
    }
}
