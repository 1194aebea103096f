internal import EventLoop
internal import TouchCore

/// All challenges that are open, and the ended ones while their verdict can still be asked for.
final class ChallengeRegistry {
    /// Most open challenges of one user, so that no user can take the places of the others.
    static let maxOfUser = 32
    /// Most ended ones of one user whose verdict can still be asked for: whoever makes and ends more forgets its own.
    static let maxEndedOfUser = 64
    /// Most challenges that are kept at once, ended ones included, so that callers cannot fill the memory.
    static let maxChallenges = 1_024

    private let loop: EventLoop
    private var challenges: [String: Challenge] = [:]
    private var timer: Timer?
    /// Challenges whose pictures are being drawn, by user.
    private var reserved: [UInt32: Int] = [:]

    init(loop: EventLoop) throws(SystemError) {
        self.loop = loop
        timer = try loop.timer { [unowned self] in sweep() }
    }

    /// Whether there is room for one more of that user; ended ones give their places up, the oldest first.
    func hasRoom(for user: UInt32) -> Bool {
        let own = challenges.values.filter { $0.owner == user && $0.isOver }
        if own.count >= Self.maxEndedOfUser, let oldest = own.min(by: { $0.deadline < $1.deadline }) {
            challenges[oldest.id] = nil
        }
        if challenges.count >= Self.maxChallenges {
            let ended = challenges.values.filter(\.isOver).min { $0.deadline < $1.deadline }
            guard let ended else { return false }
            challenges[ended.id] = nil
        }
        return challenges.values.count { $0.owner == user && !$0.isOver } + reserved[user, default: 0]
            < Self.maxOfUser
    }

    /// Keeps a place for a challenge that is being made.
    func reserve(for user: UInt32) {
        reserved[user, default: 0] += 1
    }

    /// Gives the place back, since the challenge is there or will not be.
    func release(for user: UInt32) {
        reserved[user] = reserved[user].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// The challenge of that name.
    subscript(id: String) -> Challenge? { challenges[id] }

    /// Makes a challenge and keeps it until its end, and a while longer.
    func make(
        _ task: any ChallengeTask, _ terms: Challenge.Terms, for owner: UInt32, _ core: Core
    ) -> Challenge {
        let challenge = Challenge(core: core, owner: owner, terms: terms, task: task)
        challenges[challenge.id] = challenge
        arm()
        return challenge
    }

    /// Gives a challenge more time.
    ///
    /// - Returns: when it is over now; nil: it is over already.
    func extend(_ challenge: Challenge, by wanted: Interval) -> Instant? {
        defer { arm() }
        return challenge.extend(by: wanted)
    }

    /// Ends all that are open: the daemon stops.
    func cancelAll() {
        for challenge in challenges.values { challenge.finish(.cancelled) }
    }

    private func sweep() {
        let now = loop.now
        for challenge in challenges.values where challenge.deadline <= now {
            if challenge.isOver { challenges[challenge.id] = nil } else { challenge.finish(.expired) }
        }
        arm()
    }

    private func arm() { timer?.set(at: challenges.values.map(\.deadline).min()) }
}
