internal import System

/// The end of the chain of results at some moment: kept outside the kiosk, it later shows whether anything up to it was
/// changed or cut off.
///
/// As text `SEQUENCE:LINK`, for instance `17:` and 64 hexadecimal digits.
package struct AuditHead: Hashable, Sendable, CustomStringConvertible {
    /// The place of the last result.
    package let sequence: Int64
    /// Its link, 32 bytes.
    let link: [UInt8]

    /// What the first result is chained to.
    static let origin = AuditHead(sequence: 0, link: [UInt8](repeating: 0, count: KeyedHash.byteCount))

    /// The head as text.
    package var description: String { "\(sequence):\(Hexadecimal.text(of: link))" }
}

extension AuditHead {
    /// Reads a head as ``description`` writes it; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int64(parts[0]), sequence >= 0,
            let link = Hexadecimal.bytes(of: parts[1].utf8), link.count == KeyedHash.byteCount
        else { return nil }
        self.init(sequence: sequence, link: link)
        guard description.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
