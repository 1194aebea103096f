public import TouchCore
internal import TouchJudge

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
    mutating func beginTrack(_ sample: Sample) {
        guard isJudgedOutside else { return }
        track = FingerTrack(landed: sample.time, at: Self.millimeters(sample))
    }

    mutating func lift(_ sample: Sample) {
        guard isJudgedOutside, let landing else { return }
        taps.add(.init(landed: landing.time, lifted: sample.time, place: Self.millimeters(landing)))
    }

    /// Assumed size of a pixel if the panel's size is unknown, in millimeters: that of a common desktop screen.
    private static let assumedPixel = 0.25

    /// The finger's position on the panel; without the panel's size, with the pixels of a common screen.
    static func millimeters(_ sample: Sample) -> Millimeters {
        sample.millimeters
            ?? Millimeters(x: sample.position.x * assumedPixel, y: sample.position.y * assumedPixel)
    }
}
