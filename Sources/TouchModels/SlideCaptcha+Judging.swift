public import TouchCore

// MARK: - Judging by the owner

extension SlideCaptcha {
    /// Applies the verdict on an attempt.
    public mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) {
        guard case .judging = state else { return }
        attempt = nil
        events.add(passed ? "solved" : "missed", .step, at: time)
        show(passed, at: time, &events)
    }

    /// Stops accepting contacts.
    public mutating func decline(at time: Instant, _ events: inout Events) {
        begin(target: .zero, start: .zero, at: time, &events)
        state = .spent
        events.add("declined", .step, at: time)
    }

    /// Whether a finger is on it, or a try by taps is in progress.
    public var isActive: Bool {
        switch state {
        case .dragging, .waiting, .tapping, .judging: true
        case .idle, .solved, .frozen, .spent: false
        }
    }

    /// Starts recording the finger's path, if the owner judges it.
    mutating func beginTrack(_ contact: Contact, at time: Instant) {
        guard isJudgedOutside else { return }
        track = FingerTrack(landed: time, at: Self.millimeters(contact))
    }

    mutating func lift(at time: Instant) {
        guard isJudgedOutside, var landing else { return }
        landing.lifted = time
        taps.add(landing)
    }

    /// Assumed size of a pixel if the panel's size is unknown, in millimeters: that of a common desktop screen.
    private static let assumedPixel = 0.25

    /// The finger's position on the panel; without the panel's size, with the pixels of a common screen.
    static func millimeters(_ contact: Contact) -> Millimeters {
        contact.millimeters
            ?? Millimeters(x: contact.position.x * assumedPixel, y: contact.position.y * assumedPixel)
    }
}
