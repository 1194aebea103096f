internal import TouchConfiguration
package import TouchCore
internal import TouchModels
internal import TouchScreen
package import TouchVault

/// When users last entered their secrets, since the daemon started (`[unlock] strong-after=`).
///
/// Depends on the kind of a secret alone, never on whether it was the everyday one or one for duress.
final class StrongPasses {
    /// By kind, with the time since boot, and the version of the user's secrets at that time.
    fileprivate var last: [UserName: [SecretKind: (time: Instant, lineage: Lineage)]] = [:]
}

extension SecretDesk {
    /// The reason of an entry that is not checked because a stronger secret is needed.
    package static let strongNeeded: Word = "strong_needed"
    /// The audience that the token of an unlock must have to count as proof for a change of secrets.
    package static let changes = "io.touchd.unlock"

    /// Whether the kinds of a user's secrets have to be known, each of which costs hashes.
    var needsStronger: Bool { configuration.values.unlock.strongAfter != nil }

    /// The only kind of secret that counts for a user now; nil: each that the user has.
    ///
    /// - Parameter audience: for whom; for a change of secrets, the strongest is needed at all times.
    package func neededKind(of user: UserName, for audience: String?) throws(VaultError) -> SecretKind? {
        guard needsStronger else { return nil }
        return needed(of: user, among: try vault.secrets(of: user), for: audience)
    }

    /// Whether a right secret of that kind and level counts now, whatever was removed under duress.
    package func counts(
        _ kind: SecretKind, at level: Int, of user: UserName, for audience: String?
    ) throws(VaultError) -> Bool {
        guard needsStronger else { return true }
        return counts(kind, among: try vault.secrets(of: user, beside: kind, at: level).own, of: user, for: audience)
    }

    func counts(_ kind: SecretKind, among kinds: [SecretKind], of user: UserName, for audience: String?) -> Bool {
        [nil, kind].contains(needed(of: user, among: kinds, for: audience))
    }

    private func needed(of user: UserName, among kinds: [SecretKind], for audience: String?) -> SecretKind? {
        guard let time = configuration.values.unlock.strongAfter, let strongest = strongest(of: kinds) else {
            return nil
        }
        guard audience != Self.changes, let pass = strong.last[user]?[strongest],
            pass.lineage == vault.lineage(of: user)
        else { return strongest }
        return moment.boottime.since(pass.time) < time ? nil : strongest
    }

    /// A user entered the right secret.
    ///
    /// - Parameter lineage: the version of the user's secrets when it was compared.
    func notePass(of user: UserName, with kind: SecretKind, since lineage: Lineage) {
        strong.last[user, default: [:]][kind] = (moment.boottime, lineage)
    }

    /// The kind with the most secrets of the length that root requires; nil if there is no choice.
    private func strongest(of kinds: [SecretKind]) -> SecretKind? {
        guard kinds.count > 1 else { return nil }
        let minimums = configuration.loaded.rootMinParts
        func choices(_ scheme: SecretScheme) -> Double {
            scheme.choices(minimums[scheme.kind] ?? scheme.minimums.lowerBound)
        }
        return kinds.compactMap { ModelCatalog.secret($0) }.max { choices($0) < choices($1) }?.kind
    }
}
