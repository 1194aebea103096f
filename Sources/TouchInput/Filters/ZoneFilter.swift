import TouchDevice
import TouchCore

/// Filters out contacts that land at an edge, or in a rectangle in which the panel reports phantom touches.
///
/// A contact that landed elsewhere may move anywhere. Delay: none.
struct ZoneFilter {
    private let margin: UnitPoint
    private let zones: [FilterSettings.DeadZone]
    private var ignored: [ContactID] = []

    /// - Parameter edge: width of the zone along each edge, in millimeters.
    init(edge: Double, zones: [FilterSettings.DeadZone], size: PanelSize) {
        margin = UnitPoint(x: edge / size.width, y: edge / size.height)
        self.zones = zones
    }

    mutating func filter(
        _ change: ContactChange, into changes: inout [ContactChange], unheard: inout [UnheardLanding]
    ) {
        if case .began(let id, let place) = change, let reason = reason(against: place) {
            ignored.append(id)
            unheard.append(UnheardLanding(reason: reason, place: place))
            return
        }
        guard let index = ignored.firstIndex(of: change.id) else { return changes.append(change) }
        switch change {
        case .began, .moved: break
        case .ended, .cancelled: ignored.remove(at: index)
        }
    }

    private func reason(against place: UnitPoint) -> Unheard? {
        let isInside =
            place.x >= margin.x && place.x <= 1 - margin.x && place.y >= margin.y && place.y <= 1 - margin.y
        if margin.x > 0 && !isInside { return .edgeZone }
        return zones.contains { $0.contains(place) } ? .deadZone : nil
    }
}

struct UnheardLanding {
    let reason: Unheard
    /// Where it was, in fractions of the device's axes.
    let place: UnitPoint
}
