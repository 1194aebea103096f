import TouchCore

/// Panels that are plugged in but not read, and when their nodes are opened again.
///
///     read ──ENODEV──▶ lost ──wait──▶ reopened ──▶ read
///                       ▲ │             │
///                       │ └─pulled out  │ cannot be opened, or lost within a minute: a longer wait
///                       └───────────────┴──▶ given up, after ``maxTries``
///
/// The kernel ends reads of a node with ENODEV when its panel is unplugged, or when the node was revoked (EVIOCREVOKE).
/// In the second case udev reports nothing, the node stays there, and libinput has dropped the panel.
///
/// A node may also be refused by its permissions, until udev's rules are installed or corrected. It is tried every
/// ``retry``, without an end; libinput opens a node only when its panel appears.
///
/// A value without clock or C. Panels are identified by their nodes.
struct NodeRecovery {
    /// Time an unplugged panel has to disappear, at first; every further wait is twice as long.
    static let firstWait = Interval.milliseconds(50)
    /// Number of attempts before a node is given up: 12.75 s after it was lost.
    static let maxTries = 8
    /// Time a reopened node must be read before its next loss counts as a new one.
    static let probation = Interval.seconds(60)
    /// Time between two tries of a node that may not be opened.
    static let retry = Interval.seconds(1)
    /// Maximum wait for fingers on other panels, whose contacts would be cancelled.
    static let patience = Interval.seconds(10)

    private struct Loss {
        var since: Instant
        var tries = 0
        /// When it is reopened; nil: it was.
        var due: Instant?
        var opened: Instant?
        var isRefused = false
    }

    private var losses: [String: Loss] = [:]

    /// When the next node is to be reopened; nil if none is lost.
    var deadline: Instant? { losses.isEmpty ? nil : losses.values.lazy.compactMap(\.due).min() }

    /// Records that a node was lost, or could not be reopened; false if it is given up.
    mutating func lose(_ node: String, at time: Instant) -> Bool {
        var loss = losses[node] ?? Loss(since: time)
        if let opened = loss.opened, time.since(opened) >= Self.probation { loss = Loss(since: time) }
        if loss.due != nil { return true }
        guard loss.tries < Self.maxTries else {
            losses[node] = nil
            return false
        }
        loss.isRefused = false
        loss.due = time.advanced(by: .microseconds(Self.firstWait.microseconds << Int64(loss.tries)))
        loss.tries += 1
        losses[node] = loss
        return true
    }

    mutating func refuse(_ node: String, at time: Instant) {
        losses[node] = Loss(since: time, due: time.advanced(by: Self.retry), isRefused: true)
    }

    /// Whether a node may not be opened, as far as is known.
    func isRefused(_ node: String) -> Bool { losses[node]?.isRefused ?? false }

    mutating func takeDue(at time: Instant) -> String? {
        for (node, loss) in losses {
            guard let due = loss.due, due <= time else { continue }
            losses[node]?.due = nil
            losses[node]?.opened = time
            return node
        }
        return nil
    }

    /// Postpones the reopening of a node; false if it has waited long enough.
    mutating func postpone(_ node: String, at time: Instant) -> Bool {
        guard let loss = losses[node], time.since(loss.since) < Self.patience else { return false }
        losses[node]?.due = time.advanced(by: Self.firstWait)
        return true
    }

    /// Records that a node is read again; a panel that was replugged counts as another one.
    mutating func find(_ node: String) {
        guard let loss = losses[node] else { return }
        if loss.opened == nil || loss.isRefused { losses[node] = nil } else { losses[node]?.due = nil }
    }

    mutating func forget(_ node: String) { losses[node] = nil }
}
