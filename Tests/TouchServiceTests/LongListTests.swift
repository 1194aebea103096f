import Simulation
import StrictJSON
import Testing
import TouchVault

@testable import TouchService
@testable import TouchSessions

/// Lists that grow with the vault are made in parts: between two of them the loop looks at the panels.
@Suite struct LongListTests {
    private static let names = (10..<30).map { "user\($0)" }

    /// A daemon with twenty users, whose secrets are stored without a finger.
    private static func rig() throws -> Kiosk {
        let rig = try Kiosk.large()
        for name in names.shuffled() { try rig.enroll(name, [0, 3, 6, 7, 8]) }
        return rig
    }

    /// Rounds of the loop that a call takes.
    private static func rounds(_ rig: Kiosk, of method: String, _ parameters: JSONObject = [:]) throws -> Int {
        let peer = try rig.peer()
        try rig.settle()
        let before = rig.clock.rounds
        let reply = try peer.answer(to: method, parameters)
        #expect(reply["error"] == nil)
        return rig.clock.rounds - before
    }

    @Test func `pages of users are in order, and none is missing or twice`() throws {
        let rig = try Self.rig()
        let peer = try rig.peer()
        for limit in [1, 3, 7, 19, 20, 21, 1_000] {
            var (names, pages): ([String], Int) = ([], 0)
            var next: JSON?
            repeat {
                let reply = try peer.answer(
                    to: "io.touchd.unlock.Users", ["after": next, "limit": .integer(Int64(limit))])
                names += reply["users"]?.arrayValue?.compactMap { $0.objectValue?["name"]?.stringValue } ?? []
                next = reply["next"]
                pages += 1
            } while next != nil
            #expect(names == Self.names && pages == (20 + limit - 1) / limit, "\(limit)")
        }
    }

    @Test func `one name is looked up alone, and a walk reads a few users between two looks at the panels`() throws {
        let rig = try Self.rig()
        let one = try Self.rounds(rig, of: "io.touchd.unlock.Users", ["name": "user17"])
        let none = try Self.rounds(rig, of: "io.touchd.unlock.Users", ["name": "nobody"])
        let parts = Self.names.count
        let all = try Self.rounds(rig, of: "io.touchd.unlock.Users")
        let status = try Self.rounds(rig, of: "io.touchd.manage.Status")
        #expect(none <= one && all >= one + parts && status >= one + parts, "\(one) \(none) \(all) \(status)")
    }

    @Test func `results are listed in parts`() throws {
        let rig = try Kiosk.large()
        let results = rig.daemon.results
        for _ in 0..<50 { results.writeLater(results.result(.restriction, "disabled", of: nil, by: 0)) }
        rig.daemon.keeper.writes.settle()
        let peer = try rig.peer()
        for limit in [1, 7, 8, 9, 50, 51] {
            let reply = try peer.answer(to: "io.touchd.result.List", ["limit": .integer(Int64(limit))])
            let places = reply["results"]?.arrayValue?.compactMap { $0.objectValue?["sequence"]?.integerValue }
            #expect(places == Array(1...Int64(min(limit, 50))))
        }
        let one = try Self.rounds(rig, of: "io.touchd.result.List", ["limit": 1])
        let all = try Self.rounds(rig, of: "io.touchd.result.List", ["limit": 50])
        #expect(all >= one + 5, "\(one) \(all)")
    }
}
