package import TouchCore
package import TouchDevice

/// Filters that get the frames of a panel which is read without any, and count what they would remove and change.
package struct FilterTrial {
    /// The enabled filters.
    package let settings: FilterSettings
    /// Landings that would become no contact of their own, by reason.
    package private(set) var removed: [Unheard: Int] = [:]
    /// Movements of all contacts.
    package private(set) var movements = 0
    /// Movements that would be left out, or reported later or elsewhere.
    package private(set) var changed = 0

    private var frames: FilteredFrames
    private let breadthUnit: Double?
    private var last = Instant.zero

    /// Begins with a panel that no finger is on, with the filters of a view; nil if it has none.
    package init?(_ view: PanelView, of device: Device) {
        settings = view.filterSettings(for: device)
        let empty = Frame(device: device.id, time: .zero, provenance: device.provenance, contacts: [])
        guard let frames = FilteredFrames(settings, empty, mapping: view.mapping(for: device)) else { return nil }
        (self.frames, breadthUnit) = (frames, device.breadthUnit)
    }

    /// Filters the next frame of the panel, which reports the breadth of a contact in its own units.
    package mutating func handle(_ frame: borrowing Frame, breadth: (ContactID) -> Int32?) {
        let frame = copy frame
        tick(until: frame.time)
        frames.filter(frame)
        let places = frame.contacts.filter { $0.phase == .moved }.map(\.place)
        movements += places.count
        changed += places.count
        while let passed = frames.next() {
            changed -= passed.contacts.count { $0.phase == .moved && places.contains($0.place) }
        }
        if let breadthUnit {
            for contact in frame.contacts where !contact.phase.isFinal {
                guard let units = breadth(contact.id) else { continue }
                frames.measure(contact.id, size: Double(units) * breadthUnit)
            }
            tick(until: frame.time)
        }
        for landing in frames.unheard { removed[landing.reason, default: 0] += 1 }
        frames.forgetUnheard()
        last = frame.time
    }

    private mutating func tick(until time: Instant) {
        while frames.tick(until: time, after: last) { while frames.next() != nil {} }
    }
}
