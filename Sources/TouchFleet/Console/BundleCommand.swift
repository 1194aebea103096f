internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import TouchOperator

/// `touchctl fleet bundle`: fetches a support bundle from its stream and verifies it.
enum BundleCommand {
    /// How long the servers may take to send a stored message.
    private static let patience = Interval.seconds(10)

    /// Fetches the one ordered by the command of that id; nil: the last one.
    static func run(
        _ bus: Bus, _ kiosk: String, id: String?, to path: String?, isJSON: Bool
    ) throws(CommandError) -> ExitStatus {
        let parts: [BundlePart]
        do throws(FleetError) { parts = try read(bus, kiosk, id: id) } catch { throw .bus(error) }
        guard let facts = parts.first?.facts else {
            throw .file(
                "no bundle\(id.map { " \($0)" } ?? "") of \(kiosk) (order one: touchctl fleet do \(kiosk) -- bundle; "
                    + "the servers keep them for 3 days)")
        }
        guard let bytes = whole(parts) else {
            throw .file("bundle \(facts.id) of \(kiosk) is not whole: \(parts.count) parts, or altered (order another)")
        }
        let path = path ?? "\(kiosk)-\(facts.id.prefix(8)).tar.gz"
        try CommandLineCommand.create(path, bytes, mode: 0o600)
        var json = facts.json
        json["kiosk"] = .string(kiosk)
        json["file"] = .string(path)
        try Listing.print(
            isJSON
                ? json.description
                : "\(path): bundle \(facts.id) of \(kiosk), \(facts.byteCount) bytes, SHA-256 \(facts.digest)")
        return .passed
    }

    /// The bundle of all its parts; nil if one is missing, or it has another hash.
    static func whole(_ parts: [BundlePart]) -> [UInt8]? {
        guard let facts = parts.first?.facts, parts.allSatisfy({ $0.facts == facts }) else { return nil }
        let data = Dictionary(parts.map { ($0.index, $0.data) }, uniquingKeysWith: { _, last in last })
        guard data.count == BundlePart.count(of: facts) else { return nil }
        let bytes = (0..<data.count).flatMap { data[$0] ?? [] }
        return BundleFacts(id: facts.id, bytes) == facts ? bytes : nil
    }

    private static func read(_ bus: Bus, _ kiosk: String, id: String?) throws(FleetError) -> [BundlePart] {
        let reader = try StreamReader(
            bus, FleetNames.bundles, subject: FleetNames.subject(kiosk, "bundle"), from: .oldest)
        var found: [BundlePart] = []
        for _ in 0..<reader.pending {
            guard let message = try reader.next(within: patience) else { break }
            guard let part = BundlePart(message.body), id == nil || part.facts.id == id else { continue }
            if let first = found.first, first.facts != part.facts { found = [] }
            found.append(part)
        }
        return found
    }
}
