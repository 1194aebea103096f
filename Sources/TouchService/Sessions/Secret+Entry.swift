internal import TouchCore
internal import TouchModels
internal import TouchVault

extension SecretKind {
    /// The reason when it is wrong, such as `wrong_pin`.
    var wrong: Word {
        switch self {
        case .pattern: "wrong_pattern"
        case .pin: "wrong_pin"
        }
    }
}

extension Secret {
    /// The entered secret, for the vault; nil if it is invalid, which no model accepts.
    convenience init?(_ entry: SecretEntry) {
        var parts = (0..<entry.parts.count).map { entry.parts[$0] }
        do throws(SecretError) {
            switch entry.form {
            case .pattern(let rows, let columns): try self.init(rows: rows, columns: columns, wiping: &parts)
            case .pin: try self.init(wipingPIN: &parts)
            }
        } catch { return nil }
    }
}
