/// Counts received bytes of calls that cannot start yet, by user.
struct HeldBytes {
    private var users: [UInt32: Int] = [:]
    /// The total of all users.
    private(set) var all = 0

    /// The total of one user.
    func ofUser(_ user: UInt32) -> Int { users[user, default: 0] }

    /// Adds to a user's total, or subtracts from it.
    mutating func change(by bytes: Int, of user: UInt32) {
        guard bytes != 0 else { return }
        all += bytes
        let rest = users[user, default: 0] + bytes
        users[user] = rest == 0 ? nil : rest
    }
}
