internal import EventLoop
internal import TouchConfiguration

/// Whether fingers are meant for what touchd serves, by the sessions of the seat.
///
/// The users that matter have to be in front, as far as they have a session on the seat: another user's console in
/// front of the kiosk gets its touches alone. Where none of them has a session (a front end that is a system service, a
/// machine without logind, before the login) no session can be active, and touches count.
extension SessionUsers<UInt32> {
    /// Whether touches are ignored while these users have something on screen.
    func arePaused(_ sessions: [SeatSession], showing present: Set<UInt32>) -> Bool {
        let sessions = sessions.filter { $0.state != .closing }
        let wanted: Set<UInt32>
        switch self {
        case .any: wanted = []
        case .named(let users): wanted = users
        case .automatic:
            // If each has one: otherwise a user who presents from behind would keep fingers from a front end that is a
            // system service.
            wanted = present.allSatisfy { user in sessions.contains { $0.user == user } } ? present : []
        }
        let own = sessions.filter { wanted.contains($0.user) }
        return !own.isEmpty && !own.contains { $0.state == .front }
    }
}
