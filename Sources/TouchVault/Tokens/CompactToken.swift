internal import StrictJSON

enum CompactToken {
    /// The longest text that is looked at, in bytes; a token with the longest audience, nonce and action is shorter.
    static let maxLength = 4_096

    static func parse(_ text: String) -> CompactJWS? {
        try? CompactJWS(text, type: CompactJWS.webToken, maxBytes: maxLength)
    }

    static func text(payload: [UInt8], signedBy key: SigningKey) -> String {
        CompactJWS.text(of: payload, type: CompactJWS.webToken, key: key.verification.id, sign: key.sign)
    }
}
