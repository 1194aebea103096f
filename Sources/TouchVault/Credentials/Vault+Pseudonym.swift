internal import System

extension Vault {
    /// A pseudonym that replaces a user's name, 16 hexadecimal digits: the same for the same user of this vault,
    /// different on every other machine, and irreversible without the pepper.
    package func pseudonym(of user: UserName) throws(VaultError) -> String {
        let key = try KeyedHash.derive("touchd pseudonyms of users", from: pepper)
        return Hexadecimal.text(of: Array(KeyedHash.bytes(of: Array(user.description.utf8), key: key).prefix(8)))
    }
}
