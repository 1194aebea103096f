internal import StrictJSON
internal import TouchOperator

/// A head of a kiosk's chain of results, as a compact JWS that the kiosk signed with its audit key.
struct SignedHead {
    /// `SEQUENCE:HEX`, as the interface has it.
    let text: String
    let sequence: Int64
    /// The id of the signing key, as claimed: not verified.
    let keyID: String
    private let token: CompactJWS

    /// Parses a token; nil if it has another form.
    init?(_ text: String) {
        guard let token = try? CompactJWS(text, type: CompactJWS.webToken, maxBytes: 4_096),
            let head = token.claims?["head"]?.stringValue,
            let sequence = head.split(separator: ":").first.flatMap({ Int64($0) })
        else { return nil }
        (self.text, self.sequence, keyID, self.token) = (head, sequence, token.keyID, token)
    }

    /// Whether the owner of a JSON Web Key signed it, and the key's id is its thumbprint (RFC 7638), so that an epoch
    /// identifies one key.
    func isSigned(by key: JSONObject) -> Bool { VerificationKey(webKey: key).map { token.isSigned(by: $0) } ?? false }
}
