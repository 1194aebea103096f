internal import TouchCore

/// Where one contact went.
struct ContactPath: Sendable {
    /// Which contact.
    let contact: ContactID
    /// Whether its landing is in the trace.
    let isWhole: Bool
    /// When and where it was, in view pixels; only places that are numbers.
    private(set) var samples: [(time: Instant, place: Point)] = []
    /// How it ended; nil if it was still down.
    private(set) var end: Phase?

    /// Makes a path without places.
    init(_ contact: ContactID, isWhole: Bool) {
        self.contact = contact
        self.isWhole = isWhole
    }

    /// Takes what the contact did next.
    ///
    /// A contact lifts where it was last, so the place that comes with its end adds nothing.
    mutating func add(_ phase: Phase, at place: Point, time: Instant) {
        switch phase {
        case .began, .moved: if place.isFinite { samples.append((time, place)) }
        case .ended, .cancelled:
            end = phase
            if samples.isEmpty && place.isFinite { samples.append((time, place)) }
        }
    }

    /// How far in time a sample lies between the first and the last one, 0…1.
    func age(of sample: Int) -> Double {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return 1 }
        return min(max(samples[sample].time.since(first.time).seconds / last.time.since(first.time).seconds, 0), 1)
    }
}
