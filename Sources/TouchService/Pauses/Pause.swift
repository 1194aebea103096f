internal import StrictJSON
internal import TouchCore

/// Why no finger is heard; the words are those of the socket.
enum Pause: String, CaseIterable {
    /// Another session is in front of the seat.
    case seat
    /// The machine sleeps or has only just woken.
    case sleep
    /// The screen is being cleaned.
    case cleaning

    /// Why a landing meanwhile is not heard.
    var reason: Unheard {
        switch self {
        case .seat: .seat
        case .sleep: .sleep
        case .cleaning: .cleaning
        }
    }
}

extension Set<Pause> {
    /// As the interfaces have them, always in the same order.
    var json: JSON { .array(Pause.allCases.filter(contains).map { .string($0.rawValue) }) }
}
