import TouchCore
import TouchPicture

/// Draws the path of contacts, from pale to strong: a dot per sample, a ring at the landing, a disc at the lift, a
/// cross at a cancel, no mark if the trace ends first.
struct ContactDrawing: Sendable {
    let projection: Projection
    /// A length that scales with the picture, in pixels.
    let unit: Double

    /// Number of shades from pale to strong: as many as can be distinguished, few enough for a small file.
    private static let shades = 8.0

    func drawLine(_ path: ContactPath, _ color: Pixel, on canvas: inout Canvas) {
        let places = path.samples.map { projection.place($0.place) }
        for (index, pair) in zip(places, places.dropFirst()).enumerated() {
            let fresh = pale(color, age: path.age(of: index + 1))
            canvas.draw(.line([pair.0, pair.1]), nil, Stroke(fresh, width: 2.5 * unit))
        }
        drawSamples(places, path, color, &canvas)
    }

    func drawEnds(_ path: ContactPath, _ color: Pixel, on canvas: inout Canvas) {
        guard let first = path.samples.first, let last = path.samples.last.map({ projection.place($0.place) }) else {
            return
        }
        // A tap ends where it began; both marks are shown.
        let isTap = projection.place(first.place).distance(to: last) < 5 * unit
        if path.isWhole {
            let (place, radius) = (projection.place(first.place), (isTap ? 7 : 4.5) * unit)
            canvas.draw(.circle(place, radius: radius), Palette.view, Stroke(color, width: 1.75 * unit))
        }
        switch path.end {
        case .ended: canvas.draw(.circle(last, radius: (isTap ? 3 : 4.5) * unit), color)
        case .cancelled: drawCross(at: last, arm: (isTap ? 3 : 4.5) * unit, color, &canvas)
        case .began, .moved, nil: break
        }
    }

    /// Dots only where there is room between them: they show the report rate.
    private func drawSamples(_ places: [Point], _ path: ContactPath, _ color: Pixel, _ canvas: inout Canvas) {
        guard var drawn = places.first else { return }
        for (index, place) in places.enumerated().dropFirst() where place.distance(to: drawn) >= 5 * unit {
            canvas.draw(.circle(place, radius: 2 * unit), pale(color, age: path.age(of: index)))
            canvas.draw(.circle(place, radius: 0.9 * unit), Palette.view)
            drawn = place
        }
    }

    private func drawCross(at place: Point, arm: Double, _ color: Pixel, _ canvas: inout Canvas) {
        for stroke in [Stroke(Palette.view, width: arm), Stroke(color, width: arm / 2)] {
            canvas.draw(.line([place.offset(dx: -arm, dy: -arm), place.offset(dx: arm, dy: arm)]), nil, stroke)
            canvas.draw(.line([place.offset(dx: -arm, dy: arm), place.offset(dx: arm, dy: -arm)]), nil, stroke)
        }
    }

    /// Mixed with the background instead of transparent, so that the joints of segments are invisible.
    private func pale(_ color: Pixel, age: Double) -> Pixel {
        color.mixed(with: Palette.view, Int(166 * (1 - (age * Self.shades).rounded() / Self.shades)))
    }
}

struct ContactPath: Sendable {
    let contact: ContactID
    /// Whether its landing is in the trace.
    let isWhole: Bool
    /// Its times and places, in view pixels; finite places only.
    private(set) var samples: [(time: Instant, place: Point)] = []
    /// How it ended; nil if it was still down.
    private(set) var end: Phase?
    /// Whether what it drew was refused.
    var isRefused = false

    init(_ contact: ContactID, isWhole: Bool) { (self.contact, self.isWhole) = (contact, isWhole) }

    /// Adds a change of the contact, which lifts at its last place: that in its end is ignored.
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
