internal import Arguments
internal import StrictJSON

/// `touchctl fleet space`: how much of their limits the streams use.
enum SpaceCommand {
    /// The streams that refuse what they have no room for.
    private static let streams = [FleetNames.results, FleetNames.duress, FleetNames.bucketStream]

    /// Prints them: exit status 1 if one is nearly full or has no limit.
    static func run(_ bus: Bus, isJSON: Bool) throws(CommandError) -> ExitStatus {
        let found: [StreamSpace]
        do throws(FleetError) { found = try read(bus) } catch { throw .bus(error) }
        guard !found.isEmpty else { throw .refused("no streams (touchctl fleet setup makes them)") }
        for one in found { try Listing.print(isJSON ? json(one).description : text(one)) }
        return found.contains(where: \.isTight) ? .refused : .passed
    }

    static func read(_ bus: Bus) throws(FleetError) -> [StreamSpace] {
        var found: [StreamSpace] = []
        for name in streams { if let one = try bus.space(of: name) { found.append(one) } }
        return found
    }

    static func json(_ one: StreamSpace) -> JSONObject {
        [
            "stream": .string(one.name), "usedBytes": .integer(one.used), "maxBytes": one.limit.map { .integer($0) },
        ]
    }

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

/// A size of storage, as configuration files of nats-server have it.
enum StoreSize {
    /// As for nats-server, `G` is a power of ten, and `GB` and `GiB` are powers of two.
    private static let units: [String: Int64] = [
        "": 1, "k": 1_000, "kb": 1 << 10, "kib": 1 << 10, "m": 1_000_000, "mb": 1 << 20, "mib": 1 << 20,
        "g": 1_000_000_000, "gb": 1 << 30, "gib": 1 << 30, "t": 1_000_000_000_000, "tb": 1 << 40, "tib": 1 << 40,
    ]

    /// The bytes of a text such as `50GB`; nil if it is none, or less than 64 KiB.
    static func bytes(of text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), let unit = units[text.dropFirst(digits.count).lowercased()] else {
            return nil
        }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit)
        return !isTooLarge && bytes >= 64 << 10 ? bytes : nil
    }

    /// A size for people, rounded down to a tenth of its unit.
    static func text(_ bytes: Int64) -> String {
        for (suffix, unit) in [("TB", Int64(1) << 40), ("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)]
        where bytes >= unit {
            return "\(bytes / unit).\(bytes % unit * 10 / unit) \(suffix)"
        }
        return "\(bytes) B"
    }
}
