internal import TouchVault
internal import System

/// Names that only those know who are told.
package enum UnguessableName {
    /// Makes one: 32 hexadecimal digits.
    package static func make() -> String {
        var generator = UnguessableNumbers()
        return Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
