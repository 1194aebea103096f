import Testing
import TouchCore
import TouchVault

@testable import TouchScreen
@testable import TouchSessions

/// The states of what is judged, without loop, screen and vault.
struct JudgedStateTests {
    private enum Step: CaseIterable {
        case show, work, count, rule, store, resume, end
    }

    private static func showing(_ since: Int64) -> JudgedState.Showing {
        JudgedState.Showing(
            place: WidgetPlace(scene: "s", widget: "w"), since: Instant(microseconds: since))
    }

    /// All sequences of up to six steps.
    @Test func `what counts lasts until it is told, and nothing follows the end`() {
        var sequences = 0
        func go(on state: JudgedState, _ depth: Int) {
            sequences += 1
            if depth == 0 { return }
            for step in Step.allCases {
                var next = state
                switch step {
                case .show:
                    let isNew = next.show(Self.showing(Int64(depth)))
                    #expect(!isNew || next.showing?.since == Instant(microseconds: Int64(depth)))
                case .work: next.work(nil)
                case .count: next.work {}
                case .rule:
                    let mayRule = next.rule()
                    if case .ruled(_, nil) = next { #expect(mayRule) } else { #expect(!mayRule) }
                case .store: next.store(Ruling(outcome: .failed))
                case .resume, .end:
                    next.leave(step == .end ? Ruling(outcome: .cancelled) : nil)
                    #expect(!next.isUnderWay && (next.ending != nil) == (step == .end || state.ending != nil))
                }
                if state.ending != nil { #expect(next.ending != nil && next.showing == nil) }
                if case .ruled = state, step != .resume, step != .end { #expect(next.isUnderWay) }
                go(on: next, depth - 1)
            }
        }
        go(on: .wanted, 6)
        #expect(sequences > 50_000)
    }
}
