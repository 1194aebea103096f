import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import Varlink

@testable import TouchScreen
@testable import TouchService
@testable import TouchSessions

/// What a daemon does after some time: to the microsecond, since the test advances the clock.
@Suite struct TimeTests {
    private static let button = Widgets.full("button")
    private static let lock: JSON = [
        "id": "pad", "kind": "pattern", "x": 0, "y": 0, "width": 900, "height": 900, "pattern": [:],
    ]
    private static let almost = Interval.microseconds(1)

    /// A daemon whose screen any user may use.
    private let rig: Kiosk

    init() throws { rig = try Self.rig() }

    private static func rig() throws -> Kiosk { try Kiosk.large { $0.access.frontend = [] } }

    /// The verdict leaves at a whole number of steps of 300 ms after the lift, the first one at which it is on the disk:
    /// the same for a right and for a wrong drawing.
    @Test(arguments: [(0, 300_000), (90_000, 300_000), (500_000, 1_200_000)] as [(Int64, Int64)])
    func `a drawing is answered at one moment, whatever it was`(work: Int64, delay: Int64) throws {
        var delays: [[Int64]] = []
        for dots in [[0, 3, 6, 7, 8], [0, 1, 2, 4, 6, 7, 8]] {
            let rig = try Self.rig()
            try rig.enroll("anna", [0, 3, 6, 7, 8])
            let (screen, call) = try rig.asking(on: Self.lock, ["maxAttempts": 1])
            rig.clock.workTime = { .microseconds(work) }
            try rig.draw(dots, in: Rect(x: 0, y: 0, width: 900, height: 900))
            let lifted = rig.clock.now
            var heard: [Int64] = []
            let signs: [() -> Bool] = [
                { call.all.contains { $0["outcome"] != nil } }, { screen.names.contains("judged") },
            ]
            for isTold in signs {
                while !isTold() { try rig.advance(by: .milliseconds(10)) }
                heard.append(rig.clock.now.since(lifted).microseconds)
            }
            delays.append(heard)
        }
        #expect(delays == [[delay, delay], [delay, delay]])
    }

    /// A caller that keeps asking must not learn from the row when the comparison was over.
    @Test func `the result of a drawing appears with its answer, and bears that moment`() throws {
        try rig.enroll("anna", [0, 3, 6, 7, 8])
        let asked = try rig.asking(on: Self.lock, ["maxAttempts": 1])
        rig.clock.workTime = { .milliseconds(20) }
        let before = try rig.results()
        try rig.draw([0, 3, 6, 7, 8], in: Rect(x: 0, y: 0, width: 900, height: 900))
        let lifted = rig.clock.now
        for _ in 0..<29 {
            try rig.advance(by: .milliseconds(10))
            #expect(try rig.results() == before)
        }
        try rig.advance(by: .milliseconds(10))
        let last = try #require(try rig.results().last)
        #expect(last["timeUSec"] == .integer(lifted.advanced(by: .milliseconds(300)).microseconds))
        #expect(try rig.call("io.touchd.result.Get", ["id": last["id"]])["result"] == .object(last))
        withExtendedLifetime(asked) {}
    }

    @Test func `a challenge expires at its moment, and not before`() throws {
        let shown = try ShownChallenge()
        try shown.show(["profile": "simple", "puzzle": ["width": 160, "height": 120], "timeoutUSec": 5_000_000])
        let made = shown.rig.clock.now
        #expect(try shown.answer("Await")["state"] == "shown")
        let end = try #require(shown.rig.daemon.challenges[shown.name]).deadline
        try shown.rig.advance(by: end.since(made).adding(.microseconds(-1)))
        #expect(try shown.answer("Await")["state"] == "shown")
        try shown.rig.advance(by: Self.almost)
        #expect(try shown.answer("Await")["outcome"] == "timed_out")
    }

    @Test(arguments: [(54, true), (56, false)] as [(Int64, Bool)])
    func `whoever asked for more time has it, and no more`(seconds: Int64, passes: Bool) throws {
        let shown = try ShownChallenge()
        try shown.show(["profile": "default", "puzzle": ["width": 160, "height": 120], "timeoutUSec": 5_000_000])
        let more = try shown.answer("Extend", ["timeoutUSec": 50_000_000])
        #expect((50_000_001...55_000_000).contains(more["timeLeftUSec"]?.integerValue ?? 0))
        let gap = try shown.gap
        try shown.rig.advance(by: .seconds(seconds).adding(.microseconds(-1_400_000)))
        if passes {
            try shown.tap(gap)
            #expect(try shown.attempt()["outcome"] == "passed")
        } else {
            try shown.rig.advance(by: .seconds(1))
            #expect(try shown.answer("Await")["outcome"] == "timed_out")
        }
    }

