internal import Arguments
internal import StrictJSON
internal import System
internal import TouchCore

extension Console {
    /// `touchctl fleet results`: prints those of one kiosk or of all, of a pseudonym or of all users, with an age from `until`
    /// to `since`.
    func results(
        of kiosk: String?, user: String?, since: Interval?, until: Interval?, isFollowing: Bool
    ) throws(CommandError) -> ExitStatus {
        if let kiosk, try !knows(kiosk) { throw .unknown(kiosk) }
        let now = WallTime.now
        if !isJSON { try Self.print(Self.line(Self.titles)) }
        try messages(
            FleetNames.results, FleetNames.subject(kiosk ?? "*", "result"),
            from: since.map { .at(now.advanced(by: $0.negated)) } ?? .oldest, isFollowing: isFollowing
        ) { message, json throws(CommandError) in
            guard user == nil || json.text("user") == user else { return }
            if let until, message.stored > now.advanced(by: until.negated) { return }
            var shown = json
            shown["kiosk"] = message.kiosk.map { .string($0) }
            shown["padding"] = nil
            shown["storedWallTimeUSec"] = .integer(message.stored.microseconds)
            try show(shown, Self.line(shown))
        }
        return .passed
    }

    private func knows(_ kiosk: String) throws(CommandError) -> Bool {
        let places = [
            (FleetNames.bucketStream, FleetNames.key(kiosk, "*")),
            (FleetNames.results, FleetNames.subject(kiosk, "result")),
        ]
        return try reply { bus throws(FleetError) in
            for (stream, subject) in places
            where try StreamReader(bus, stream, subject: subject, from: .lastOfEachSubject).pending > 0 {
                return true
            }
            return false
        }
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
        let time = time(WallTime(microseconds: stamp))
        let kiosk = json.text("kiosk") ?? "-"
        if json["type"] == "gap" {
            let (from, to) = (json.whole("from") ?? 0, json.whole("to") ?? 0)
            return line([time, kiosk, "gap: results \(from) to \(to) were deleted before they could be sent"])
        }
        let words = ["kind", "outcome", "reason", "user", "panel"].map { json.text($0)?.onOneLine ?? "-" }
        return line([time, kiosk, String(json.whole("sequence") ?? 0)] + words)
    }

    /// `touchctl fleet verify`: whether the streams have every result once, and whether the signed heads are right; exit
    /// status 0 if nothing is missing without a reported gap, nothing occurs twice, and all heads are right.
    func verify(_ kiosk: String?) throws(CommandError) -> ExitStatus {
        var ledgers: [String: Ledger] = [:]
        if let kiosk {
            ledgers[kiosk] = try ledger(of: kiosk)
            if ledgers.isEmpty { throw .unknown(kiosk) }
        } else {
            try messages(FleetNames.results, FleetNames.subject("*", "*")) { message, json in
                if let name = message.kiosk { ledgers[name, default: Ledger()].add(json) }
            }
        }
        for (name, ledger) in ledgers.sorted(by: { $0.key < $1.key }) {
            for (epoch, account) in ledger.accounts { try show(account.json(name, epoch), account.text(name, epoch)) }
        }
        return ledgers.values.allSatisfy(\.isIntact) ? .passed : .refused
    }

    /// One kiosk's messages in the order of the stream; nil if there are none.
    ///
    /// Servers before 2.10 read one of the stream's subjects at a time, or all.
    private func ledger(of kiosk: String) throws(CommandError) -> Ledger? {
        var heads: [(number: UInt64, json: JSONObject)] = []
        try messages(FleetNames.results, FleetNames.subject(kiosk, "audit")) { message, json in
            heads.append((message.number, json))
        }
        var (ledger, next) = (Ledger(), 0)
        try messages(FleetNames.results, FleetNames.subject(kiosk, "result")) { message, json in
            while next < heads.count, heads[next].number < message.number {
                ledger.add(heads[next].json)
                next += 1
            }
            ledger.add(json)
        }
        heads[next...].forEach { ledger.add($0.json) }
        return ledger.accounts.isEmpty ? nil : ledger
    }
}
