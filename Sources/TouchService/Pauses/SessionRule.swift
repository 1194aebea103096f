internal import TouchConfiguration

/// Whose session has to be in front of the seat for fingers to be heard (`session-users=`).
enum SessionRule {
    /// Theirs who have something on screen.
    case automatic
    /// Anybody's.
    case any
    /// Theirs.
    case named(Set<UInt32>)

    init(_ loaded: LoadedConfiguration) {
        switch loaded.configuration.daemon.sessionUsers {
        case .automatic: self = .automatic
        case .any: self = .any
        case .named: self = .named(loaded.sessionUsers)
        }
    }

    /// - Parameter present: those who have something on screen.
    func users(showing present: Set<UInt32>) -> SeatRule.Users {
        switch self {
        case .automatic: .presenting(present)
        case .any: .named([])
        case .named(let users): .named(users)
        }
    }
}
