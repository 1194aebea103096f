internal import CSodium
internal import System

/// A short name for a long text that is not secret: two texts share one with a probability of 2⁻¹²⁸.
package enum Fingerprint {
    private static let byteCount = 16

    /// BLAKE2b of the text, in 32 hexadecimal digits.
    package static func text(of text: String) -> String {
        var hash = [UInt8](repeating: 0, count: byteCount)
        let bytes = Array(text.utf8)
        let code = unsafe crypto_generichash(&hash, byteCount, bytes, UInt64(bytes.count), nil, 0)
        precondition(code == 0, "BLAKE2b makes 16 bytes of anything")
        return Hexadecimal.text(of: hash)
    }
}
