internal import StrictJSON
internal import TouchOperator

/// A head of a kiosk's chain of results, as a compact JWS that the kiosk signed with its audit key.
struct SignedHead {
    /// `SEQUENCE:HEX`, as the interface has it.
    let text: String
    /// The sequence number in it.
    let sequence: Int64
    /// The key that signed it, as it says itself.
    let keyID: String
    private let token: CompactJWS

    /// Parses a token; nil if it does not have that form.
    init?(_ text: String) {
        guard let token = CompactJWS(text, maxBytes: 4_096), token.isOfEdDSA, let keyID = token.keyID,
            let head = token.claims["head"]?.stringValue,
            let sequence = head.split(separator: ":").first.flatMap({ Int64($0) })
        else { return nil }
        (self.text, self.sequence, self.keyID, self.token) = (head, sequence, keyID, token)
    }

    /// Whether the owner of a JSON Web Key signed it, and the key's name is its own thumbprint (RFC 7638), so that an epoch
    /// names one key.
    func isSigned(by key: JSONObject) -> Bool { PublicKey(key).map { token.isSigned(by: $0) } ?? false }
}
