internal import Arguments
internal import StrictJSON

/// `touchctl fleet space`: how much of their limits the streams use.
struct SpaceCommand {
    private let bus: Bus
    private let isJSON: Bool

    /// The streams that refuse what they have no room for.
    private static let streams = [FleetNames.results, FleetNames.duress, FleetNames.bucketStream]

    init(_ bus: Bus, isJSON: Bool) {
        (self.bus, self.isJSON) = (bus, isJSON)
    }

    /// Prints them.
    ///
    /// - Returns: 1 if one is nearly full or has no limit, otherwise 0.
    func run() throws(CommandError) -> ExitStatus {
        let found: [StreamSpace]
        do throws(BusError) { found = try Self.read(bus) } catch { throw .bus(error) }
        guard !found.isEmpty else { throw .refused("no streams (touchctl fleet setup makes them)") }
        for one in found { try Listing.print(isJSON ? Self.json(one).description : Self.text(one)) }
        return found.contains(where: \.isTight) ? .refused : .passed
    }

    static func read(_ bus: Bus) throws(BusError) -> [StreamSpace] {
        var found: [StreamSpace] = []
        for name in streams { if let one = try bus.space(of: name) { found.append(one) } }
        return found
    }

    static func json(_ one: StreamSpace) -> JSONObject {
        [
            "stream": .string(one.name), "usedBytes": .integer(one.used), "maxBytes": one.limit.map { .integer($0) },
        ]
    }

    /// In a few words.
    static func short(_ one: StreamSpace) -> String {
        guard let limit = one.limit, let percent = one.percent else {
            return "\(one.name) \(StoreSize.text(one.used)), no limit"
        }
        return "\(one.name) \(percent) % used, \(StoreSize.text(max(0, limit - one.used))) free"
    }

    /// In a line, with what is to be done if there is something.
    static func text(_ one: StreamSpace) -> String {
        guard let limit = one.limit, let percent = one.percent else {
            return
                "\(one.name): \(StoreSize.text(one.used)), no limit: when the servers are full, all kiosks become silent "
                + "(touchctl fleet setup --store SIZE)"
        }
        let text =
            "\(one.name): \(percent) % of \(StoreSize.text(limit)) used, \(StoreSize.text(max(0, limit - one.used))) free"
        return one.isTight
            ? "\(text): when it is full, kiosks are refused (touchctl fleet setup with a larger --store or fewer --days)"
            : text
    }
}
