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
        func percent(_ share: Int64) -> Int64 { store / 100 * share }
        return [
            StreamPlan(
                name: FleetNames.results, subjects: ["touchd.v1.*.result", "touchd.v1.*.audit"], days: days,
                maxBytes: percent(50), overflow: .refuse),
            StreamPlan(
                name: FleetNames.duress, subjects: ["touchd.v1.*.duress"], days: days, maxBytes: percent(25),
                overflow: .refuse),
            StreamPlan(
                name: FleetNames.bundles, subjects: ["touchd.v1.*.bundle"], days: bundleDays, maxBytes: percent(5),
                overflow: .forget),
            StreamPlan(
                name: FleetNames.bucketStream, subjects: ["$KV.\(FleetNames.bucket).>"], days: nil,
                maxBytes: percent(15),
                overflow: .refuse),
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
}
