internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import TouchOperator

extension Console {
    /// `touchctl fleet do`: sends a signed command to one kiosk after the other and shows what each answers; exit status 0 if
    /// all of them carried it out, otherwise 1.
    func send(_ token: String, to kiosks: [String]) throws(CommandError) -> ExitStatus {
        var isDone = true
        // A bundle has to be made and delivered.
        let patience = Interval.seconds(CommandToken(reading: token)?.command == .bundle ? 110 : 60)
        for kiosk in kiosks {
            let answer = answer(to: token, of: kiosk, within: patience)
            isDone = isDone && answer["outcome"] == "done"
            try show(answer, Self.line(kiosk, answer))
        }
        return isDone ? .passed : .refused
    }

    private func answer(to token: String, of kiosk: String, within patience: Interval) -> JSONObject {
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
        var text = "\(kiosk): \(answer.text("outcome") ?? "unknown")"
        if let result = answer.text("result") { text += ", result \(result)" }
        if let id = answer.text("asked") { text += ", asked \(id)" }
        if let facts = BundleFacts(answer.object("bundle")) { text += ", bundle \(facts.id), \(facts.sentence)" }
        for (member, word) in [("changed", "changed"), ("afterRestart", "after a restart")] {
            let names = answer.texts(member)
            if !names.isEmpty { text += ", \(word): \(names.joined(separator: ", "))" }
        }
        if let reason = answer.text("message") ?? answer.text("reason") { text += ": \(reason)" }
        let problems = answer.texts("problems")
        return ([text.onOneLine] + problems.map { "  " + $0.onOneLine }).joined(separator: "\n")
    }

    /// `touchctl fleet bundle`: fetches the support bundle ordered by the command of that id, nil: the last one, from its
    /// stream, and verifies it.
    func fetchBundle(of kiosk: String, id: String?, to path: String?) throws(CommandError) -> ExitStatus {
        let parts = try bundle(of: kiosk, id: id)
        guard let facts = parts.first?.facts else {
            throw .file(
                "no bundle\(id.map { " \($0)" } ?? "") of \(kiosk) (order one: touchctl fleet do \(kiosk) -- bundle; "
                    + "the servers keep them for 3 days)")
        }
        guard let bytes = BundlePart.whole(parts) else {
            throw .file("bundle \(facts.id) of \(kiosk) is not whole: \(parts.count) parts, or altered (order another)")
        }
        let path = path ?? "\(kiosk)-\(facts.id.prefix(8)).tar.gz"
        try CommandLineCommand.create(path, bytes, mode: 0o600)
        var json = facts.json
        json["kiosk"] = .string(kiosk)
        json["file"] = .string(path)
        try show(json, "\(path): bundle \(facts.id) of \(kiosk), \(facts.sentence)")
        return .passed
    }

    private func bundle(of kiosk: String, id: String?) throws(CommandError) -> [BundlePart] {
        try reply { bus throws(FleetError) in
            let subject = FleetNames.subject(kiosk, "bundle")
            let reader = try StreamReader(bus, FleetNames.bundles, subject: subject, from: .oldest)
            var found: [BundlePart] = []
            for _ in 0..<reader.pending {
                guard let message = try reader.next(within: Bus.patience) else { break }
                guard let part = BundlePart(message.body), id == nil || part.facts.id == id else { continue }
                if let first = found.first, first.facts != part.facts { found = [] }
                found.append(part)
            }
            return found
        }
    }
}

extension BundleFacts {
    fileprivate var sentence: String { "\(byteCount) bytes, SHA-256 \(digest)" }
}
