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

    /// The names of all kinds: "pattern or PIN".
    static let anyName = list(ModelCatalog.secrets.map(\.words.name))
    /// The words of all kinds: "pattern or pin".
    static let anyWord = list(ModelCatalog.secrets.map { $0.kind.description })

    private static func list(_ names: [String]) -> String {
        let (first, last) = (names.dropLast().joined(separator: ", "), names.last ?? "")
        return first.isEmpty ? last : "\(first) or \(last)"
    }
}
