internal import TouchCore

/// The path of one contact.
struct ContactPath: Sendable {
    /// Which contact.
    let contact: ContactID
    /// Whether its landing is in the trace.
    let isWhole: Bool
    /// Its times and places, in view pixels; finite places only.
    private(set) var samples: [(time: Instant, place: Point)] = []
    /// How it ended; nil if it was still down.
    private(set) var end: Phase?

    /// Makes an empty path.
    init(_ contact: ContactID, isWhole: Bool) {
        self.contact = contact
        self.isWhole = isWhole
    }

    /// Adds a change of the contact.
    ///
    /// A contact lifts at its last place, so the place in its end is ignored.
    mutating func add(_ phase: Phase, at place: Point, time: Instant) {
        switch phase {
        case .began, .moved: if place.isFinite { samples.append((time, place)) }
        case .ended, .cancelled:
            end = phase
            if samples.isEmpty && place.isFinite { samples.append((time, place)) }
        }
    }

    /// The age of a sample between the first and the last one, 0…1.
    func age(of sample: Int) -> Double {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return 1 }
        return min(max(samples[sample].time.since(first.time).seconds / last.time.since(first.time).seconds, 0), 1)
    }
}
