internal import Synchronization

/// A token that is stored; it is signed once, by the first thread that asks for its text.
package final class IssuedToken: Sendable {
    private let claims: TokenClaims
    private let isEarned: Bool
    private let key: SigningKey
    private let signed = Mutex<String?>(nil)

    init(_ claims: TokenClaims, isEarned: Bool, signedBy key: SigningKey) {
        (self.claims, self.isEarned, self.key) = (claims, isEarned, key)
    }

    /// The token; nil for a failed unlock, after the same work.
    package var text: String? {
        let token = signed.withLock { signed in
            if let signed { return signed }
            let payload = claims.payload
            let content = isEarned ? payload : [UInt8](repeating: UInt8(ascii: " "), count: payload.count)
            let token = CompactToken.text(payload: content, signedBy: key)
            signed = token
            return token
        }
        return isEarned ? token : nil
    }
}
