import TouchCore

/// Leaves out contacts that land where no finger is meant: at an edge, or in a rectangle that the panel imagines
/// touches in.
///
/// What landed elsewhere is heard everywhere. Delay: none.
struct ZoneFilter {
    private let margin: UnitPoint
    private let zones: [FilterSettings.DeadZone]
    private var unheard: [ContactID] = []

    /// How many contacts it left out.
    private(set) var count = 0

    /// - Parameters:
    ///   - edge: millimetres from each edge.
    ///   - zones: rectangles beside.
    ///   - size: of the panel.
    init(edge: Double, zones: [FilterSettings.DeadZone], size: PanelSize) {
        margin = UnitPoint(x: edge / size.width, y: edge / size.height)
        self.zones = zones
    }

    mutating func take(_ change: ContactChange, into changes: inout [ContactChange]) {
        if case .began(let id, let place) = change, isUnwanted(place) {
            unheard.append(id)
            count += 1
            return
        }
        guard let index = unheard.firstIndex(of: change.id) else { return changes.append(change) }
        switch change {
        case .began, .moved: break
        case .ended, .cancelled: unheard.remove(at: index)
        }
    }

    private func isUnwanted(_ place: UnitPoint) -> Bool {
        let isInside =
            place.x >= margin.x && place.x <= 1 - margin.x && place.y >= margin.y && place.y <= 1 - margin.y
        return margin.x > 0 && !isInside || zones.contains { $0.contains(place) }
    }
}
