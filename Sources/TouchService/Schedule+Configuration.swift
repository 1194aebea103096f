internal import TouchConfiguration
internal import TouchCore
internal import TouchVault

extension Schedule {
    /// The schedule that the configuration asks for.
    init(_ asked: Configuration.GuessSchedule) {
        switch asked {
        case .present: self = .present
        case .classic: self = .classic
        case .own(let free, let waits, let isFinal):
            let schedule = Schedule(free: free, waits: waits.map(\.microseconds), isFinal: isFinal)
            guard let schedule else { preconditionFailure("the configuration takes no table that the vault refuses") }
            self = schedule
        }
    }
}
