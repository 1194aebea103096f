package import StrictJSON
package import TouchConfiguration
package import TouchCore
package import TouchDevice
package import TouchInput
package import TouchModels
package import Varlink

/// The connected panels, and the calls that watch them.
package final class Panels: PanelViews {
    /// The connected panels, in the order in which they came.
    package private(set) var devices: [Device] = []
    /// Panels that were grabbed at some time: which program gets their touches.
    package var holds: [DeviceID: Hold] = [:]
    /// The panels that are inhibited in the kernel.
    private var inhibited: Set<DeviceID> = []
    private var watchers = OpenCalls<Void>()
    /// The last state of each panel reported to the watchers.
    private var told: [DeviceID: JSONObject] = [:]
    /// The problem of the panels, for people.
    package var problem: String?
    /// Number of fingers on them; each that lands ends or is cancelled once.
    private var fingers = 0
    /// When one last landed, moved or left.
    private(set) var lastTouched: Instant?
    /// The same without touches while a secret was on screen.
    private(set) var lastTouchedInTheOpen: Instant?
    private let habits = PanelHabits()
    /// The settings for single panels.
    package var wishes: PanelWishes
    /// Which panels' fingers count.
    private var trust: PanelTrust
    /// Where they come from; it asks for their views.
    private unowned let seat: any PanelSource
    /// Size of the view, in pixels.
    package var view: Size
    /// The rotation of the picture on the panels.
    package var rotation: Rotation

    /// An empty list; the seat has to outlive it.
    package init(_ configuration: Configuration, on seat: any PanelSource) {
        self.seat = seat
        wishes = PanelWishes(configuration)
        trust = PanelTrust(configuration.input)
        view = configuration.view.size
        rotation = Rotation(rawValue: configuration.view.rotationDegrees) ?? .none
    }

    /// Applies which panels' fingers count by another configuration.
    package func followTrust(_ configuration: Configuration) { trust = PanelTrust(configuration.input) }

    /// Maps panels as they are wanted now.
    package func map() {
        seat.followViews()
        tellChanges()
    }

    /// Whether fingers of that panel may unlock and solve captchas.
    package func trusts(_ origin: GestureOrigin) -> Bool {
        !origin.isMixed && device(origin.device).map(trust.trusts) ?? false
    }

    /// The ports of the panels whose fingers count.
    package var trustedPlaces: [String] { devices.filter(trust.trusts).map(\.place) }

    /// Whether no other program could have seen a drawing.
    package func isPrivate(_ origin: GestureOrigin) -> Bool {
        !origin.isMixed && origin.isExclusive && isHeld(origin.device)
    }

    /// The calibration in progress; it gets the touches of its panel.
    var calibrating: CalibrationSession?

    /// Where a panel's touches go now, and how they are filtered.
    package func view(for device: Device) -> PanelView {
        let wish = wish(for: device)
        guard let calibrating, calibrating.device.id == device.id else { return wish }
        return calibrating.view(otherwise: wish)
    }

    /// Where they go without a calibration in progress.
    func wish(for device: Device) -> PanelView {
        wishes.view(for: device, view: view, rotation: rotation)
    }

    /// View pixels per millimeter of glass, if the size of a panel is known; of several panels, the densest.
    package var pixelsPerMillimeter: Double? { pixelsPerMillimeter(in: view) }

    /// The same in another view.
    package func pixelsPerMillimeter(in view: Size) -> Double? {
        // Longer side to longer side, so that the rotation does not matter.
        devices.compactMap(wishes.size).map { max(view.width, view.height) / max($0.width, $0.height) }
            .filter { $0.isFinite && $0 > 0 }.max()
    }

    /// Adds a panel and notifies the watchers.
    func add(_ device: Device) {
        devices.append(device)
        problem = nil
        let description = describe(device)
        told[device.id] = description
        watchers.send(["added": .object(description)])
    }

    /// Notifies the watchers of panels whose state has changed: rotated, moved in the view, or inhibited.
    func tellChanges() {
        for device in devices {
            let description = describe(device)
            guard description != told[device.id] else { continue }
            told[device.id] = description
            watchers.send(["changed": .object(description)])
        }
    }

    /// Removes a panel and notifies the watchers.
    func remove(_ id: DeviceID) {
        devices.removeAll { $0.id == id }
        habits.forget(id)
        holds[id] = nil
        inhibited.remove(id)
        told[id] = nil
        watchers.send(["removed": .integer(Int64(id.number))])
    }

    /// Whether a panel is grabbed by this daemon.
    func isHeld(_ id: DeviceID) -> Bool { holds[id] == .held }

    /// Whether any panel is grabbed by this daemon.
    var isAnyHeld: Bool { holds.values.contains(.held) }

    /// Whether another program has grabbed a panel, so that none of its touches arrive.
    package var isAnyElsewhere: Bool { holds.values.contains(.elsewhere) }

    /// Whether a finger is on one of them.
    var isTouched: Bool { fingers > 0 }

    /// Learns from a frame, which may belong to a secret, how its panel reports.
    func note(_ frame: borrowing Frame, isSecret: Bool) {
        var (hasMoved, hasEnded) = (false, false)
        for index in frame.contacts.indices {
            switch frame.contacts[index].phase {
            case .moved: hasMoved = true
            case .ended: (hasEnded, fingers) = (true, fingers - 1)
            case .began: fingers += 1
            case .cancelled: fingers -= 1
            }
        }
        lastTouched = frame.time
        if !isSecret { lastTouchedInTheOpen = frame.time }
        habits.note(frame, hasMoved: hasMoved, hasEnded: hasEnded)
    }

    /// The size that a panel reports for a finger; unknown, unless its fingers always have one.
    package func proven(_ size: ContactSize, of id: DeviceID) -> ContactSize { habits.tellsSizes(id) ? size : .unknown }

    /// How a panel reports, besides one finger.
    package func rhythm(of id: DeviceID, without own: ReportRhythm?) -> ReportRhythm {
        habits.rhythm(of: id, without: own)
    }

    /// The name of a connected panel on the socket (`Device.panel`).
    package func identifier(of id: DeviceID) -> String? { device(id).map { wishes.name(of: $0) } }

    /// The position in the view of a place on a panel; nil if the panel is gone, or the place is outside.
    func position(of place: UnitPoint, on id: DeviceID) -> Point? {
        guard let device = device(id), place.x.isFinite, place.y.isFinite else { return nil }
        let wish = wish(for: device)
        let mapping = ViewMapping(
            view: wish.view, origin: wish.origin, calibration: wish.calibration ?? device.calibration,
            rotation: wish.rotation, panel: wish.size ?? device.size)
        return mapping.place(place).position
    }

    /// A panel, while it is connected.
    package func device(_ id: DeviceID) -> Device? { devices.first { $0.id == id } }

    /// The names of all connected panels, for people.
    package var names: String { devices.map { wishes.name(of: $0) }.sorted().joined(separator: ", ") }

    /// The name of a panel, while it is connected.
    func name(of id: DeviceID) -> String? { device(id)?.name }

    /// Subscribes a call to later changes, after reporting the present state.
    package func watch(_ call: Call, _ pauses: Set<Pause>) {
        watchers.add(call)
        call.replyContinuing(["devices": list, "paused": pauses.json])
    }

    /// The daemon stops: panels that it releases are not reported as removed.
    package func stopTelling() { watchers = OpenCalls() }

    /// Reports to the watchers why touches are ignored.
    func tell(_ pauses: Set<Pause>) { watchers.send(["paused": pauses.json]) }

    /// Records that a panel was inhibited in the kernel, or no longer is, and notifies the watchers.
    func setInhibited(_ id: DeviceID, _ isInhibited: Bool) {
        if isInhibited { inhibited.insert(id) } else { inhibited.remove(id) }
        tellChanges()
    }

    /// All panels as the interface has them.
    package var list: JSON { .array(devices.map { .object(describe($0)) }) }

    private func describe(_ device: Device) -> JSONObject {
        let wish = wish(for: device)
        return [
            "panel": .string(wishes.name(of: device)),
            "id": .integer(Int64(device.id.number)),
            "name": .string(device.name),
            "node": .string(device.node),
            "provenance": .string(device.provenance.rawValue),
            "bus": .integer(Int64(device.numbers.bus)),
            "vendor": .integer(Int64(device.numbers.vendor)),
            "product": .integer(Int64(device.numbers.product)),
            "version": .integer(Int64(device.numbers.version)),
            "phys": device.phys.isEmpty ? nil : .string(device.phys),
            "widthMm": (wish.size ?? device.size).map { .real($0.width) },
            "heightMm": (wish.size ?? device.size).map { .real($0.height) },
            "inhibited": inhibited.contains(device.id) ? true : nil,
            "pin": .string(PanelTrust.pin(of: device)),
            "slots": device.slots.map { .integer(Int64($0)) },
            "area": [
                "x": .real(wish.origin.x), "y": .real(wish.origin.y), "width": .real(wish.view.width),
                "height": .real(wish.view.height),
            ],
            "rotation": .integer(Int64(wish.rotation.rawValue)),
        ]
    }

    /// Every event node of the machine, and why it is a panel or not.
    package func explain(_ candidates: [Candidate]) -> JSON {
        .array(
            candidates.map { candidate in
                let panel = candidate.refusal == nil ? candidate.device : nil
                return .object([
                    "node": .string(candidate.node), "name": .string(candidate.name),
                    "read": .bool(candidate.refusal == nil),
                    "why": .string(candidate.refusal ?? panel.map(wishes.reason) ?? ""),
                    "panel": panel.map { .string(wishes.name(of: $0)) },
                    "section": candidate.device.flatMap(wishes.sectionName).map { .string($0) },
                    "exposure": candidate.exposure.map { .string($0) },
                ])
            })
    }
}
