internal import TouchCore

/// Where the handle of a ``ConfinedDrag`` may be: a disc, or the line of a ring.
struct ConfinedArea: Sendable {
    enum Shape: Sendable {
        /// Anywhere within the radius.
        case disc
        /// Exactly at the radius; a finger may land between two distances from the center.
        case ring(inner: Double, outer: Double)
    }

    let center: Point
    /// Maximum distance of the handle's center from the center, in pixels.
    let radius: Double
    /// Maximum distance of a landing from the center of a disc, in pixels.
    let rim: Double
    let shape: Shape

    /// The nearest allowed place of the handle, and whether it differs.
    ///
    /// The direction from the center is kept. At the exact center of a ring, `angle` decides.
    func nearest(to place: Point, angle: Double) -> (place: Point, isClamped: Bool) {
        let (dx, dy) = (place.x - center.x, place.y - center.y)
        let largest = max(abs(dx), abs(dy))
        guard largest > 0 else {
            guard case .ring = shape else { return (place, false) }
            return (onRim(Maths.unit(degrees: angle)), true)
        }
        // Divided first, so that the squares of huge distances stay finite.
        let (ux, uy) = (dx / largest, dy / largest)
        let length = (ux * ux + uy * uy).squareRoot()
        let distance = largest * length
        if case .disc = shape, distance <= radius { return (place, false) }
        let isOn = abs(distance - radius) <= 1e-9
        return (onRim(Point(x: ux / length, y: uy / length)), !isOn)
    }

    var isDisc: Bool { if case .disc = shape { true } else { false } }

    func contains(_ place: Point) -> Bool {
        let distance = place.distance(to: center)
        return switch shape {
        case .disc: distance <= rim
        case .ring(let inner, let outer): distance >= inner && distance <= outer
        }
    }

    private func onRim(_ direction: Point) -> Point {
        center.offset(dx: radius * direction.x, dy: radius * direction.y)
    }
}
