/// How many connections there are, and whether there is room for one more.
///
/// Strangers, whom `[web] user=` does not name, get few places of their own: however many they take, the page finds its.
package struct Admission {
    /// Each bound says why it is where it is.
    package struct Limits: Hashable, Sendable {
        /// Of a user that is named: Chromium opens six for files and one for each stream of the page.
        package var ofUser = 96
        /// Of one stranger.
        package var ofStranger = 8
        /// Of all strangers together, those included whose owner is unknown.
        package var ofStrangers = 32
        /// WebSockets in all: touchd serves 64 connections of one user, and one is the bridge's own.
        package var pages = 60
        /// Connections in all.
        package var all = 256

        /// The limits of a kiosk.
        package init() {}
    }

    private let limits: Limits
    private let users: Set<UInt32>
    private var counts: [UInt32?: Int] = [:]
    private var strangers = 0
    /// Connections there are.
    package private(set) var all = 0
    /// WebSockets among them.
    package private(set) var pages = 0

    /// Starts with none.
    package init(users: Set<UInt32>, limits: Limits = Limits()) {
        (self.users, self.limits) = (users, limits)
    }

    /// Counts a connection, unless there is no room for it.
    package mutating func enter(_ owner: UInt32?) throws(Refusal) {
        let isNamed = owner.map(users.contains) ?? false
        let own = counts[owner] ?? 0
        guard all < limits.all, own < (isNamed ? limits.ofUser : limits.ofStranger),
            isNamed || strangers < limits.ofStrangers
        else { throw .tooManyConnections }
        counts[owner] = own + 1
        all += 1
        if !isNamed { strangers += 1 }
    }

    /// A connection that was counted is gone.
    package mutating func leave(_ owner: UInt32?) {
        guard let own = counts[owner] else { return }
        counts[owner] = own > 1 ? own - 1 : nil
        all -= 1
        if !(owner.map(users.contains) ?? false) { strangers -= 1 }
    }

    /// Whether there is room for one more WebSocket.
    package var hasRoom: Bool { pages < limits.pages }

    /// Counts a connection that becomes a WebSocket, unless there is no room for it.
    package mutating func open() throws(Refusal) {
        guard hasRoom else { throw .tooManyPages }
        pages += 1
    }

    /// A WebSocket that was counted is gone.
    package mutating func close() {
        pages -= 1
    }
}
