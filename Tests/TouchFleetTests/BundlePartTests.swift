import StrictJSON
import Testing
import TouchOperator

@testable import TouchFleet

struct BundlePartTests {
    static let id = String(repeating: "0f", count: 16)

    /// The parts of a bundle of that many bytes, as a reader gets them.
    static func parts(_ count: Int) throws -> (bytes: [UInt8], parts: [BundlePart]) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let parts = BundlePart.parts(of: bytes, BundleFacts(id: id, bytes))
        return (bytes, try parts.map { try #require(BundlePart($0.body(of: "lobby"))) })
    }

    @Test(arguments: [1, 100, 24_575, 24_576, 24_577, 200_000])
    func `a bundle is the same after its way in parts, in any order and with some twice`(count: Int) throws {
        let (bytes, parts) = try Self.parts(count)
        #expect(parts.count == (count + 24_575) / 24_576)
        #expect(BundlePart.whole(parts) == bytes)
        #expect(BundlePart.whole(parts.reversed() + parts.prefix(1)) == bytes)
    }

    @Test func `no part exceeds 64 KiB, the longest message of a careful server`() throws {
        let lengths = try Self.parts(100_000).parts.map { $0.body(of: String(repeating: "k", count: 64)).count }
        #expect(lengths.count == 5 && lengths.allSatisfy { $0 <= 64 << 10 })
    }

    @Test func `a bundle without one of its parts is not whole`() throws {
        let parts = try Self.parts(100_000).parts
        for missing in parts.indices {
            #expect(BundlePart.whole(parts.filter { $0.index != missing }) == nil)
        }
        #expect(BundlePart.whole([]) == nil)
    }

    @Test func `a part with other bytes, or of another bundle, is noticed`() throws {
        let parts = try Self.parts(100_000).parts
        var json = try JSONObject(parsing: parts[2].body(of: "lobby"))
        json["data"] = try JSONObject(parsing: parts[1].body(of: "lobby"))["data"]
        let altered = try #require(BundlePart(Array(json.description.utf8)))
        #expect(BundlePart.whole(parts.map { $0.index == 2 ? altered : $0 }) == nil)
        let other = try Self.parts(100_001).parts
        #expect(BundlePart.whole(parts.prefix(4) + other.suffix(1)) == nil)
    }

    /// A member, and a value that it never has.
    static let wrong: [(String, JSON)] = [
        ("part", .integer(5)), ("part", .integer(-1)), ("parts", .integer(6)), ("type", .string("result")),
        ("data", .string("!")), ("bundle", .object([:])), ("bundle", facts(id: "../../etc", 100_000)),
        ("bundle", facts(id: id, Int64.max)), ("bundle", facts(id: id, 0)),
    ]

    static func facts(id: String, _ count: Int64) -> JSON {
        .object(["id": .string(id), "bytes": .integer(count), "sha256": .string("00")])
    }

    @Test(arguments: wrong)
    func `any other message is not read as a part`(member: String, value: JSON) throws {
        var json = try JSONObject(parsing: Self.parts(100_000).parts[0].body(of: "lobby"))
        json[member] = value
        #expect(BundlePart(Array(json.description.utf8)) == nil)
    }
}
