extension StringProtocol {
    /// Whether a text is part of this one, byte for byte.
    ///
    /// `contains` of the standard library does the same and brings its parser of regular expressions into the program, a
    /// megabyte of text.
    func mentions(_ part: String) -> Bool {
        var rest = utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
