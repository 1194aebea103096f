internal import Arguments

extension Arguments {
    /// The number in an option; with an integer range an integer.
    ///
    /// - Throws: ``ControlError/usage(_:)`` for anything else.
    func number<Number: Comparable & LosslessStringConvertible>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(ControlError) -> Number? {
        guard let text = self[name] else { return nil }
        guard let number = Number(text), range.contains(number) else {
            let kind = Number.self == Double.self ? "number" : "whole number"
            let (least, most) = (Self.plain(range.lowerBound), Self.plain(range.upperBound))
            throw .usage("--\(name) takes a \(kind) from \(least) to \(most), not \(text)")
        }
        return number
    }

    /// A bound without decimals: `1`, not `1.0`.
    private static func plain(_ bound: some LosslessStringConvertible) -> String {
        let text = "\(bound)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
