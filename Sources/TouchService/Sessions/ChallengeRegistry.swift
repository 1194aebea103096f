internal import EventLoop
internal import TouchCore

/// All open challenges, and ended ones while their verdict can still be requested.
final class ChallengeRegistry {
    /// Maximum number of open challenges per user, so that no user can use up the slots of others.
    static let maxOfUser = 32
    /// Maximum number of ended challenges per user whose verdict can be requested; the oldest ones are dropped.
    static let maxEndedOfUser = 64
    /// Maximum number of challenges kept, including ended ones, so that callers cannot fill the memory.
    static let maxChallenges = 1_024

    private let loop: EventLoop
    /// In the order in which they were made, in which those of one moment also end.
    private var challenges: [Challenge] = []
    private var timer: Timer?
    /// Challenges whose pictures are being drawn, by user.
    private var reserved: [UInt32: Int] = [:]

    init(loop: EventLoop) throws(SystemError) {
        self.loop = loop
        timer = try loop.timer { [unowned self] in sweep() }
    }

    /// Whether there is room for one more challenge of that user; ended ones make room, the oldest first.
    func hasRoom(for user: UInt32) -> Bool {
        let own = challenges.filter { $0.owner == user && $0.isOver }
        if own.count >= Self.maxEndedOfUser { forgetOldest(of: own) }
        if challenges.count >= Self.maxChallenges, !forgetOldest(of: challenges.filter(\.isOver)) { return false }
        return challenges.count { $0.owner == user && !$0.isOver } + reserved[user, default: 0] < Self.maxOfUser
    }

    @discardableResult
    private func forgetOldest(of ended: [Challenge]) -> Bool {
        guard let oldest = ended.min(by: { $0.deadline < $1.deadline }) else { return false }
        challenges.removeAll { $0 === oldest }
        return true
    }

    /// Reserves a place for a challenge that is being made.
    func reserve(for user: UInt32) {
        reserved[user, default: 0] += 1
    }

    /// Releases the reserved place, since the challenge exists or will not.
    func release(for user: UInt32) {
        reserved[user] = reserved[user].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// The challenge of that name.
    subscript(id: String) -> Challenge? { challenges.first { $0.id == id } }

    /// Makes a challenge and keeps it until its end, and for a while after.
    func make(
        _ task: any ChallengeTask, _ terms: Challenge.Terms, for owner: UInt32, _ core: Core
    ) -> Challenge {
        let challenge = Challenge(core: core, owner: owner, terms: terms, task: task)
        challenges.append(challenge)
        arm()
        return challenge
    }

    /// Gives a challenge more time.
    ///
    /// - Returns: its new end; nil if it is over.
    func extend(_ challenge: Challenge, by wanted: Interval) -> Instant? {
        defer { arm() }
        return challenge.extend(by: wanted)
    }

    /// Ends all open challenges: the daemon stops.
    func cancelAll() {
        for challenge in challenges { challenge.finish(.cancelled) }
    }

    private func sweep() {
        let now = loop.now
        challenges.removeAll { $0.isOver && $0.deadline <= now }
        for challenge in challenges where challenge.deadline <= now { challenge.expire { [weak self] in self?.arm() } }
        arm()
    }

    /// One that is over its time by now ends when its judgment is on the disk.
    private func arm() {
        let now = loop.now
        timer?.set(at: challenges.lazy.map(\.deadline).filter { $0 > now }.min())
    }
}
