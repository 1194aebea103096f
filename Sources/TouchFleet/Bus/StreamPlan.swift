internal import StrictJSON

struct StreamPlan {
    /// What it does with a message for which there is no room.
    enum Overflow {
        case refuse
        case forget
    }

    let name: String
    let subjects: [String]
    /// How long messages are kept, in days; nil: the last one of each subject, forever, as in a bucket.
    let days: Int?
    /// Its limit, for which the servers keep room.
    let maxBytes: Int64
    let overflow: Overflow

    private static let bundleDays = 3

    /// The streams and the bucket, on servers of which the smallest stores that many bytes.
    ///
    /// Together their limits are less than that, so that there is always room for health. Results that find no room
    /// stay at the kiosks. Servers that have less refuse the limits.
    static func all(days: Int, store: Int64) -> [StreamPlan] {
        func plan(
            _ name: String, _ subjects: [String], _ days: Int?, percent: Int64, _ overflow: Overflow = .refuse
        ) -> StreamPlan {
            let maxBytes = store / 100 * percent
            return StreamPlan(name: name, subjects: subjects, days: days, maxBytes: maxBytes, overflow: overflow)
        }
        return [
            plan(FleetNames.results, ["touchd.v1.*.result", "touchd.v1.*.audit"], days, percent: 50),
            plan(FleetNames.duress, ["touchd.v1.*.duress"], days, percent: 25),
            plan(FleetNames.bundles, ["touchd.v1.*.bundle"], bundleDays, percent: 5, .forget),
            plan(FleetNames.bucketStream, ["$KV.\(FleetNames.bucket).>"], nil, percent: 15),
        ]
    }

    /// How many parts of bundles are kept of each kiosk: a few bundles of the maximum length.
    static let maxParts: Int64 = 1_024

    var isOfBundles: Bool { name == FleetNames.bundles }
}

struct StreamSpace: Equatable {
    let name: String
    let used: Int64
    let limit: Int64?

    /// From this share on, in percent, there is a warning.
    static let warningPercent: Int64 = 80

    /// The used share of the limit in percent, rounded down; nil: there is no limit.
    var percent: Int64? { limit.map { $0 > 0 ? used / max(1, $0 / 100) : 100 } }

    var isTight: Bool { percent.map { $0 >= Self.warningPercent } ?? true }

    var json: JSONObject {
        ["stream": .string(name), "usedBytes": .integer(used), "maxBytes": limit.map { .integer($0) }]
    }

    var short: String {
        guard let limit, let percent else { return "\(name) \(StoreSize.text(used)), no limit" }
        return "\(name) \(percent) % used, \(StoreSize.text(max(0, limit - used))) free"
    }

    /// In a line, with what is to be done if there is something.
    var text: String {
        guard let limit, let percent else {
            return "\(name): \(StoreSize.text(used)), no limit: when the servers are full, all kiosks become silent "
                + "(touchctl fleet setup --store SIZE)"
        }
        let text =
            "\(name): \(percent) % of \(StoreSize.text(limit)) used, \(StoreSize.text(max(0, limit - used))) free"
        return isTight
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
