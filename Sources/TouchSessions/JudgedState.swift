internal import EventLoop
internal import TouchCore
internal import TouchScreen

/// The state of a ``JudgedSession``: what is valid in it, and nothing that happens.
///
///     wanted ──show──▶ shown ──work──▶ working ──rule──▶ ruled ──store──▶ ruled ──leave──▶ shown | over
///       │                └───────────────────rule─────────▲
///       └────────────────────────────────────rule─────────┘
enum JudgedState {
    /// Where it is on screen.
    struct Showing: Hashable {
        let place: WidgetPlace
        /// Since when its present content is.
        let since: Instant
    }

    /// No front end shows it yet.
    case wanted
    /// Fingers count.
    case shown(Showing)
    /// What was handed in is worked on off the loop. An end breaks that off, unless it counts already: then only a stop
    /// of the daemon does, which gives the attempt back.
    case working(Showing, giveBack: (() -> Void)?)
    /// An attempt, or the end, is on its way to the disk; then it is there, and told at its moment.
    case ruled(Showing?, Ruling?)
    case over(Ruling)

    /// Where it is on screen, if it is.
    var showing: Showing? {
        switch self {
        case .wanted, .over: nil
        case .shown(let showing), .working(let showing, _): showing
        case .ruled(let showing, _): showing
        }
    }

    /// How it ended, if it has.
    var ending: Ruling? { if case .over(let ruling) = self { ruling } else { nil } }

    /// Whether an attempt counts that is not told yet: everything else waits for it.
    var isUnderWay: Bool {
        switch self {
        case .wanted, .shown, .working(_, nil), .over: false
        case .working, .ruled: true
        }
    }

    /// A front end shows it, or other content of it.
    ///
    /// - Returns: whether that changes anything.
    mutating func show(_ showing: Showing) -> Bool {
        switch self {
        case .wanted, .shown: self = .shown(showing)
        case .ruled(nil, let ruling): self = .ruled(showing, ruling)
        case .working, .ruled, .over: return false
        }
        return true
    }

    /// Work off the loop begins on what was handed in, or counts from now on.
    mutating func work(_ giveBack: (() -> Void)?) {
        switch self {
        case .shown(let showing), .working(let showing, _): self = .working(showing, giveBack: giveBack)
        case .wanted, .ruled, .over: break
        }
    }

    /// A ruling is made and stored, whatever else happens.
    ///
    /// - Returns: false if there is one already, or it is over.
    mutating func rule() -> Bool {
        switch self {
        case .wanted, .shown, .working: self = .ruled(showing, nil)
        case .ruled(_, let ruling): return ruling == nil
        case .over: return false
        }
        return true
    }

    /// The ruling is on the disk.
    mutating func store(_ ruling: Ruling) {
        if case .ruled(let showing, _) = self { self = .ruled(showing, ruling) }
    }

    /// The ruling is told, or the session ends without one.
    ///
    /// - Parameter ending: how it ended; nil: fingers count again.
    mutating func leave(_ ending: Ruling?) {
        if case .over = self { return }
        self = ending.map(Self.over) ?? showing.map(Self.shown) ?? .wanted
    }
}
