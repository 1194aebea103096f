internal import TouchConfiguration
package import TouchCore
internal import TouchModels
internal import TouchScreen
package import TouchVault

/// When users last entered the strongest of their secrets, since the daemon started (`[unlock] strong-after=`).
///
/// Depends on the kind of a secret alone, never on whether it was the everyday one or one for duress.
final class StrongPasses {
    /// With the time since boot, and the version of the user's secrets at that time.
    fileprivate var last: [UserName: (time: Instant, lineage: Lineage)] = [:]
}

extension SecretDesk {
    /// The reason of an entry that is not checked because a stronger secret is needed.
    package static let strongNeeded: Word = "strong_needed"

    /// The only kind of secret that counts for a user now; nil: each that the user has.
    package func neededKind(of user: UserName) throws(VaultError) -> SecretKind? {
        guard let time = configuration.values.unlock.strongAfter, let strongest = try strongestKind(of: user) else {
            return nil
        }
        guard let pass = strong.last[user], pass.lineage == vault.lineage(of: user) else { return strongest }
        return moment.boottime.since(pass.time) < time ? nil : strongest
    }

    /// A user entered the right secret.
    ///
    /// - Parameter lineage: the version of the user's secrets when it was compared.
    func notePass(of user: UserName, with kind: SecretKind?, since lineage: Lineage) throws(VaultError) {
        guard configuration.values.unlock.strongAfter != nil, try strongestKind(of: user) == kind else { return }
        strong.last[user] = (moment.boottime, lineage)
    }

    /// The kind with the most secrets of the required length; nil if the user has no choice.
    private func strongestKind(of user: UserName) throws(VaultError) -> SecretKind? {
        let (kinds, minimums) = (try vault.secrets(of: user), configuration.values.unlock.minParts)
        guard kinds.count > 1 else { return nil }
        let schemes = kinds.compactMap { ModelCatalog.secret($0) }
        func choices(_ scheme: SecretScheme) -> Double {
            scheme.choices(minimums[scheme.kind] ?? scheme.minimums.lowerBound)
        }
        return schemes.max { choices($0) < choices($1) }?.kind
    }
}
