internal import TouchCore

/// Which user keeps others' scenes off the screen, and for how long without a caller that waits for a secret or proof.
///
///     none ──shown──▶ idle ◀──no caller── awaited ──gone──▶ none      shown: a scene that can ask for a
///                     │  └────a caller─────────▲                      secret or proof; gone: no such scene
///                    gone                      │
///                     ▼                        │
///                    away ──a caller───────────┘
///                     ├── shown within the grace ──▶ idle, with the rest of it
///                     └── not shown for the grace ─▶ none
///
/// Idle holds the screen for the grace, awaited for as long as a caller waits.
///
/// The grace is the time that a front end needs from its scene to its call of `Verify`, and from one call to the next.
/// It belongs to the user, so a new scene does not renew it.
struct ScreenHold {
    /// How long a scene keeps others off the screen without a caller, and how long its user must then be away before
    /// the grace is renewed.
    ///
    /// 5 s: a front end calls at once; a longer time would help one that hangs.
    static let grace = Interval.seconds(5)

    private enum State {
        /// A caller waits for a secret or proof.
        case awaited
        /// A secret could be asked for, but there is no caller.
        case idle(until: Instant)
        /// Nothing of that kind is on screen; the rest of the grace, and when all of it is available again.
        case away(until: Instant, rested: Instant)
    }

    private var users: [UInt32: State] = [:]

    /// Records which users have something on screen now, and whether a call waits for a secret or proof there.
    mutating func note(_ awaited: [UInt32: Bool], now: Instant) {
        for (user, isAwaited) in awaited {
            switch (users[user], isAwaited) {
            case (_, true): users[user] = .awaited
            case (.idle, false): break
            case (.away(let until, let rested), false) where now < rested: users[user] = .idle(until: until)
            case (nil, false), (.awaited, false), (.away, false):
                users[user] = .idle(until: now.advanced(by: Self.grace))
            }
        }
        for (user, state) in users where awaited[user] == nil {
            switch state {
            case .awaited: users[user] = nil
            case .idle(let until): users[user] = .away(until: until, rested: now.advanced(by: Self.grace))
            case .away(_, let rested): if rested <= now { users[user] = nil }
            }
        }
    }

    /// Whether a user keeps others off the screen.
    func isHeld(by user: UInt32, now: Instant) -> Bool {
        switch users[user] {
        case .awaited: true
        case .idle(let until): now < until
        case .away, nil: false
        }
    }

    /// The user who does, if any; of several, the one with the smallest number.
    func holder(but user: UInt32? = nil, now: Instant) -> UInt32? {
        users.keys.filter { $0 != user && isHeld(by: $0, now: now) }.min()
    }
}
