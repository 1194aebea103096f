internal import Arguments
internal import StrictJSON

/// `touchctl keys` and `redeem`: signed verdicts, for programs that verify them.
enum Tokens {
    /// Signs with a new key from now on; those of older keys may become invalid at once.
    static func rotate(_ session: Session, atOnce isAtOnce: Bool) throws(CommandError) -> ExitStatus {
        try session.run("io.touchd.token.RotateKeys", ["atOnce": .bool(isAtOnce)]) { reply in
            let end = isAtOnce ? "tokens of older keys are no longer valid" : "older keys stay valid for an hour"
            return "signing tokens with key \(reply.text("kid") ?? "?"); \(end)\n"
        }
    }

    static func redeem(_ session: Session, _ request: JSONObject) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.token.Redeem", request)
        let hasPassed = reply["passed"] == true
        // The caller relies on the printed claims: nothing is accepted without them.
        if hasPassed, let missing = required.first(where: { reply.object("claims").text($0) == nil }) {
            throw .violation("Redeem accepted a token without the claim \(missing)")
        }
        session.show(reply) { reply in
            guard hasPassed else { return "not accepted: \(reply.text("reason") ?? "?")\n" }
            let claims = reply.object("claims")
            func word(_ key: String) -> String { claims.text(key) ?? "?" }
            let who = claims.text("user").map { "of \($0)" } ?? "of challenge \(word("challengeId"))"
            let again = reply["repeated"] == true ? " (repeated)" : ""
            return "accepted\(again): \(word("kind")) \(who), \(word("provenance")) panel, "
                + "\(word("issuer")), result \(word("resultId"))\n"
        }
        return hasPassed ? .passed : .refused
    }

    private static let required = ["kind", "issuer", "provenance", "resultId"]
}
