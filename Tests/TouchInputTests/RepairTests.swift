import Glibc
import Testing
import TouchCore

@testable import TouchInput

struct RepairTests {
    private static let here = UnitPoint(x: 0.25, y: 0.5)
    private static let near = UnitPoint(x: 0.26, y: 0.5)
    private static let far = UnitPoint(x: 0.9, y: 0.5)

    /// Reports, and what is to come of them, `@` ends a round.
    private struct Script {
        var repair = Repair(slots: 10, limit: SpeedLimit(size: PanelSize(width: 400, height: 200)))
        var changes: [ContactChange] = []
        var time: Int64 = 0

        mutating func take(_ reports: TouchReport..., after microseconds: Int64 = 8_000) {
            time += microseconds
            for report in reports { repair.take(report, at: Instant(microseconds: time), into: &changes) }
        }

        mutating func endRound() { repair.endRound(into: &changes) }
    }

    @Test func `a slot that takes another finger without a lift cancels the old one and begins the new one`() {
        var script = Script()
        script.take(.down(slot: 0, Self.here))
        script.endRound()
        script.repair.replace(slot: 0, into: &script.changes)
        script.take(.motion(slot: 0, Self.far))
        script.endRound()
        script.take(.up(slot: 0))
        #expect(script.changes == [.began(1, Self.here), .cancelled(1), .began(2, Self.far), .ended(2)])
    }

    @Test func `a new finger in the very place of the old one is another one all the same`() {
        var script = Script()
        script.take(.down(slot: 0, Self.here))
        script.endRound()
        script.repair.replace(slot: 0, into: &script.changes)
        script.endRound()
        #expect(script.changes == [.began(1, Self.here), .cancelled(1), .began(2, Self.here)])
    }

    @Test func `a new finger that lifts before anything was said of it is none`() {
        var script = Script()
        script.take(.down(slot: 0, Self.here))
        script.endRound()
        script.repair.replace(slot: 0, into: &script.changes)
        script.take(.up(slot: 0))
        script.endRound()
        #expect(script.changes == [.began(1, Self.here), .cancelled(1)])
    }

    @Test func `a replaced finger leaves its neighbours alone`() {
        var script = Script()
        script.take(.down(slot: 0, Self.here), .down(slot: 1, Self.far))
        script.endRound()
        script.repair.replace(slot: 1, into: &script.changes)
        script.take(.motion(slot: 0, Self.near), .motion(slot: 1, Self.near))
        script.endRound()
        let expected: [ContactChange] = [.cancelled(2), .moved(1, Self.near), .began(3, Self.near)]
        #expect(Array(script.changes.dropFirst(2)) == expected)
    }

    @Test func `a slot that nobody is in is not replaced`() {
        var script = Script()
        script.repair.replace(slot: 4, into: &script.changes)
        script.repair.replaceAll(into: &script.changes)
        script.endRound()
        #expect(script.changes.isEmpty)
    }

    /// 10 m/s on a panel of 400 mm: 100 mm in 10 ms, 250 mm in 25 ms and in any longer time.
    @Test(arguments: [
        (0.24, 1_000, true), (0.26, 1_000, false), (0.24, 10_000, true), (0.26, 10_000, false), (0.49, 20_000, true),
        (0.51, 20_000, false), (0.62, 25_000, true), (0.64, 25_000, false), (0.64, 5_000_000, false), (0.24, -9, true),
    ])
    func `a jump that no hand can make ends the finger`(distance: Double, microseconds: Int64, isOne: Bool) {
        var script = Script()
        script.take(.down(slot: 0, UnitPoint(x: 0.1, y: 0.5)), after: 1_000_000)
        let end = UnitPoint(x: 0.1 + distance, y: 0.5)
        script.take(.motion(slot: 0, end), after: microseconds)
        #expect(script.changes.dropFirst() == (isOne ? [.moved(1, end)] : [.cancelled(1), .began(2, end)]))
    }

    @Test func `what was down before a loss is cancelled, and what libinput goes on to say of it is nothing`() {
        var script = Script()
        script.take(.down(slot: 0, Self.here), .down(slot: 1, Self.far))
        script.endRound()
        script.repair.loseReports(into: &script.changes)
        script.take(.up(slot: 1))
        script.endRound()
        script.take(.motion(slot: 0, Self.near), .up(slot: 0))
        script.endRound()
        #expect(Array(script.changes.dropFirst(2)) == [.cancelled(1), .cancelled(2)])
    }

