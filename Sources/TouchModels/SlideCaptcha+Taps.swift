internal import TouchCore

// MARK: - Tapping

extension SlideCaptcha {
    mutating func wait(from time: Instant, farthest: Double) {
        state = .waiting(until: time.advanced(by: Tap.patience), farthest: farthest)
    }

    /// Moves the piece to a tap, nudges it, or hands it in.
    mutating func tap(_ landing: Landing, farthest: Double, at time: Instant, _ events: inout Events) {
        let place = landing.position
        if !landing.hasMoved {
            if held.contains(place) { return judge(farthest: farthest, by: .tap, at: time, &events) }
            move(
                to: farthest > 0 ? nudged(toward: place) ?? centered(on: place) : centered(on: place), at: time, &events
            )
        }
        wait(from: time, farthest: max(farthest, corner.distance(to: start)))
    }

    private func centered(on place: Point) -> Point {
        Point(
            x: place.x - piece.size.width / 2, y: bar == nil ? place.y - piece.size.height / 2 : corner.y)
    }

    /// The piece one nudge closer to a place just beside it; nil if the place is farther away.
    private func nudged(toward place: Point) -> Point? {
        let dx = place.x - held.minX - held.size.width / 2
        let dy = bar == nil ? place.y - held.minY - held.size.height / 2 : 0
        guard abs(dx) <= piece.size.width / 2 + Self.nudgeReach, abs(dy) <= piece.size.height / 2 + Self.nudgeReach
        else { return nil }
        return abs(dx) >= abs(dy)
            ? corner.offset(dx: dx < 0 ? -Self.nudge : Self.nudge, dy: 0)
            : corner.offset(dx: 0, dy: dy < 0 ? -Self.nudge : Self.nudge)
    }
}
