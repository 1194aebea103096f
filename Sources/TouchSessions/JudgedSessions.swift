package import System
internal import EventLoop
internal import TouchCore
package import TouchScreen

/// The sessions of one kind, in the order in which they began, and what all of them use.
package final class JudgedSessions {
    /// Maximum number of open ones per user, so that no user can use up the slots of others.
    static let maxOfUser = 32
    /// Maximum number of ended ones per user whose verdict can be requested; the oldest ones are dropped.
    static let maxEndedOfUser = 64
    /// Maximum number of all, so that callers cannot fill the memory.
    static let maxCount = 1_024

    let surroundings: Surroundings
    let screen: Screen
    /// What waits for a front end.
    package let requests: ScreenRequests
    let results: Results
    let heartbeat: Heartbeat
    private(set) var all: [JudgedSession] = []
    private var timer: Timer?

    /// An empty list.
    ///
    /// - Throws: if a timer cannot be made.
    package init(
        in surroundings: Surroundings, _ screen: Screen, _ requests: ScreenRequests, _ results: Results,
        _ heartbeat: Heartbeat
    ) throws(SystemError) {
        (self.surroundings, self.screen, self.requests) = (surroundings, screen, requests)
        (self.results, self.heartbeat) = (results, heartbeat)
        timer = try surroundings.loop.timer { [unowned self] in sweep() }
    }

    /// The session of that name.
    package subscript(id: String) -> JudgedSession? { all.first { $0.id == id } }

    /// Whether there is room for one more of that user; ended ones make room, the oldest first.
    func hasRoom(for user: UInt32) -> Bool {
        let own = all.filter { $0.owner == user && $0.ending != nil }
        if own.count >= Self.maxEndedOfUser { forgetOldest(of: own) }
        if all.count >= Self.maxCount, !forgetOldest(of: all.filter { $0.ending != nil }) { return false }
        return all.count { $0.owner == user && $0.ending == nil } < Self.maxOfUser
    }

    @discardableResult
    private func forgetOldest(of ended: [JudgedSession]) -> Bool {
        guard let oldest = ended.min(by: { $0.deadline < $1.deadline }) else { return false }
        all.removeAll { $0 === oldest }
        return true
    }

    /// A session begins.
    func add(_ session: JudgedSession) {
        all.append(session)
        arm()
    }

    /// A session is over, and kept until its deadline.
    func ended(_ session: JudgedSession) {
        if session.deadline <= surroundings.loop.now { all.removeAll { $0 === session } }
        arm()
    }

    /// Ends all: the daemon stops.
    package func stop() {
        for session in all { session.stop() }
    }

    private func sweep() {
        let now = surroundings.loop.now
        all.removeAll { $0.ending != nil && $0.deadline <= now }
        for session in all where session.nextDeadline.map({ $0 <= now }) ?? false { session.tick() }
        arm()
    }

    /// A deadline may have changed.
    func arm() {
        timer?.set(at: all.lazy.compactMap(\.nextDeadline).min())
    }
}
