internal import Arguments
internal import StrictJSON

/// `touchctl keys` and `redeem`: signed verdicts, for programs that verify them.
enum Tokens {
    /// Prints the JWK set unchanged, for a file read by JWT libraries.
    static func keys(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.token.Keys")
        session.show(reply) { "\($0["jwks"]?.description ?? "{}")\n" }
        return .passed
    }

    /// Signs with a new key from now on.
    ///
    /// - Parameter isAtOnce: whether tokens signed with older keys become invalid.
    static func rotate(_ session: Session, atOnce isAtOnce: Bool) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.token.RotateKeys", ["atOnce": .bool(isAtOnce)])
        session.show(reply) { reply in
            let end = isAtOnce ? "tokens of older keys are no longer valid" : "older keys stay valid for an hour"
            return "signing tokens with key \(reply["kid"]?.stringValue ?? "?"); \(end)\n"
        }
        return .passed
    }

    /// Redeems a token.
    static func redeem(_ session: Session, _ request: JSONObject) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.token.Redeem", request)
        let hasPassed = reply["passed"] == true
        let told = reply["claims"]?.objectValue ?? [:]
        // The caller relies on the printed claims: nothing is accepted without them.
        if hasPassed, let missing = required.first(where: { told[$0]?.stringValue == nil }) {
            throw .violation("Redeem accepted a token without the claim \(missing)")
        }
        session.show(reply) { reply in
            guard hasPassed, let claims = reply["claims"]?.objectValue else {
                return "not accepted: \(reply["reason"]?.stringValue ?? "?")\n"
            }
            func word(_ key: String) -> String? { claims[key]?.stringValue }
            let who = word("user").map { "of \($0)" } ?? "of challenge \(word("challengeId") ?? "?")"
            let again = reply["repeated"] == true ? " (repeated)" : ""
            return "accepted\(again): \(word("kind") ?? "?") \(who), \(word("provenance") ?? "?") panel, "
                + "\(word("issuer") ?? "?"), result \(word("resultId") ?? "?")\n"
        }
        return hasPassed ? .passed : .refused
    }

    /// Members of all claims, each of them a text.
    private static let required = ["kind", "issuer", "provenance", "resultId"]
}
