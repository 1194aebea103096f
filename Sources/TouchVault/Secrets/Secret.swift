package import TouchCore

/// Why a list of parts is not a secret; does not reveal them.
package enum SecretError: Error, Hashable, Sendable {
    /// Too few or too many, or one that the kind does not have.
    case invalid
    case outOfMemory
}

/// What was entered, in locked memory, in a form whose length reveals nothing.
///
/// A class, so that a job on another thread can hold it; the bytes are wiped when the last reference is released.
/// Printing, dumping or interpolating it shows none of its parts.
///
/// | offset | bytes |                                                       |
/// |-------:|------:|-------------------------------------------------------|
/// |      0 |    15 | "touchd " and the kind, then zeros                    |
/// |     15 |     1 | version, 1                                            |
/// |     16 |     3 | rule, rows and columns of its ``SecretForm``          |
/// |     19 |     1 | how many parts                                        |
/// |     20 |    64 | the parts, in the order entered; then 0xff            |
package final class Secret: Sendable, CustomReflectable {
    /// How many rows or columns a grid may have: 8 × 8 parts fill the canonical form; 0 without a grid.
    static let sides: ClosedRange<Int64> = 0...8
    static let byteCount = 84
    private static let labelByteCount = 15
    private static let partsOffset = 20

    private let scheme: SecretScheme
    let form: SecretForm
    /// The kind.
    package var kind: SecretKind { form.kind }
    let bytes: SecretBytes

    /// Copies what was entered, and overwrites the caller's list with zeros, also when this throws.
    ///
    /// A copy held elsewhere is not overwritten; a minimum is the caller's policy.
    package init(_ scheme: SecretScheme, in form: SecretForm, wiping parts: inout [Int]) throws(SecretError) {
        defer { Sodium.wipe(&parts) }
        precondition(scheme.kind == form.kind, "a scheme and a form of one kind")
        let most = Self.byteCount - Self.partsOffset
        guard parts.count <= most, parts.allSatisfy({ (0...254).contains($0) }), scheme.isValid(parts, form) else {
            throw .invalid
        }
        (self.scheme, self.form) = (scheme, form)
        bytes = try Self.canonical(form, parts)
    }

    private static func canonical(_ form: SecretForm, _ parts: [Int]) throws(SecretError) -> SecretBytes {
        let label = Array("touchd \(form.kind)".utf8)
        precondition(label.count < labelByteCount, "the label of \(form.kind) does not fit")
        do throws(VaultError) {
            var bytes = try SecretBytes(count: byteCount)
            bytes.withMutableBytes { target in
                for index in label.indices { target[index] = label[index] }
                let fields = [1, form.rule, UInt8(form.rows), UInt8(form.columns), UInt8(parts.count)]
                for index in fields.indices { target[labelByteCount + index] = fields[index] }
                for index in partsOffset..<byteCount { target[index] = 0xff }
                for index in parts.indices { target[partsOffset + index] = UInt8(parts[index]) }
            }
            return bytes
        } catch {
            throw .outOfMemory
        }
    }

    /// Whether people choose it so often that a thief tries it first.
    package var isCommon: Bool {
        var parts = bytes.withBytes { bytes in
            (0..<Int(bytes[Self.partsOffset - 1])).map { Int(bytes[Self.partsOffset + $0]) }
        }
        defer { Sodium.wipe(&parts) }
        return scheme.isCommon(parts, form)
    }

    /// Hides the content from `dump` and debuggers.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
