internal import EventLoop

/// Whether fingers are meant for what touchd serves, by the sessions of the seat.
///
/// The users that matter have to be in front, as far as they have a session on the seat: somebody else's console on top
/// of the kiosk gets its touches for itself. Where none of them has a session (a front end that is a system service, a
/// machine without logind, before the login) nobody can be in front, and fingers are heard.
enum SeatRule {
    /// Whether fingers are not heard.
    ///
    /// - Parameters:
    ///   - sessions: those of the seat.
    ///   - users: whose session has to be in front.
    static func isPaused(_ sessions: [SeatSession], for users: Set<UInt32>) -> Bool {
        let own = sessions.filter { users.contains($0.user) && $0.state != .closing }
        return !own.isEmpty && !own.contains { $0.state == .front }
    }
}
