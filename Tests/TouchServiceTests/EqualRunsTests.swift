import Journal
import SeededNumbers
import Simulation
import StrictJSON
import Testing
import TouchConfiguration
import TouchCore

@testable import TouchService

/// Two runs of a daemon from one seed are equal in every byte that peers receive and in its log.
@Suite struct EqualRunsTests {
    /// What one run left.
    private struct Run {
        var received: [String] = []
        var log: [String] = []
        var results: [JSON] = []

        /// The lines that differ.
        func difference(from other: Run) -> [String] {
            [(received, other.received), (log, other.log), (results.map { "\($0)" }, other.results.map { "\($0)" })]
                .flatMap { one, another in
                    let pairs = zip(one, another).filter { $0 != $1 }.map { "\($0) is \($1)" }
                    return one.count == another.count ? pairs : pairs + ["\(one.count) are \(another.count)"]
                }
        }
    }

    /// Several users, challenges that end at one moment, taps, drawings, calls and hang-ups.
    ///
    /// - Parameters:
    ///   - chance: the seed of the daemon.
    ///   - steps: how many actions.
    private static func run(chance: UInt64, steps: Int = 60) throws -> Run {
        let rig = try DaemonRig(level: .debug, chance: chance) {
            $0.access.frontend = []
        }
        var random = SplitMix64(seed: 11)
        rig.clock.workTime = { .microseconds(Int64(random.below(400_000))) }
        var dice = SplitMix64(seed: 12)
        var (peers, run): ([KioskPeer], Run) = ([], Run())
        func peer() throws -> KioskPeer {
            peers.append(try rig.peer(user: [0, 1_000, 1_001][dice.below(3)]))
            return peers[peers.count - 1]
        }
        func hear() {
            for peer in peers { run.received += peer.messages().map { String(decoding: $0, as: UTF8.self) } }
        }
        let pad: JSON = [
            "id": "pad", "kind": "pattern", "x": 100, "y": 100, "width": 600, "height": 600,
            "pattern": ["purpose": "enroll", "trail": "live"],
        ]
        for step in 0..<steps {
            switch dice.below(8) {
            case 0: try peer().call("io.touchd.scene.Present", ["widgets": [pad]], more: true)
            case 1:
                for _ in 0..<4 {
                    let made = try peer().answer(
                        to: "io.touchd.captcha.Create",
                        ["kind": "gesture", "profile": "default", "timeoutUSec": 5_000_000])
                    run.received.append("\(made)")
                    guard let challenge = made["challenge"] else { continue }
                    try peer().call("io.touchd.captcha.Await", ["challenge": challenge], more: true)
                }
            case 2: try peer().call("io.touchd.unlock.Enroll", ["user": .string("u\(step)")], more: true)
            case 3: try peer().call("io.touchd.unlock.Verify", ["user": "u1", "timeoutUSec": 5_000_000], more: true)
            case 4: try peer().call("io.touchd.scene.Requests", [:], more: true)
            case 5 where !peers.isEmpty:
                hear()
                peers.remove(at: dice.below(peers.count))
            case 6:
                let way = (0..<20).map { (Int64($0) * 8_000, Point(x: 200 + 20 * Double($0), y: 200)) }
                try rig.finger(way, lift: 160_000)
            default: try rig.advance(by: .milliseconds(Int64(dice.below(8_000))))
            }
            try rig.settle()
            hear()
        }
        rig.daemon.unlocks.sessions.stop()
        rig.daemon.challenges.stop()
        rig.daemon.core.writes.settle()
        try rig.settle()
        hear()
        run.results =
            try rig.peer().answer(to: "io.touchd.result.List", ["limit": 1_000])["results"]?.arrayValue ?? []
        run.log = rig.log.entries.map { "\($0)" }
        return run
    }

    @Test func `one seed gives the same bytes twice`() throws {
        let (one, other) = (try Self.run(chance: 5), try Self.run(chance: 5))
        #expect(one.received.count > 50 && one.log.count > 50 && one.results.count > 20)
        #expect(one.difference(from: other) == [])
    }

    @Test func `another seed draws other names`() throws {
        #expect(try Self.run(chance: 5, steps: 20).received != Self.run(chance: 6, steps: 20).received)
    }
}
