/// One walk through the users in the order of their names, a part at a time, so that touches need not wait for it.
package struct UserWalk {
    private var last: String

    /// Begins a walk through the users after a name.
    package init(after name: String = "") { last = name }

    /// Reads the next user, about 0.2 million instructions; none for a name that touchd did not write, nil after the last.
    package mutating func proceed(in vault: Vault, at moment: Moment) throws(VaultError) -> [EnrolledUser]? {
        let next = try vault.database[.nextName].first(.text(last)) { row throws(VaultError) in try row.text(0) }
        // Names that are out of order in a damaged file must not be read for ever.
        guard let next, last.utf8.lexicographicallyPrecedes(next.utf8) else { return nil }
        last = next
        guard let name = try? UserName(next), let user = try vault.user(name, at: moment) else { return [] }
        return [user]
    }
}
