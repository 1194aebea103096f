internal import TouchCore
internal import TouchModels
internal import TouchVault

extension SecretKind {
    /// The reason when it is wrong, such as `wrong_pattern`.
    var wrong: Word { Word("wrong_\(self)") ?? Results.noReason }
}

extension Secret {
    /// The entered secret, for the vault; nil if it is invalid, which no model accepts.
    convenience init?(_ entry: SecretEntry) {
        guard let scheme = ModelCatalog.secret(entry.form.kind) else { return nil }
        var parts = (0..<entry.parts.count).map { entry.parts[$0] }
        do throws(SecretError) { try self.init(scheme, in: entry.form, wiping: &parts) } catch { return nil }
    }
}
