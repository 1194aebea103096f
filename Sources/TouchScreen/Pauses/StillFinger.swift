internal import TouchCore

/// A finger that lies still for five seconds: how a person ends a pause that a person began.
///
///     nobody ──lands──▶ alone ──5 s──▶ held
///       ▲                 │ moves, a second one lands
///       └──all lifted── crowd
///
/// A cloth moves or touches in several places.
struct StillFinger {
    /// How long it has to lie still.
    static let duration = Interval.seconds(5)
    /// How far it may move, in millimeters: a resting finger rolls.
    static let slopMillimeters = 5.0
    /// The same on a panel of unknown size, in view pixels.
    static let slopPixels = 40.0

    private enum State {
        case nobody
        case alone(Contact, since: Instant)
        case crowd
    }

    private var state = State.nobody
    private var down: Set<ContactID> = []

    /// When it will have lain still for long enough, if nothing changes.
    var deadline: Instant? {
        if case .alone(_, let since) = state { since.advanced(by: Self.duration) } else { nil }
    }

    /// The finger that may end the pause.
    var lone: ContactID? {
        if case .alone(let landing, _) = state { landing.id } else { nil }
    }

    /// Handles a frame of any panel; fingers that landed earlier are unknown.
    mutating func handle(_ frame: borrowing Frame) {
        for contact in frame.contacts {
            switch contact.phase {
            case .began:
                down.insert(contact.id)
                state = down.count == 1 ? .alone(contact, since: frame.time) : .crowd
            case .moved:
                guard case .alone(let landing, _) = state, landing.id == contact.id else { continue }
                if Self.hasMoved(contact, from: landing) { state = .crowd }
            case .ended, .cancelled:
                down.remove(contact.id)
                if down.isEmpty { state = .nobody } else if case .alone = state { state = .crowd }
            }
        }
    }

    private static func hasMoved(_ contact: Contact, from landing: Contact) -> Bool {
        if let here = contact.millimeters, let start = landing.millimeters {
            return here.distance(to: start) > slopMillimeters
        }
        return contact.position.distance(to: landing.position) > slopPixels
    }
}
