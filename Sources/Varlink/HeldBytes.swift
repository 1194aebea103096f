/// What was received and cannot be begun yet, by user.
struct HeldBytes {
    private var users: [UInt32: Int] = [:]
    /// Of all users.
    private(set) var all = 0

    /// Of one user.
    func ofUser(_ user: UInt32) -> Int { users[user, default: 0] }

    /// More, or less, is held for a user.
    mutating func change(by bytes: Int, of user: UInt32) {
        guard bytes != 0 else { return }
        all += bytes
        let rest = users[user, default: 0] + bytes
        users[user] = rest == 0 ? nil : rest
    }
}
