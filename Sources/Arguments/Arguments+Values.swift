extension Arguments {
    /// The number in an option; with an integer range an integer.
    package func number<Number: Comparable & LosslessStringConvertible>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(CommandError) -> Number? {
        guard let text = self[name] else { return nil }
        guard let number = Number(text), range.contains(number) else {
            let kind = Number.self == Double.self ? "number" : "whole number"
            let (least, most) = (Self.plain(range.lowerBound), Self.plain(range.upperBound))
            throw .usage("--\(name) takes a \(kind) from \(least) to \(most), not \(text)")
        }
        return number
    }

    /// The one of several things that an option names; the error has all names.
    package func choice<Thing>(
        _ option: String, of all: [Thing], named name: (Thing) -> String, called label: String? = nil
    ) throws(CommandError) -> Thing? {
        guard let word = self[option] else { return nil }
        guard let thing = all.first(where: { name($0) == word }) else {
            throw .usage("--\(label ?? option) takes one of \(all.map(name).joined(separator: ", ")), not \(word)")
        }
        return thing
    }

    /// A bound without decimals: `1`, not `1.0`.
    private static func plain(_ bound: some LosslessStringConvertible) -> String {
        let text = "\(bound)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
