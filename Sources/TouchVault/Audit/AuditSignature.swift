internal import StrictJSON

/// A head of the chain as a compact JWS (RFC 7515) with one claim, `head`, so that anybody with the public key can
/// check where the results of a kiosk begin or end, without contacting the kiosk.
enum AuditSignature {
    static func token(for head: AuditHead, signedBy key: SigningKey) -> String {
        let claims: JSONObject = ["head": .string(head.description)]
        return CompactToken.text(payload: Array(claims.description.utf8), signedBy: key)
    }

    /// The head in a JWS signed with that key; nil for anything else.
    static func head(in text: String, signedBy key: VerificationKey) -> AuditHead? {
        guard let token = CompactToken.parse(text), token.isSigned(by: key), let claims = token.claims,
            claims.count == 1
        else { return nil }
        return claims["head"]?.stringValue.flatMap { AuditHead($0) }
    }
}
