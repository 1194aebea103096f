internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import TouchOperator

/// `touchctl fleet do`: sends a signed command to kiosks and shows what each answers.
struct DoCommand {
    private let bus: Bus
    private let token: String
    private let isJSON: Bool

    /// How long a kiosk may take to answer; a bundle has to be made and delivered.
    private let patience: Interval

    /// - Parameter token: the signed command.
    init(_ bus: Bus, _ token: String, isJSON: Bool) {
        (self.bus, self.token, self.isJSON) = (bus, token, isJSON)
        patience = CommandToken(reading: token)?.command == .bundle ? .seconds(110) : .seconds(60)
    }

    /// Sends to one kiosk after the other.
    ///
    /// - Returns: 0 if all of them carried it out, otherwise 1.
    func run(on kiosks: [String]) throws(CommandError) -> ExitStatus {
        var isDone = true
        for kiosk in kiosks {
            let answer = answer(of: kiosk, Array(token.utf8))
            isDone = isDone && answer["outcome"] == "done"
            try Listing.print(isJSON ? answer.description : Self.line(kiosk, answer))
        }
        return isDone ? .passed : .refused
    }

    private func answer(of kiosk: String, _ token: [UInt8]) -> JSONObject {
        func none(_ reason: String, _ message: String) -> JSONObject {
            [
                "type": "answer", "version": 1, "kiosk": .string(kiosk), "outcome": "unknown",
                "reason": .string(reason), "message": .string(message),
            ]
        }
        let body: [UInt8]?
        do throws(BusError) {
            body = try bus.ask(FleetNames.subject(kiosk, "do"), token, within: patience)
        } catch {
            return none("no_answer", "no answer: \(error) (resend the same token: it is carried out at most once)")
        }
        guard let body else {
            return none("not_connected", "not connected, or without command-key= in its [fleet]")
        }
        guard var json = try? JSONObject(parsing: body), json["type"] == "answer" else {
            return none("no_answer", "the answer cannot be read")
        }
        // The subject counts, which the kiosk's certificate permits.
        json["kiosk"] = .string(kiosk)
        return json
    }

    private static func line(_ kiosk: String, _ answer: JSONObject) -> String {
        let outcome = answer["outcome"]?.stringValue ?? "unknown"
        var text = "\(kiosk): \(outcome)"
        if let result = answer["result"]?.stringValue { text += ", result \(result)" }
        if let id = answer["asked"]?.stringValue { text += ", asked \(id)" }
        if let facts = answer["bundle"]?.objectValue.flatMap({ BundleFacts($0) }) {
            text += ", bundle \(facts.id), \(facts.byteCount) bytes, SHA-256 \(facts.digest)"
        }
        for (member, word) in [("changed", "changed"), ("afterRestart", "after a restart")] {
            let names = answer[member]?.arrayValue?.compactMap(\.stringValue) ?? []
            if !names.isEmpty { text += ", \(word): \(names.joined(separator: ", "))" }
        }
        if let reason = answer["message"]?.stringValue ?? answer["reason"]?.stringValue { text += ": \(reason)" }
        let problems = answer["problems"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return ([text.onOneLine] + problems.map { "  " + $0.onOneLine }).joined(separator: "\n")
    }
}
