internal import EventLoop
internal import TouchCore
internal import TouchScreen
internal import TouchVault

/// The state of a ``JudgedSession``: what is valid in it, and nothing that happens.
///
///     wanted ──show──▶ shown ──judge──▶ judging ──store──▶ judged ──tell──▶ shown | over
///       │                │ └──work──▶ working ──judge──▶ judging
///       └────────────────┴──────────────┴──────end──────▶ over
enum JudgedState {
    /// Where it is on screen.
    struct Showing: Hashable {
        let place: WidgetPlace
        /// Since when its present content is.
        var since: Instant
    }

    /// What was judged and stored.
    struct Verdict {
        let ruling: Ruling
        let results: [StoredResult]
        let token: IssuedToken?
        /// Whether a finger made the attempt, so that the screen is told.
        let isOnScreen: Bool
        /// When it is told; nil: at once.
        var moment: Instant?
    }

    /// How it ended.
    struct Ending: Hashable {
        let outcome: Outcome
        var result: String?
        var reason: String?
        var token: String?
    }

    /// No front end shows it yet.
    case wanted
    /// Fingers count.
    case shown(Showing)
    /// What was handed in is worked on off the loop; an end breaks that off.
    case working(Showing)
    /// An attempt counts: it is compared, or on its way to the disk. The acts wait until it is told.
    case judging(Showing?, [() -> Void])
    /// It is on the disk, and told at its moment.
    case judged(Showing?, Verdict, [() -> Void])
    case over(Ending)

    /// Where it is on screen, if it is.
    var showing: Showing? {
        switch self {
        case .wanted, .over: nil
        case .shown(let showing), .working(let showing): showing
        case .judging(let showing, _), .judged(let showing, _, _): showing
        }
    }

    /// How it ended, if it has.
    var ending: Ending? { if case .over(let ending) = self { ending } else { nil } }

    /// A front end shows it, or other content of it.
    ///
    /// - Returns: whether that changes anything.
    mutating func show(_ showing: Showing) -> Bool {
        switch self {
        case .wanted, .shown: self = .shown(showing)
        case .judging(nil, let acts): self = .judging(showing, acts)
        case .working, .judging, .judged, .over: return false
        }
        return true
    }

    /// Work off the loop begins on what was handed in.
    mutating func work() {
        if case .shown(let showing) = self { self = .working(showing) }
    }

    /// An attempt counts from now on, whatever else happens.
    ///
    /// - Returns: false if it is over, so that nothing may be judged.
    mutating func judge() -> Bool {
        switch self {
        case .wanted, .shown, .working: self = .judging(showing, [])
        case .judging: break
        case .judged, .over: return false
        }
        return true
    }

    /// The attempt is on the disk.
    mutating func store(_ verdict: Verdict) {
        if case .judging(let showing, let acts) = self { self = .judged(showing, verdict, acts) }
    }

    /// Makes `act` wait until the attempt under way is told.
    ///
    /// - Returns: false, with nothing done, if there is none.
    mutating func postpone(_ act: @escaping () -> Void) -> Bool {
        switch self {
        case .wanted, .shown, .working, .over: return false
        case .judging(let showing, let acts): self = .judging(showing, acts + [act])
        case .judged(let showing, let verdict, let acts): self = .judged(showing, verdict, acts + [act])
        }
        return true
    }

    /// The attempt is told, or the session ends without one.
    ///
    /// - Parameter ending: how it ends; nil: fingers count again.
    /// - Returns: the acts that waited.
    mutating func leave(_ ending: Ending?) -> [() -> Void] {
        defer { self = ending.map(Self.over) ?? showing.map(Self.shown) ?? .wanted }
        switch self {
        case .judging(_, let acts), .judged(_, _, let acts): return acts
        case .wanted, .shown, .working, .over: return []
        }
    }
}
