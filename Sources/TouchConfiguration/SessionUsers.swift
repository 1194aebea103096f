/// Whose session has to be in front of the seat for fingers to be heard (`session-users=`): by name, or by number once looked up.
public enum SessionUsers<User: Hashable & Sendable>: Hashable, Sendable {
    /// Those who have a scene on screen, as far as they have a session on the seat.
    case automatic
    /// Nobody's.
    case any
    /// These users', as far as they have one.
    case named(Set<User>)
}
