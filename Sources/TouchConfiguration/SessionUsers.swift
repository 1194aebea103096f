/// The users whose session must be active on the seat for touches to count (`session-users=`): by name, or by number
/// once looked up.
package enum SessionUsers<User: Hashable & Sendable>: Hashable, Sendable {
    /// Users with a scene on screen, if they have a session on the seat.
    case automatic
    /// No restriction.
    case any
    /// These users, if they have a session on the seat.
    case named(Set<User>)
}
