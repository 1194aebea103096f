/// How a stroke became a list of dots; a pattern drawn under one rule never equals one drawn under another.
public enum DotRule: UInt8, Hashable, Sendable, CaseIterable {
    /// A dot that the line passes over counts, unless it was taken before.
    case passedOver = 1
    /// Only dots that the finger touched count.
    case touched = 2
}

/// Why a list of dots is no pattern; says nothing of which dots they were.
public enum PatternError: Error, Hashable, Sendable {
    /// Rows or columns are outside ``Pattern/side``.
    case grid
    /// There is no dot at all.
    case empty
    /// A dot lies outside the grid or comes twice.
    case dots
    /// No memory could be had that stays out of swap.
    case outOfMemory
}

extension PatternError: CustomStringConvertible {
    /// The sentence for the log.
    public var description: String {
        switch self {
        case .grid:
            "a pattern grid has \(Pattern.side.lowerBound) to \(Pattern.side.upperBound) rows and columns"
        case .empty: "a pattern has at least one dot"
        case .dots: "a pattern has every dot at most once and none outside its grid"
        case .outOfMemory: "not enough memory for a secret"
        }
    }
}

/// A drawn pattern, in locked memory, in a form whose length tells nothing.
///
/// A class, so that a job on another thread can hold it; the bytes are wiped when the last holder lets go.
/// Printing, dumping or interpolating it shows no dot.
///
/// | offset | bytes | field                                                     |
/// |-------:|------:|-----------------------------------------------------------|
/// |      0 |    15 | "touchd pattern" and a zero: no other use hashes the same  |
/// |     15 |     1 | version, 1                                                |
/// |     16 |     1 | rule, the raw value of ``DotRule``                        |
/// |     17 |     1 | rows                                                      |
/// |     18 |     1 | columns                                                   |
/// |     19 |     1 | how many dots                                             |
/// |     20 |    64 | the dots, row by row from 0 at the top left; then 0xff    |
public final class Pattern: Sendable, CustomReflectable {
    /// How many rows or columns a grid may have; 8 × 8 dots fill the canonical form.
    public static let side = 1...8

    static let byteCount = 84
    private static let label = Array("touchd pattern\0".utf8)
    private static let dotsOffset = 20

    /// The rows of the grid.
    public let rows: Int
    /// The columns of the grid.
    public let columns: Int
    let bytes: SecretBytes

    /// Takes over a drawn pattern and overwrites the caller's list of dots with zeros.
    ///
    /// - Parameters:
    ///   - rows: rows of the grid, within ``side``.
    ///   - columns: columns of the grid, within ``side``.
    ///   - rule: how the stroke became dots.
    ///   - dots: numbered row by row from 0 at the top left, in the order drawn. Wiped also when this throws; a copy
    ///     that somebody else holds is not.
    /// - Throws: ``PatternError``; a minimum number of dots is the caller's policy.
    public init(
        rows: Int, columns: Int, rule: DotRule = .passedOver, wiping dots: inout [Int]
    ) throws(PatternError) {
        defer { Sodium.wipe(&dots) }
        guard Self.side.contains(rows), Self.side.contains(columns) else { throw .grid }
        guard !dots.isEmpty else { throw .empty }
        guard Self.areDistinct(dots, below: rows * columns) else { throw .dots }
        do throws(VaultError) {
            var bytes = try SecretBytes(count: Self.byteCount)
            bytes.withMutableBytes { target in
                for index in Self.label.indices { target[index] = Self.label[index] }
                let header = [1, rule.rawValue, UInt8(rows), UInt8(columns), UInt8(dots.count)]
                for index in header.indices { target[Self.label.count + index] = header[index] }
                for index in Self.dotsOffset..<Self.byteCount { target[index] = 0xff }
                for index in dots.indices { target[Self.dotsOffset + index] = UInt8(dots[index]) }
            }
            self.bytes = bytes
        } catch {
            throw .outOfMemory
        }
        self.rows = rows
        self.columns = columns
    }

    /// Whether both are the same drawing on the same grid, in a time that does not depend on either.
    public func matches(_ other: Pattern) -> Bool {
        bytes.matches(other.bytes)
    }

    /// A copy of the dots, which whoever asked for it has to wipe.
    var dots: [Int] {
        bytes.withBytes { bytes in (0..<Int(bytes[Self.dotsOffset - 1])).map { Int(bytes[Self.dotsOffset + $0]) } }
    }

    /// Whether these are the dots, whatever the rule; every byte is looked at.
    func hasDots(_ dots: [UInt8]) -> Bool {
        bytes.withBytes { bytes in
            var difference = bytes[Self.dotsOffset - 1] ^ UInt8(dots.count)
            for index in 0..<Self.byteCount - Self.dotsOffset {
                difference |= bytes[Self.dotsOffset + index] ^ (index < dots.count ? dots[index] : 0xff)
            }
            return difference == 0
        }
    }

    /// Shows nothing to `dump` and to debuggers.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    private static func areDistinct(_ dots: [Int], below limit: Int) -> Bool {
        var seen: UInt64 = 0
        for dot in dots {
            guard dot >= 0, dot < limit, seen & 1 << UInt64(dot) == 0 else { return false }
            seen |= 1 << UInt64(dot)
        }
        return true
    }
}
