package import StrictJSON
internal import TouchCore

/// Why touches are ignored; the raw values are those of the socket.
package enum Pause: String, CaseIterable {
    /// Another session is in front of the seat.
    case seat
    /// The machine sleeps or has only just woken.
    case sleep
    /// The screen is being cleaned.
    case cleaning

    /// The reason given for landings ignored during it.
    var reason: Unheard {
        switch self {
        case .seat: .seat
        case .sleep: .sleep
        case .cleaning: .cleaning
        }
    }
}

extension Set<Pause> {
    /// The pauses as the interfaces have them, always in the same order.
    package var json: JSON { .array(Pause.allCases.filter(contains).map { .string($0.rawValue) }) }
}
