public import TouchCore
internal import TouchJudge

// MARK: - Judging by the owner

extension SlideCaptcha {
    /// Shows what became of an attempt.
    public mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) {
        guard case .judging = state else { return }
        attempt = nil
        events.add(passed ? "solved" : "missed", .step, at: time)
        show(passed, at: time, &events)
    }

    /// Stops accepting contacts.
    public mutating func decline(at time: Instant, _ events: inout Events) {
        reset(to: .place(.zero, start: .zero), at: time, &events)
        state = .spent
        events.add("declined", .step, at: time)
    }

    /// Whether a finger is on it, or a try by taps is under way.
    public var isActive: Bool {
        switch state {
        case .dragging, .waiting, .tapping, .judging: true
        case .idle, .solved, .frozen, .spent: false
        }
    }

    /// Keeps the way of the finger where somebody else judges it.
    mutating func beginTrack(_ sample: Sample) {
        guard isJudgedOutside else { return }
        track = FingerTrack(landed: sample.time, at: Self.millimeters(sample))
    }

    mutating func follow(_ sample: Sample) {
        guard track != nil, let landing else { return }
        track?.move(to: Self.millimeters(sample), at: sample.time)
        let pixels = sample.position.distance(to: landing.position)
        guard pixels >= Self.telling, let from = landing.millimeters, let to = sample.millimeters else { return }
        track?.pixel = from.distance(to: to) / pixels
    }

    /// Keeps a touch that lifted now.
    mutating func lift(_ sample: Sample) {
        guard isJudgedOutside, let landing else { return }
        taps.add(.init(landed: landing.time, lifted: sample.time, place: Self.millimeters(landing)))
    }

    /// How many pixels of way tell how large one is.
    private static let telling = 20.0

    /// Where the finger is on the panel; without its size, as if pixels were those of a common screen.
    static func millimeters(_ sample: Sample) -> Millimeters {
        sample.millimeters
            ?? Millimeters(
                x: sample.position.x * FingerTrack.assumedPixel, y: sample.position.y * FingerTrack.assumedPixel)
    }
}
