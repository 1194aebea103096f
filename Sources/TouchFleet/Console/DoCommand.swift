internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import TouchOperator

/// `touchctl fleet do`: sends a signed command to kiosks and shows what each answers.
enum DoCommand {
    /// Sends to one kiosk after the other; 0 if all of them carried it out, otherwise 1.
    static func run(_ bus: Bus, _ token: String, on kiosks: [String], isJSON: Bool) throws(CommandError) -> ExitStatus {
        var isDone = true
        // A bundle has to be made and delivered.
        let patience = Interval.seconds(CommandToken(reading: token)?.command == .bundle ? 110 : 60)
        for kiosk in kiosks {
            let answer = answer(bus, token, of: kiosk, within: patience)
            isDone = isDone && answer["outcome"] == "done"
            try Listing.print(isJSON ? answer.description : line(kiosk, answer))
        }
        return isDone ? .passed : .refused
    }

    private static func answer(
        _ bus: Bus, _ token: String, of kiosk: String, within patience: Interval
    ) -> JSONObject {
        func none(_ reason: String, _ message: String) -> JSONObject {
            [
                "type": "answer", "version": 1, "kiosk": .string(kiosk), "outcome": "unknown",
                "reason": .string(reason), "message": .string(message),
            ]
        }
        let body: [UInt8]?
        do throws(FleetError) {
            body = try bus.ask(FleetNames.subject(kiosk, "do"), Array(token.utf8), within: patience)
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
        let outcome = answer.text("outcome") ?? "unknown"
        var text = "\(kiosk): \(outcome)"
        if let result = answer.text("result") { text += ", result \(result)" }
        if let id = answer.text("asked") { text += ", asked \(id)" }
        if let facts = answer["bundle"]?.objectValue.flatMap({ BundleFacts($0) }) {
            text += ", bundle \(facts.id), \(facts.byteCount) bytes, SHA-256 \(facts.digest)"
        }
        for (member, word) in [("changed", "changed"), ("afterRestart", "after a restart")] {
            let names = answer[member]?.arrayValue?.compactMap(\.stringValue) ?? []
            if !names.isEmpty { text += ", \(word): \(names.joined(separator: ", "))" }
        }
        if let reason = answer.text("message") ?? answer.text("reason") { text += ": \(reason)" }
        let problems = answer.texts("problems")
        return ([text.onOneLine] + problems.map { "  " + $0.onOneLine }).joined(separator: "\n")
    }
}
