extension Vault {
    /// What stands for a user where the name itself is nobody's business: the same for the same user of this vault, another
    /// one on every other machine, and no way back without the pepper.
    ///
    /// - Returns: 16 hexadecimal digits.
    /// - Throws: if there is no memory that can be locked.
    public func pseudonym(of user: UserName) throws(VaultError) -> String {
        let key = try KeyedHash.derive("touchd pseudonyms of users", from: pepper)
        return Hexadecimal.text(of: Array(KeyedHash.bytes(of: Array(user.description.utf8), key: key).prefix(8)))
    }
}
