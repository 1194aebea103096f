/// The limits of connections.
///
/// Users not in `[web] user=` have few slots, separate from the rest: however many they use, the page can connect.
struct Admission {
    struct Limits: Hashable, Sendable {
        /// Per user in `[web] user=`: Chromium opens six for files and one for each stream of the page.
        var ofUser = 96
        var ofStranger = 8
        /// All other users together, including connections of unknown owners.
        var ofStrangers = 32
        /// WebSockets in all: touchd accepts 64 connections per user, and one is the bridge's own.
        var pages = 60
        var all = 256
    }

    let users: Set<UInt32>
    let limits = Limits()

    /// Throws if one more connection, of that owner, is too many beside those of others.
    func check(_ owner: UInt32?, beside others: [UInt32?]) throws(Refusal) {
        func isNamed(_ one: UInt32?) -> Bool { one.map(users.contains) ?? false }
        let own = others.count { $0 == owner }
        guard others.count < limits.all, own < (isNamed(owner) ? limits.ofUser : limits.ofStranger),
            isNamed(owner) || others.count(where: { !isNamed($0) }) < limits.ofStrangers
        else { throw .tooManyConnections }
    }
}
