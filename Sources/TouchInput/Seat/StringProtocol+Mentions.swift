extension StringProtocol {
    /// Whether a text is part of this one, byte for byte.
    ///
    /// `contains` of the standard library does the same, but links its parser of regular expressions, a megabyte of
    /// code.
    func mentions(_ part: String) -> Bool {
        var rest = utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
