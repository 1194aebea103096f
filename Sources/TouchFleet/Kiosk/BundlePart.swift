internal import StrictJSON
internal import TouchOperator
internal import System

/// A part of a support bundle on its way, as `interfaces/fleet/bundle.json` describes it.
struct BundlePart: Equatable {
    let facts: BundleFacts
    /// Its place, counted from 0, and how many parts there are.
    let index: Int
    let count: Int
    let data: [UInt8]

    /// Length of a part in bytes: coded, it fits into a message of 64 KiB.
    static let maxBytes = 24 << 10

    static func count(of facts: BundleFacts) -> Int { (facts.byteCount + maxBytes - 1) / maxBytes }

    static func parts(of bytes: [UInt8], _ facts: BundleFacts) -> [BundlePart] {
        let count = count(of: facts)
        return (0..<count).map { index in
            let start = index * maxBytes
            return BundlePart(
                facts: facts, index: index, count: count,
                data: Array(bytes[start..<min(start + maxBytes, bytes.count)]))
        }
    }

    /// The bundle of all its parts; nil if one is missing, or it has another hash.
    static func whole(_ parts: [BundlePart]) -> [UInt8]? {
        guard let facts = parts.first?.facts, parts.allSatisfy({ $0.facts == facts }) else { return nil }
        let data = Dictionary(parts.map { ($0.index, $0.data) }, uniquingKeysWith: { _, last in last })
        guard data.count == count(of: facts) else { return nil }
        let bytes = (0..<data.count).flatMap { data[$0] ?? [] }
        return BundleFacts(id: facts.id, bytes) == facts ? bytes : nil
    }

    private init(facts: BundleFacts, index: Int, count: Int, data: [UInt8]) {
        (self.facts, self.index, self.count, self.data) = (facts, index, count, data)
    }

    /// Reads a message; nil if it is anything else.
    init?(_ body: [UInt8]) {
        guard let json = try? JSONObject(parsing: body), json["type"] == "bundle",
            let facts = json["bundle"]?.objectValue.flatMap({ BundleFacts($0) }),
            let index = json.whole("part"), let count = json.whole("parts"),
            count == Int64(Self.count(of: facts)), (0..<count).contains(index),
            let data = json.text("data").flatMap({ Base64URL.bytes(of: $0) })
        else { return nil }
        self.init(facts: facts, index: Int(index), count: Int(count), data: data)
    }

    func body(of kiosk: String) -> [UInt8] {
        let members: JSONObject = [
            "bundle": .object(facts.json), "part": .integer(Int64(index)), "parts": .integer(Int64(count)),
            "data": .string(Base64URL.text(of: data)),
        ]
        return Array(FleetMessage.head("bundle", kiosk, nil, members).description.utf8)
    }

    /// Identifies the message to the stream.
    func messageID(of kiosk: String) -> String { "\(kiosk):bundle:\(facts.id):\(index)" }
}
