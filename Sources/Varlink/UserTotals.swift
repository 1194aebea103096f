/// Counts what users have, such as connections, or received bytes of calls that cannot start yet.
struct UserTotals {
    private var users: [UInt32: Int] = [:]
    private(set) var all = 0

    func ofUser(_ user: UInt32) -> Int { users[user, default: 0] }

    mutating func change(by number: Int, of user: UInt32) {
        guard number != 0 else { return }
        all += number
        let rest = users[user, default: 0] + number
        users[user] = rest == 0 ? nil : rest
    }
}
