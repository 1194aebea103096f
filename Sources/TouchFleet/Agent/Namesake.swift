internal import TouchCore

/// Signs that another machine uses this kiosk's name: a copied card, or a replaced kiosk that came back.
struct Namesake {
    enum Sign {
        case results
        case health

        func problem(of kiosk: String) -> String {
            switch self {
            case .results:
                "another machine uses the name \(kiosk), or files of this one are an older copy: the servers have results "
                    + "that it did not send"
            case .health: "another machine uses the name \(kiosk): the servers have health that this one did not send"
            }
        }
    }

    /// The number in the bucket of the last health that was sent; nil: unknown.
    var health: UInt64?
    private var moved: Instant?
    private var seen: Instant?

    /// The last health in the bucket is another one; whether that is a sign: once, an earlier connection may still have
    /// delivered it.
    mutating func healthMoved(at time: Instant, _ interval: Interval) -> Bool {
        defer { moved = time }
        return Self.isRecent(moved, at: time, interval)
    }

    mutating func note(at time: Instant) { seen = time }

    /// Whether there was no sign for so long that the other machine is gone.
    func isGone(at time: Instant, _ interval: Interval) -> Bool { !Self.isRecent(seen, at: time, interval) }

    /// The other machine may have a longer interval.
    private static func isRecent(_ former: Instant?, at time: Instant, _ interval: Interval) -> Bool {
        former.map { time.since($0).microseconds <= 5 * interval.microseconds } ?? false
    }
}
