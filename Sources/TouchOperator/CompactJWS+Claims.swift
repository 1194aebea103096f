package import StrictJSON
package import WebKeys

extension CompactJWS {
    /// The claims, not yet verified; nil if the signed bytes are no JSON object.
    package var claims: JSONObject? { try? JSONObject(parsing: payload) }

    /// Signs claims.
    ///
    /// - Parameter type: the kind of token, so that one kind does not pass for another.
    static func sign(_ claims: JSONObject, type: String, with key: SigningKey) -> String {
        text(of: Array(claims.description.utf8), type: type, key: key.publicKey.id, sign: key.signature)
    }
}
