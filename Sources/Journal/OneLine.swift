extension String {
    /// The text on one line, with control characters written out as `\n`, `\x1b` and the like.
    ///
    /// A device or a peer may have chosen part of a text: it shall neither begin a line of its own nor drive a terminal.
    public var onOneLine: String {
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
    /// Whether a terminal or a reader of lines acts on it instead of showing it.
    public var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7f..<0xa0: true
        // Line and paragraph separators, and the marks that turn the direction of text around.
        case 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
