internal import EventLoop

/// Whether fingers are meant for what touchd serves, by the sessions of the seat.
///
/// The users that matter have to be in front, as far as they have a session on the seat: somebody else's console on top
/// of the kiosk gets its touches for itself. Where none of them has a session (a front end that is a system service, a
/// machine without logind, before the login) nobody can be in front, and fingers are heard.
enum SeatRule {
    /// Whose session has to be in front.
    enum Users: Equatable {
        /// Of these, as far as they have one.
        case named(Set<UInt32>)
        /// Of those who show something, if each has one: else somebody who shows something from behind would keep fingers from a
        /// front end that is a system service.
        case presenting(Set<UInt32>)
    }

    /// Whether fingers are not heard.
    static func isPaused(_ sessions: [SeatSession], for users: Users) -> Bool {
        let sessions = sessions.filter { $0.state != .closing }
        let wanted: Set<UInt32>
        switch users {
        case .named(let users): wanted = users
        case .presenting(let users):
            wanted = users.allSatisfy { user in sessions.contains { $0.user == user } } ? users : []
        }
        let own = sessions.filter { wanted.contains($0.user) }
        return !own.isEmpty && !own.contains { $0.state == .front }
    }
}
