/// One walk through the users in the order of their names, a part at a time, so that touches need not wait for it.
package struct UserWalk {
    private var last: String

    /// Begins a walk through the users after a name.
    package init(after name: String = "") { last = name }

    /// The number of users in one part: about 0.2 million instructions.
    package static let part: Int64 = 1

    /// Reads the next part; nil if there are no more users.
    package mutating func proceed(in vault: Vault, at moment: Moment) throws(VaultError) -> [EnrolledUser]? {
        let names = try vault.credentialTable.names(after: last, limit: Self.part)
        // Names that are out of order in a damaged file must not be read for ever.
        guard let end = names.last, last.utf8.lexicographicallyPrecedes(end.utf8) else { return nil }
        last = end
        var users: [EnrolledUser] = []
        for name in names {
            if let name = try? UserName(name), let user = try vault.user(name, at: moment) { users.append(user) }
        }
        return users
    }
}
