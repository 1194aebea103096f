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
