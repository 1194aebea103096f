/// Counts connections and enforces their limits.
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

    private let limits: Limits
    private let users: Set<UInt32>
    private var counts: [UInt32?: Int] = [:]
    private var strangers = 0
    private(set) var all = 0
    private(set) var pages = 0

    init(users: Set<UInt32>, limits: Limits = Limits()) {
        (self.users, self.limits) = (users, limits)
    }

    /// Counts a new connection; throws if a limit is reached.
    mutating func enter(_ owner: UInt32?) throws(Refusal) {
        let isNamed = owner.map(users.contains) ?? false
        let own = counts[owner] ?? 0
        guard all < limits.all, own < (isNamed ? limits.ofUser : limits.ofStranger),
            isNamed || strangers < limits.ofStrangers
        else { throw .tooManyConnections }
        counts[owner] = own + 1
        all += 1
        if !isNamed { strangers += 1 }
    }

    mutating func leave(_ owner: UInt32?) {
        guard let own = counts[owner] else { return }
        counts[owner] = own > 1 ? own - 1 : nil
        all -= 1
        if !(owner.map(users.contains) ?? false) { strangers -= 1 }
    }

    var hasRoom: Bool { pages < limits.pages }

    /// Counts a connection that becomes a WebSocket; throws if the limit is reached.
    mutating func open() throws(Refusal) {
        guard hasRoom else { throw .tooManyPages }
        pages += 1
    }

    mutating func close() {
        pages -= 1
    }
}
