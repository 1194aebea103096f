package import TouchCore

/// How a stroke became a list of dots; a pattern drawn under one rule never equals one drawn under another.
package enum DotRule: UInt8, Hashable, Sendable, CaseIterable {
    /// A dot that the line passes over counts, unless it is already connected.
    case passedOver = 1
    /// Only dots that the finger touched count.
    case touched = 2
}

/// Why a list of dots or digits is not a secret; does not reveal them.
package enum SecretError: Error, Hashable, Sendable {
    /// Rows or columns are outside ``Secret/side``.
    case grid
    /// There is no dot at all.
    case empty
    /// A dot lies outside the grid or occurs twice.
    case dots
    /// A PIN has too few or too many digits, or invalid ones.
    case digits
    /// No memory could be locked.
    case outOfMemory
}

extension SecretError: CustomStringConvertible {
    /// The sentence for the log.
    package var description: String {
        switch self {
        case .grid:
            "a pattern grid has \(Secret.side.lowerBound) to \(Secret.side.upperBound) rows and columns"
        case .empty: "a pattern has at least one dot"
        case .dots: "a pattern has every dot at most once and none outside its grid"
        case .digits:
            "a PIN has \(SecretSize.digits.lowerBound) to \(SecretSize.digits.upperBound) digits"
        case .outOfMemory: "not enough memory for a secret"
        }
    }
}

/// A drawn pattern or an entered PIN, in locked memory, in a form whose length reveals nothing.
///
/// A class, so that a job on another thread can hold it; the bytes are wiped when the last reference is released.
/// Printing, dumping or interpolating it shows no dot or digit.
///
/// | offset | bytes | pattern                              | PIN                          |
/// |-------:|------:|--------------------------------------|------------------------------|
/// |      0 |    15 | "touchd pattern" and a zero          | "touchd pin", then zeros     |
/// |     15 |     1 | version, 1                           | version, 1                   |
/// |     16 |     1 | rule, the raw value of ``DotRule``   | 0                            |
/// |     17 |     1 | rows                                 | 0                            |
/// |     18 |     1 | columns                              | 0                            |
/// |     19 |     1 | how many dots                        | how many digits              |
/// |     20 |    64 | the dots, row by row from 0; then 0xff | the digits; then 0xff      |
package final class Secret: Sendable, CustomReflectable {
    /// How many rows or columns a grid may have; 8 × 8 dots fill the canonical form.
    package static let side = 1...8

    static let byteCount = 84
    private static let labelByteCount = 15
    private static let partsOffset = 20

    /// The kind.
    package let kind: SecretKind
    /// The rows of a pattern's grid; 0 for a PIN.
    package let rows: Int
    /// The columns of a pattern's grid; 0 for a PIN.
    package let columns: Int
    let bytes: SecretBytes

    /// Copies a drawn pattern and overwrites the caller's list of dots with zeros.
    ///
    /// - Parameters:
    ///   - rows: rows of the grid, within ``side``.
    ///   - columns: columns of the grid, within ``side``.
    ///   - rule: how the stroke became dots.
    ///   - dots: numbered row by row from 0 at the top left, in the order drawn. Wiped also when this throws; a copy
    ///     held elsewhere is not.
    /// - Throws: ``SecretError``; a minimum number of dots is the caller's policy.
    package init(
        rows: Int, columns: Int, rule: DotRule = .passedOver, wiping dots: inout [Int]
    ) throws(SecretError) {
        defer { Sodium.wipe(&dots) }
        guard Self.side.contains(rows), Self.side.contains(columns) else { throw .grid }
        guard !dots.isEmpty else { throw .empty }
        guard Self.areDistinct(dots, below: rows * columns) else { throw .dots }
        bytes = try Self.canonical("touchd pattern", [rule.rawValue, UInt8(rows), UInt8(columns)], dots)
        (kind, self.rows, self.columns) = (.pattern, rows, columns)
    }

    /// Copies an entered PIN and overwrites the caller's list of digits with zeros.
    ///
    /// - Parameter digits: in the order entered; wiped also when this throws.
    /// - Throws: ``SecretError``.
    package init(wipingPIN digits: inout [Int]) throws(SecretError) {
        defer { Sodium.wipe(&digits) }
        guard SecretSize.digits.contains(digits.count), digits.allSatisfy({ (0...9).contains($0) }) else {
            throw .digits
        }
        bytes = try Self.canonical("touchd pin", [0, 0, 0], digits)
        (kind, rows, columns) = (.pin, 0, 0)
    }

    private static func canonical(
        _ label: StaticString, _ shape: [UInt8], _ parts: [Int]
    ) throws(SecretError) -> SecretBytes {
        let header = Array(label.description.utf8)
        precondition(header.count < labelByteCount, "the label \(label) does not fit")
        do throws(VaultError) {
            var bytes = try SecretBytes(count: byteCount)
            bytes.withMutableBytes { target in
                for index in header.indices { target[index] = header[index] }
                let fields = [1] + shape + [UInt8(parts.count)]
                for index in fields.indices { target[labelByteCount + index] = fields[index] }
                for index in partsOffset..<byteCount { target[index] = 0xff }
                for index in parts.indices { target[partsOffset + index] = UInt8(parts[index]) }
            }
            return bytes
        } catch {
            throw .outOfMemory
        }
    }

    /// Whether both are the same, in a time that does not depend on either.
    package func matches(_ other: Secret) -> Bool {
        bytes.matches(other.bytes)
    }

    /// A copy of the dots or digits, which the caller must wipe.
    var parts: [Int] {
        bytes.withBytes { bytes in (0..<Int(bytes[Self.partsOffset - 1])).map { Int(bytes[Self.partsOffset + $0]) } }
    }

    /// Whether these are the dots or digits, whatever the rule; every byte is compared.
    func hasParts(_ parts: [UInt8]) -> Bool {
        bytes.withBytes { bytes in
            var difference = bytes[Self.partsOffset - 1] ^ UInt8(parts.count)
            for index in 0..<Self.byteCount - Self.partsOffset {
                difference |= bytes[Self.partsOffset + index] ^ (index < parts.count ? parts[index] : 0xff)
            }
            return difference == 0
        }
    }

    /// Hides the content from `dump` and debuggers.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    private static func areDistinct(_ dots: [Int], below limit: Int) -> Bool {
        var seen: UInt64 = 0
        for dot in dots {
            guard dot >= 0, dot < limit, seen & 1 << UInt64(dot) == 0 else { return false }
            seen |= 1 << UInt64(dot)
        }
        return true
    }
}
