internal import Arguments
internal import System
internal import StrictJSON
internal import TouchCore

/// `touchctl fleet results`: results by kiosk, user and time, or as they come.
enum ResultsCommand {
    /// Prints those of one kiosk or of all, of a pseudonym or of all users, with an age from `until` to `since`.
    static func run(
        _ listing: Listing, of kiosk: String?, user: String?, since: Interval?, until: Interval?, isFollowing: Bool,
        isJSON: Bool
    ) throws(CommandError) -> ExitStatus {
        if let kiosk, try !listing.knows(kiosk) { throw .unknown(kiosk) }
        let now = WallTime.now
        if !isJSON { try Listing.print(Self.line(Self.titles)) }
        try listing.messages(
            FleetNames.results, FleetNames.subject(kiosk ?? "*", "result"),
            from: since.map { .at(Self.earlier(now, by: $0)) } ?? .oldest, isFollowing: isFollowing
        ) { message, json throws(CommandError) in
            guard user == nil || json.text("user") == user else { return }
            if let until, message.stored > Self.earlier(now, by: until) { return }
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
        return padded.joined(separator: "  ").withoutTrailingBlanks
    }

    private static func line(_ json: JSONObject) -> String {
        let stamp = json.whole("wallTimeUSec") ?? json.whole("storedWallTimeUSec") ?? 0
        let time = Listing.time(WallTime(microseconds: stamp))
        let kiosk = json.text("kiosk") ?? "-"
        if json["type"] == "gap" {
            let (from, to) = (json.whole("from") ?? 0, json.whole("to") ?? 0)
            return line([time, kiosk, "gap: results \(from) to \(to) were deleted before they could be sent"])
        }
        let words = ["kind", "outcome", "reason", "user", "panel"].map { json[$0]?.stringValue?.onOneLine ?? "-" }
        return line([time, kiosk, String(json.whole("sequence") ?? 0)] + words)
    }
}
