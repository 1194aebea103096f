// The standard library's `contains`, `split` and `firstRange` of texts do the same, but link its parser of regular
// expressions, a megabyte of code; scripts/elf finds it in a program.

extension StringProtocol {
    /// Whether a text is part of this one, byte for byte.
    package func mentions(_ part: String) -> Bool { place(of: part) != nil }

    /// The texts before, between and after each occurrence of another one, which is not empty, byte for byte.
    package func parts(around mark: String) -> [SubSequence] {
        var parts: [SubSequence] = []
        var rest = self[...]
        while let place = rest.place(of: mark) {
            parts.append(rest[..<place])
            rest = rest[rest.utf8.index(place, offsetBy: mark.utf8.count)...]
        }
        return parts + [rest]
    }

    private func place(of part: String) -> Index? {
        var rest = utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return rest.startIndex }
            rest = rest.dropFirst()
        }
        return nil
    }
}
