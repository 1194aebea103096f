internal import TouchVault

/// Names that only those know who are told.
package enum UnguessableName {
    /// Makes one: 32 hexadecimal digits.
    package static func make() -> String {
        var generator = UnguessableNumbers()
        let digits = Array("0123456789abcdef")
        var name = ""
        for _ in 0..<2 {
            var bits = generator.next()
            for _ in 0..<16 {
                name.append(digits[Int(bits & 15)])
                bits >>= 4
            }
        }
        return name
    }
}
