internal import StrictJSON
internal import TouchCore
internal import TouchModels

extension SecretScheme {
    /// The kind that the daemon names; the first of all if it names none that is known.
    init(named kind: JSON?) {
        self = kind?.stringValue.flatMap { SecretKind($0) }.flatMap { ModelCatalog.secret($0) } ?? .usual
    }

    /// The kind of a user without a secret.
    static var usual: SecretScheme { ModelCatalog.secrets[0] }
}
