/// Who keeps other users' scenes off the screen, and for how long without anybody waiting for a secret or proof.
///
///     none ──shown──▶ idle ◀──nobody waits── awaited ──gone──▶ none      shown: something that a secret or proof
///                     │  └────somebody waits───▲                         is asked for on; gone: nothing of that
///                    gone                      │
///                     ▼                        │
///                    away ──somebody waits─────┘
///                     ├── shown within the grace ──▶ idle, with what was left
///                     └── not shown for the grace ─▶ none
///
/// Idle holds the screen for the grace, awaited as long as it lasts.
///
/// The grace is the time that a front end needs from its scene to its call of `Verify`, and from one call to the next. It
/// is the user's, so that nobody has it anew with every scene.
struct ScreenHold {
    /// How long a scene keeps others off the screen while nobody waits, and how long its user then has to be away to get
    /// that time anew, in microseconds.
    ///
    /// 5 s: a front end calls at once; more would be a gift to one that hangs.
    static let grace: Int64 = 5_000_000

    private enum State {
        /// Somebody waits for a secret or proof.
        case awaited
        /// One could be asked for, and nobody does.
        case idle(until: Int64)
        /// Nothing of that kind is on screen; what was left of the grace, and when all of it is there again.
        case away(until: Int64, rested: Int64)
    }

    private var users: [UInt32: State] = [:]

    /// Notes what users have on screen now.
    ///
    /// - Parameter awaited: for each user who shows what a secret or proof is asked for on, whether anybody waits for one.
    mutating func note(_ awaited: [UInt32: Bool], now: Int64) {
        for (user, isAwaited) in awaited {
            switch (users[user], isAwaited) {
            case (_, true): users[user] = .awaited
            case (.idle, false): break
            case (.away(let until, let rested), false) where now < rested: users[user] = .idle(until: until)
            case (nil, false), (.awaited, false), (.away, false): users[user] = .idle(until: now + Self.grace)
            }
        }
        for (user, state) in users where awaited[user] == nil {
            switch state {
            case .awaited: users[user] = nil
            case .idle(let until): users[user] = .away(until: until, rested: now + Self.grace)
            case .away(_, let rested): if rested <= now { users[user] = nil }
            }
        }
    }

    /// Whether a user keeps others off the screen.
    func isHeld(by user: UInt32, now: Int64) -> Bool {
        switch users[user] {
        case .awaited: true
        case .idle(let until): now < until
        case .away, nil: false
        }
    }

    /// Who does, if anybody; of several the one with the smallest number.
    func holder(but user: UInt32? = nil, now: Int64) -> UInt32? {
        users.keys.filter { $0 != user && isHeld(by: $0, now: now) }.min()
    }
}
