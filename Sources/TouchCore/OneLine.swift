extension String {
    /// The text on one line, with control characters escaped as `\n`, `\x1b` and the like.
    ///
    /// Parts of a text may come from a device or a peer: they must neither begin a new line nor control a terminal.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var line = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\t": line += "\\t"
            case _ where scalar.isControl:
                let digits = String(scalar.value, radix: 16)
                line += scalar.value > 0xff ? "\\u{\(digits)}" : "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

extension Unicode.Scalar {
    /// Whether a terminal or a line reader acts on it instead of showing it.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0: true
        // Line and paragraph separators, and the marks that change the direction of text.
        case 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