    @Test func `while losses are not told of, every lift is a cancel`() {
        var script = Script()
        script.repair.doubtLifts(until: Instant(microseconds: 20_000))
        script.take(.down(slot: 0, Self.here))
        script.take(.up(slot: 0))
        script.take(.down(slot: 0, Self.here))
        script.take(.up(slot: 0))
        #expect(script.changes == [.began(1, Self.here), .cancelled(1), .began(2, Self.here), .ended(2)])
    }

    @Test func `a palm is cancelled and heard of again when it lands anew`() {
        var script = Script()
        script.take(.down(slot: 0, Self.here))
        script.take(.cancel(slot: 0), .motion(slot: 0, Self.near), .up(slot: 0))
        script.take(.down(slot: 0, Self.here))
        #expect(script.changes == [.began(1, Self.here), .cancelled(1), .began(2, Self.here)])
    }

    /// The number of random sequences: `make nightly` asks for a million.
    private static let sequences =
        unsafe getenv("TOUCHD_SEQUENCES").flatMap { unsafe Int(String(cString: $0)) } ?? 10_000

    @Test func `whatever a panel reports, every contact begins once and ends once`() {
        for seed in 0..<Self.sequences {
            let lives = Self.lives(seed: UInt64(seed))
            guard lives.oddities.isEmpty, lives.left == 0 else {
                Issue.record("seed \(seed): \(lives.oddities), \(lives.left) left over")
                return
            }
        }
    }

    private static func lives(seed: UInt64) -> Lives {
        var random = SplitMix(state: seed)
        var script = Script()
        for _ in 0..<40 { step(&script, &random) }
        script.repair.cancelAll(into: &script.changes)
        var lives = Lives()
        for change in script.changes { lives.take(change) }
        return lives
    }

    private static func step(_ script: inout Script, _ random: inout SplitMix) {
        let slot = Int32.random(in: -1..<6, using: &random)
        let place = UnitPoint(x: .random(in: -0.1...1.1, using: &random), y: .random(in: 0...1, using: &random))
        switch Int.random(in: 0..<32, using: &random) {
        case 0..<7: script.take(.down(slot: slot, place))
        case 7..<18: script.take(.motion(slot: slot, place), after: .random(in: -9_000...30_000, using: &random))
        case 18..<23: script.take(.up(slot: slot))
        case 23: script.take(.cancel(slot: slot))
        case 24:
            script.repair.doubtLifts(until: Instant(microseconds: script.time + 40_000))
            script.repair.loseReports(into: &script.changes)
        case 25, 26: script.repair.replace(slot: slot, into: &script.changes)
        case 27: script.repair.replaceAll(into: &script.changes)
        case 28: script.repair.cancelAll(into: &script.changes)
        default: script.endRound()
        }
    }
}

struct LogHintTests {
    @Test(arguments: [
        ("event5  - Panel: SYN_DROPPED event - some input events have been lost.", LogHint.Kind.lostReports),
        (
            "event5  - Panel: kernel bug: driver sent multiple touch down for the same slot",
            .replacedFinger(slot: nil)
        ),
        (
            #"libevdev: BUG: Device "Panel" received a double tracking ID 46 in slot 3."#,
            .replacedFinger(slot: 3)
        ),
    ])
    func `what libinput only logs is read from its log`(line: String, kind: LogHint.Kind) {
        #expect(LogHint(line[...])?.kind == kind)
    }

    @Test func `a limit is told of behind what it limits`() {
        let loss = LogHint("event5  - Panel: SYN_DROPPED event - some input events have been lost.")
        let limit =
            "event5  - Panel: WARNING: log rate limit exceeded (5 msgs per 30000ms). Discarding future messages."
        #expect(LogHint(limit[...], after: loss)?.kind == .silentLosses)
        #expect(LogHint(limit[...]) == nil)
    }

    @Test(arguments: [
        "", "event5  - Panel: is tagged by udev as: Touchscreen",
        #"libevdev: BUG: Device "Panel" received a double tracking ID -1 in slot 3."#,
        #"Device " received a double"#, #"Device "" received a double tracking ID x in slot 3."#,
        #"Device "" received a double tracking ID 4 in slot"#,
    ])
    func `other lines tell nothing`(line: String) {
        #expect(LogHint(line[...]) == nil)
    }
}
