internal import TouchCore

/// When the panels are grabbed: gets the screen's content and the time, returns what the seat has to do.
///
///     free ──a pattern is on top──▶ wanted ──gone, or no call waits for 60 s──▶ draining ──10 s──▶ free
///              seat: grabbed when no finger is down           seat: released when none is
struct ExclusivePlan {
    /// How long the panels stay grabbed while a pattern is on screen and no call waits for a drawing.
    ///
    /// So a front end that hangs does not keep the panels.
    static let patience = Interval.seconds(60)
    /// How long a finger that does not lift keeps them: water on the panel must not keep them forever.
    static let maxDrain = Interval.seconds(10)

    /// What is on top of the screen.
    struct Top: Equatable {
        var scene: String?
        /// Whether a pattern can be drawn on it.
        var takesSecrets = false
        /// Whether a call waits for one.
        var isAwaited = false
    }

    /// What the seat has to do.
    enum Action: Equatable {
        /// Grab the panels as soon as no finger is on them.
        case take
        /// Release them as soon as no finger is on them.
        case giveBack
        /// Release them now.
        case giveBackNow
    }

    private enum State {
        case free
        case wanted(until: Instant)
        case draining(until: Instant)
    }

    private var state = State.free
    private var scene: String?

    /// When to check again, if nothing changes before.
    var deadline: Instant? {
        switch state {
        case .free: nil
        case .wanted(let until), .draining(let until): until
        }
    }

    /// Whether the panels should be grabbed by this daemon.
    var isWanted: Bool {
        if case .wanted = state { true } else { false }
    }

    /// The screen changed, or the deadline has passed.
    mutating func review(_ top: Top, now: Instant) -> Action? {
        let isFresh = top.takesSecrets && (top.scene != scene || top.isAwaited)
        scene = top.scene
        switch state {
        case .free, .draining:
            if isFresh {
                state = .wanted(until: now.advanced(by: Self.patience))
                return .take
            }
            guard case .draining(let until) = state, until <= now else { return nil }
            state = .free
            return .giveBackNow
        case .wanted(let until):
            if isFresh { state = .wanted(until: now.advanced(by: Self.patience)) }
            guard !top.takesSecrets || !isFresh && until <= now else { return nil }
            state = .draining(until: now.advanced(by: Self.maxDrain))
            return .giveBack
        }
    }

    /// No panel is grabbed.
    mutating func allGivenBack() {
        if case .draining = state { state = .free }
    }
}
