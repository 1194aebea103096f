import TouchCore

/// Which panels have lost their nodes while they were plugged in, and when their nodes are opened again.
///
///     read ──ENODEV──▶ lost ──wait──▶ opened again ──▶ read
///                       ▲ │             │
///                       │ └─pulled out  │ cannot be opened, or lost within a minute: a longer wait
///                       └───────────────┴──▶ given up, after so many tries
///
/// The kernel ends the reads of a node with ENODEV when its panel is pulled out; or when somebody had the node revoked
/// (EVIOCREVOKE), and then udev says nothing, the node stays there, and libinput has forgotten the panel.
///
/// A value without clock or C. Panels are told apart by their nodes.
struct NodeRecovery {
    /// How long a panel that is pulled out has at first to be gone; every further wait is twice the one before.
    static let firstWait = Interval.milliseconds(50)
    /// How often a node is opened before it is given up: 12.75 s after it was lost.
    static let maxTries = 8
    /// How long a node that was opened again has to be read until its next loss is another matter.
    static let probation = Interval.seconds(60)
    /// How long fingers on other panels, which would be cancelled, are waited for.
    static let patience = Interval.seconds(10)

    private struct Loss {
        var since: Instant
        var tries = 0
        /// When it is opened; nil: it was.
        var due: Instant?
        /// When it was opened last.
        var opened: Instant?
    }

    private var losses: [String: Loss] = [:]

    /// When the next node is to be opened; nil if none is.
    var deadline: Instant? { losses.isEmpty ? nil : losses.values.lazy.compactMap(\.due).min() }

    /// Notes that a node is lost, or could not be opened again.
    ///
    /// - Returns: whether it is opened again; otherwise it is given up.
    mutating func lose(_ node: String, at time: Instant) -> Bool {
        var loss = losses[node] ?? Loss(since: time)
        if let opened = loss.opened, time.since(opened) >= Self.probation { loss = Loss(since: time) }
        if loss.due != nil { return true }
        guard loss.tries < Self.maxTries else {
            losses[node] = nil
            return false
        }
        loss.due = time.advanced(by: .microseconds(Self.firstWait.microseconds << Int64(loss.tries)))
        loss.tries += 1
        losses[node] = loss
        return true
    }

    /// Takes out a node whose time has come.
    mutating func takeDue(at time: Instant) -> String? {
        for (node, loss) in losses {
            guard let due = loss.due, due <= time else { continue }
            losses[node]?.due = nil
            losses[node]?.opened = time
            return node
        }
        return nil
    }

    /// Puts a node back that would be opened at a bad moment.
    ///
    /// - Returns: false if it has waited long enough.
    mutating func postpone(_ node: String, at time: Instant) -> Bool {
        guard let loss = losses[node], time.since(loss.since) < Self.patience else { return false }
        losses[node]?.due = time.advanced(by: Self.firstWait)
        return true
    }

    /// Notes that a node is read; one that was pulled out and is back is another one.
    mutating func find(_ node: String) {
        guard let loss = losses[node] else { return }
        if loss.opened == nil { losses[node] = nil } else { losses[node]?.due = nil }
    }

    /// Forgets a node: its panel is pulled out.
    mutating func forget(_ node: String) { losses[node] = nil }
}
