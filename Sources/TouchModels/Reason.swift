/// Why a gesture was cancelled or rejected: the stable values of `reason`.
public enum Reason: String, CaseIterable, Sendable {
    /// The contact was cancelled: palm, unplugged panel, front end gone.
    case contactLost = "contact_lost"
    /// Pattern: no dot was touched. PIN: no digit was entered.
    case empty
    /// Captcha: the piece was hardly moved, which does not count as an attempt.
    case hardlyMoved = "hardly_moved"
    /// Captcha: a new challenge began.
    case reset
    /// The finger left its landing place in a gesture that needs it there.
    case movedAway = "moved_away"
    /// List: the finger lifted before the long press was over.
    case notHeld = "not_held"
    /// List: the row may not be moved.
    case cannotMove = "cannot_move"
    /// List: no row may be dropped there.
    case cannotDrop = "cannot_drop"
    /// List, by tapping: the selected row was tapped again.
    case putBack = "put_back"
    /// By tapping: no further tap came in ``Tap/patience``.
    case timedOut = "timed_out"
}