    @Test func `a challenge whose time ends while its attempt is written ends with the verdict`() throws {
        let shown = try ShownChallenge()
        try shown.show(["profile": "default", "puzzle": ["width": 160, "height": 120], "timeoutUSec": 5_000_000])
        let gap = try shown.gap
        let end = try #require(shown.rig.daemon.challenges[shown.name]).deadline
        shown.rig.clock.workTime = { .seconds(20) }
        try shown.rig.advance(by: end.since(shown.rig.clock.now).adding(.microseconds(-1_500_000)))
        try shown.tap(gap)
        // The clock traps if its timer does not wait.
        try shown.rig.advance(by: .seconds(25))
        #expect(try shown.attempt()["outcome"] == "passed")
        #expect(try shown.answer("Await")["outcome"] == "passed")
        try shown.rig.advance(by: ChallengeJudge.memory)
        #expect(shown.rig.daemon.challenges[shown.name] == nil)
    }

    @Test func `a machine that slept through a challenge accepts no answer to it`() throws {
        let shown = try ShownChallenge()
        try shown.show(["profile": "default", "puzzle": ["width": 160, "height": 120], "timeoutUSec": 60_000_000])
        let gap = try shown.gap
        shown.rig.clock.asleep = .seconds(60)
        try shown.tap(gap)
        #expect(try shown.answer("Await")["outcome"] == "timed_out")
    }

    @Test func `cleaning ends by itself`() throws {
        let screen = try rig.present(Self.button)
        try rig.call("io.touchd.manage.StartCleaning", ["durationUSec": 600_000_000])
        // A tap takes 60 ms.
        try rig.advance(by: .microseconds(600_000_000 - 460_001))
        try rig.tap(Point(x: 500, y: 500))
        #expect(screen.names == [])
        try rig.advance(by: Self.almost)
        try rig.tap(Point(x: 500, y: 500))
        #expect(screen.names == ["began", "pressed"])
    }

    @Test(arguments: [nil, 2]) func `what lands within the wake-guard after a sleep presses nothing`(guarding: Int64?)
        throws
    {
        let rig = try Kiosk.large { configuration in
            configuration.access.frontend = []
            if let guarding { configuration.input.wakeGuard = .seconds(guarding) }
        }
        let length = (guarding ?? 1) * 1_000_000
        let screen = try rig.present(Self.button)
        func sleep() {
            rig.daemon.pauses.sleepAnnounced(true)
            rig.clock.asleep = .seconds(3_600)
            rig.daemon.pauses.sleepAnnounced(false)
        }
        sleep()
        try rig.finger([(0, Point(x: 500, y: 500))], lift: 60_000, after: length - 1)
        #expect(screen.names == [])
        sleep()
        try rig.finger([(0, Point(x: 500, y: 500))], lift: 60_000, after: length)
        #expect(screen.names == ["began", "pressed"])
    }

    @Test func `a call that waits gets a sign of life every fifteen seconds, and ends when its time is over`() throws {
        let start = rig.clock.now
        let (screen, call) = try rig.asking(on: Self.lock, ["timeoutUSec": 50_000_000])
        for seconds in [15, 30, 45] as [Int64] {
            try rig.advance(by: .seconds(seconds).adding(.microseconds(-rig.clock.now.since(start).microseconds - 1)))
            #expect(call.all.count == seconds / 15)
            try rig.advance(by: Self.almost)
            #expect(try call.next()["alive"] == true)
        }
        try rig.advance(by: .microseconds(4_999_999))
        #expect(call.all.count == 4)
        try rig.advance(by: Self.almost)
        #expect(try call.last()["outcome"] == "timed_out" && !screen.isOver)
    }

    @Test func `half a message ends its connection after ten seconds`() throws {
        let peers = try (0..<3).map { _ in try rig.peer() }
        for peer in peers { try peer.send(Array(#"{"method":"#.utf8)) }
        try rig.advance(by: .microseconds(9_999_999))
        #expect(peers.allSatisfy { $0.messages().isEmpty && !$0.isEnded })
        try rig.advance(by: Self.almost)
        #expect(peers.allSatisfy { $0.messages().isEmpty && $0.isEnded })
    }
}
