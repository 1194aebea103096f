internal import TouchCore

/// When the panels are kept from other programs: what is on screen goes in, with the time; what is to be done comes out.
///
///     free ──a pattern is on top──▶ wanted ──gone, or nobody waits for 60 s──▶ draining ──10 s──▶ free
///              seat: taken when no finger is down             seat: given back when none is
struct ExclusivePlan {
    /// How long the panels are kept while a pattern is on screen and nobody waits for a drawing.
    ///
    /// A front end that hangs gives the machine back.
    static let patience = Interval.seconds(60)
    /// How long a finger that does not lift keeps them: water on the panel must not keep them forever.
    static let maxDrain = Interval.seconds(10)

    /// What is on top of the screen.
    struct Top: Equatable {
        var scene: String?
        /// Whether a pattern can be drawn on it.
        var takesSecrets = false
        /// Whether somebody waits for one.
        var isAwaited = false
    }

    /// What the seat has to do.
    enum Action: Equatable {
        /// Take the panels as soon as no finger is on them.
        case take
        /// Give them back as soon as no finger is on them.
        case giveBack
        /// Give them back now.
        case giveBackNow
    }

    private enum State {
        case free
        case wanted(until: Instant)
        case draining(until: Instant)
    }

    private var state = State.free
    private var scene: String?

    /// When to look again if nothing changes before.
    var deadline: Instant? {
        switch state {
        case .free: nil
        case .wanted(let until), .draining(let until): until
        }
    }

    /// Whether the panels shall be this daemon's alone.
    var isWanted: Bool {
        if case .wanted = state { true } else { false }
    }

    /// Something changed on screen, or the deadline is here.
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
