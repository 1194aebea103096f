import StrictJSON
import Testing

@testable import TouchFleet

struct FleetMessageTests {
    static let epoch = Place.Epoch(key: "key", generation: 0)
    static let pseudonym = Pseudonym(key: [UInt8](repeating: 7, count: 32))

    static func result(_ members: JSONObject) -> JSONObject {
        var result: JSONObject = [
            "id": "1f", "sequence": 12, "kind": "unlock", "outcome": "passed", "user": "anna", "attempt": 1,
            "timeUSec": 1, "wallTimeUSec": 2,
        ]
        for (key, value) in members { result[key] = value }
        return result
    }

    static func message(_ members: JSONObject = [:]) throws -> FleetMessage {
        try #require(FleetMessage(result: result(members), of: "lobby", epoch, pseudonym))
    }

    @Test func `a result has a pseudonym instead of the name, and only known members`() throws {
        let json = try JSONObject(parsing: Self.message(["secret": "1-4-8-5-9", "reason": "wrong_pattern"]).body)
        #expect(json["user"]?.stringValue == Self.pseudonym.of("anna"))
        #expect(json["secret"] == nil && json["timeUSec"] == nil)
        #expect(json["reason"] == "wrong_pattern" && json["sequence"] == 12)
        #expect(try Self.message().id == "lobby:key.0:12:1f")
    }

    @Test func `a result under duress has the same bytes as any other`() throws {
        #expect(try Self.message(["reason": "duress"]).body == Self.message().body)
    }

    @Test func `every passed result of a user has a message about duress, all of one length`() throws {
        let both = try [["reason": "duress"], [:]].map { members in
            try #require(FleetMessage(duressOf: Self.result(members), of: "lobby", Self.epoch))
        }
        #expect(both[0].body.count == both[1].body.count && both[0].id == both[1].id)
        #expect(try both.map { try JSONObject(parsing: $0.body)["duress"] } == [true, false])
        #expect(FleetMessage(duressOf: Self.result(["outcome": "failed"]), of: "lobby", Self.epoch) == nil)
    }

    @Test func `the stream does not take a result of another machine with the same number for a repetition`() throws {
        let other = try #require(
            FleetMessage(duressOf: Self.result(["id": "2e"]), of: "lobby", Self.epoch))
        let own = try #require(FleetMessage(duressOf: Self.result([:]), of: "lobby", Self.epoch))
        #expect(try Self.message(["id": "2e"]).id != Self.message().id)
        #expect(other.id != own.id)
    }

    @Test func `messages have few lengths`() throws {
        let lengths = try ["a", "anna", String(repeating: "n", count: 60)].map { user in
            try Self.message(["user": .string(user), "wallTimeUSec": 1_700_000_000_000_000]).body.count
        }
        #expect(Set(lengths).count == 1 && lengths[0] % FleetMessage.lengthStep == 0)
        #expect(FleetMessage(gap: 3...9, of: "lobby", Self.epoch).body.count == FleetMessage.lengthStep)
    }

    @Test func `a pseudonym depends on the name and on the key`() {
        let other = Pseudonym(key: [UInt8](repeating: 8, count: 32))
        #expect(Set([Self.pseudonym.of("anna"), Self.pseudonym.of("bert"), other.of("anna")]).count == 3)
        #expect(Self.pseudonym.of("anna").utf8.count == 32)
    }
}
