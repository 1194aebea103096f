/// Bytes as hexadecimal digits.
package enum HexDigits {
    /// Two lowercase digits for each byte.
    package static func text(of bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
