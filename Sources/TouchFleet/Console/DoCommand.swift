internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchOperator

/// `touchctl fleet do`: sends a signed command to kiosks and shows what each answers.
struct DoCommand {
    let bus: Bus
    let isJSON: Bool

    /// How long a kiosk may take to answer.
    private static let patience = Interval.seconds(45)

    /// Sends to one kiosk after the other.
    ///
    /// - Returns: 0 if all of them carried it out, otherwise 1.
    func run(_ token: String, on kiosks: [String]) throws(ConsoleError) -> Int32 {
        var isDone = true
        for kiosk in kiosks {
            let answer = answer(of: kiosk, Array(token.utf8))
            isDone = isDone && answer["outcome"] == "done"
            try Listing.print(isJSON ? answer.description : Self.line(kiosk, answer))
        }
        return isDone ? 0 : 1
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
            body = try bus.ask(FleetNames.subject(kiosk, "do"), token, within: Self.patience)
        } catch {
            return none("no_answer", "no answer: \(error) (a second try with the same token cannot do it twice)")
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
        for (member, word) in [("changed", "changed"), ("afterRestart", "after a restart")] {
            let names = answer[member]?.arrayValue?.compactMap(\.stringValue) ?? []
            if !names.isEmpty { text += ", \(word): \(names.joined(separator: ", "))" }
        }
        if let reason = answer["message"]?.stringValue ?? answer["reason"]?.stringValue { text += ": \(reason)" }
        let problems = answer["problems"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return ([text.onOneLine] + problems.map { "  " + $0.onOneLine }).joined(separator: "\n")
    }
}
