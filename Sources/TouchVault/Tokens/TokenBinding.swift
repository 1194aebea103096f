/// The texts that a caller binds a verdict to, so that it cannot be used by others or for another purpose.
package struct TokenBinding: Hashable, Sendable {
    /// The intended recipient of the token; 1 to 256 bytes.
    package let audience: String?
    /// The caller's own random text, by which it recognizes its token; 1 to 256 bytes.
    package let nonce: String?
    /// The purpose of a solved captcha, for instance `print`; 1 to 64 bytes.
    package let action: String?

    /// Not bound.
    package static let none = TokenBinding()

    /// Maximum number of bytes of each field.
    package static let maxLength: [Field: Int] = [.audience: 256, .nonce: 256, .action: 64]

    /// A part of a binding.
    package enum Field: String, Error, Hashable, Sendable {
        case audience
        case nonce
        case action
    }

    private init() { (audience, nonce, action) = (nil, nil, nil) }

    /// Checks the caller's binding; throws the field that is empty, too long, or has a control character.
    package init(audience: String?, nonce: String?, action: String? = nil) throws(Field) {
        for (field, text) in [(Field.audience, audience), (.nonce, nonce), (.action, action)] {
            guard let text else { continue }
            let isShort = (1...(Self.maxLength[field] ?? 0)).contains(text.utf8.count)
            guard isShort, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { throw field }
        }
        (self.audience, self.nonce, self.action) = (audience, nonce, action)
    }
}
