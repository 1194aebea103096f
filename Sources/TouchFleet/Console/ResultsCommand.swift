internal import Arguments
internal import System
internal import StrictJSON
internal import TouchCore

/// `touchctl fleet results`: results by kiosk, user and time, or as they come.
struct ResultsCommand {
    /// Which results to print.
    struct Query {
        /// Nil: of every kiosk.
        let kiosk: String?
        /// The pseudonym of the user; nil: of all users.
        let user: String?
        /// Maximum age; nil: unlimited.
        let since: Interval?
        /// Minimum age; nil: none.
        let until: Interval?
        /// Whether to continue with new ones.
        let isFollowing: Bool
    }

    private let listing: Listing
    private let query: Query
    private let isJSON: Bool

    init(_ bus: Bus, _ query: Query, isJSON: Bool) {
        (listing, self.query, self.isJSON) = (Listing(bus: bus), query, isJSON)
    }

    /// Prints them.
    func run() throws(CommandError) -> ExitStatus {
        if let kiosk = query.kiosk, try !listing.knows(kiosk) { throw .unknown(kiosk) }
        let now = WallTime.now
        if !isJSON { try Listing.print(Self.line(Self.titles)) }
        try listing.messages(
            FleetNames.results, FleetNames.subject(query.kiosk ?? "*", "result"),
            from: query.since.map { .at(Self.earlier(now, by: $0)) } ?? .oldest, isFollowing: query.isFollowing
        ) { message, json throws(CommandError) in
            guard query.user == nil || json["user"]?.stringValue == query.user else { return }
            if let until = query.until, message.stored > Self.earlier(now, by: until) { return }
            var shown = json
            shown["kiosk"] = Listing.kiosk(of: message.subject).map { .string($0) }
            shown["padding"] = nil
            shown["storedWallTimeUSec"] = .integer(message.stored.microseconds)
            try Listing.print(isJSON ? shown.description : Self.line(shown))
        }
        return .passed
    }

    private static func earlier(_ now: WallTime, by length: Interval) -> WallTime {
        now.advanced(by: .microseconds(-length.microseconds))
    }

    private static let titles = ["TIME", "KIOSK", "NUMBER", "KIND", "OUTCOME", "REASON", "USER", "PANEL"]

    /// A line for people: they come one after the other, so most fields fit, and none is cut.
    private static func line(_ fields: [String]) -> String {
        let widths = [20, 12, 6, 11, 9, 16, 32]
        let padded = fields.enumerated().map { index, field in
            let width = index < widths.count ? widths[index] : 0
            return field + String(repeating: " ", count: max(0, width - field.count))
        }
        return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }

    private static func line(_ json: JSONObject) -> String {
        let stamp = json["wallTimeUSec"]?.integerValue ?? json["storedWallTimeUSec"]?.integerValue ?? 0
        let time = Listing.time(WallTime(microseconds: stamp))
        let kiosk = json["kiosk"]?.stringValue ?? "-"
        if json["type"] == "gap" {
            let (from, to) = (json["from"]?.integerValue ?? 0, json["to"]?.integerValue ?? 0)
            return line([time, kiosk, "gap: results \(from) to \(to) were deleted before they could be sent"])
        }
        let words = ["kind", "outcome", "reason", "user", "panel"].map { json[$0]?.stringValue?.onOneLine ?? "-" }
        return line([time, kiosk, String(json["sequence"]?.integerValue ?? 0)] + words)
    }
}
