internal import TouchCore

/// A handle that stays within a disc, as of a joystick, or on a ring, as of a dial.
///
///     idle ──began──▶ dragging ──ended, cancelled──▶ idle      (recentered, if requested)
///
/// A finger beyond the rim moves the handle along the rim. Every place is reported in pixels and in numbers that need
/// no geometry: `dx` and `dy` of −1…1, `distance` of 0…1 and `angle` in degrees (0 right, 90 down, −180…180). At the
/// center the last angle is kept.
struct ConfinedDrag: Model {
    static let kind = "confined_drag"
    static let protection = Protection.none

    enum Shape: String, CaseIterable, Sendable {
        case disc, ring
    }

    enum Grab: String, CaseIterable, Sendable {
        /// Anywhere: the handle jumps under the finger.
        case anywhere
        /// On the handle, which keeps its offset from the finger.
        case handle
        /// Anywhere: the handle moves as far as the finger does.
        case keepOffset = "keep_offset"
    }

    enum StartOutside: String, CaseIterable, Sendable {
        case ignore, clamp
    }

    /// Where the handle goes when the finger lifts.
    enum Release: String, CaseIterable, Sendable {
        case stay, recenter
    }

    static let defaultHandleRadius = 22.0
    /// Default distance from the line of a ring at which a finger may land, as a fraction of its radius.
    static let defaultRingReach = 0.25

    private enum State {
        case idle
        case dragging(Hold)
    }

    private struct Hold {
        var landing: Landing
        /// The handle's place minus the finger's.
        let offset: Point
        let before: Point
        let mayDrag: Bool
    }

    /// Where the handle is, in pixels from the widget's top left corner.
    private(set) var position: Point
    /// The direction of the handle from the center, in degrees; the last one while it is at the center.
    private(set) var angle = 0.0
    private var isClamped = false
    private var state = State.idle
    private let area: ConfinedArea
    private let grab: Grab
    private let handleRadius: Double
    private let startOutside: StartOutside
    private let release: Release
    private let deadZone: Double
    private let input: InputChoice
    private let onCancel: CancelRule
    private let slop: Double

    init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow([
            "shape", "centerX", "centerY", "radius", "inset", "inner", "outer", "positionX", "positionY", "grab",
            "handleRadius", "startOutside", "onRelease", "deadZone", "input", "onCancel", "tapSlop",
        ])
        area = try Self.area(settings, size)
        grab = try settings.word("grab") ?? .anywhere
        handleRadius = try settings.number("handleRadius", in: 1...1_000) ?? Self.defaultHandleRadius
        startOutside = try settings.word("startOutside") ?? .ignore
        release = try settings.word("onRelease") ?? .stay
        deadZone = try settings.number("deadZone", in: 0...0.9) ?? 0
        input = try settings.word("input") ?? .both
        onCancel = try settings.word("onCancel") ?? .keep
        slop = try settings.number("tapSlop", in: Tap.slopRange) ?? Tap.defaultSlop
        let start = Point(
            x: try settings.number("positionX", in: Self.anywhere) ?? area.center.x,
            y: try settings.number("positionY", in: Self.anywhere) ?? area.center.y)
        position = area.nearest(to: start, angle: 0).place
        if position != area.center { angle = direction }
    }

    private static let anywhere = -100_000.0...100_000.0

    private static func area(_ settings: Settings, _ size: Size) throws(SettingError) -> ConfinedArea {
        let radius = try settings.number("radius", in: 1...100_000) ?? min(size.width, size.height) / 2
        let inset = try settings.number("inset", in: 0...100_000) ?? 0
        guard inset < radius else {
            throw .impossible(key: "inset", reason: "it leaves nothing of the radius \(radius)")
        }
        let (limit, reach) = (radius - inset, defaultRingReach * radius)
        let inner = try settings.number("inner", in: 0...radius) ?? limit - reach
        let outer = try settings.number("outer", in: radius...200_000) ?? limit + reach
        let shape: Shape = try settings.word("shape") ?? .disc
        return ConfinedArea(
            center: Point(
                x: try settings.number("centerX", in: anywhere) ?? size.width / 2,
                y: try settings.number("centerY", in: anywhere) ?? size.height / 2),
            radius: limit, rim: radius, shape: shape == .disc ? .disc : .ring(inner: inner, outer: outer))
    }

    /// The center and the handle as `center` and `handle`, the limit of the handle's center as `radius`.
    var layout: [LayoutPart] {
        [
            LayoutPart("center", .point(area.center)),
            LayoutPart("handle", .point(position)),
            LayoutPart("radius", .length(area.radius)),
        ]
    }

    /// A finger may land within the area, on the handle of a disc, which at the rim extends beyond it, or, with
    /// `startOutside: clamp`, anywhere; with `grab: handle` and no tapping only on the handle.
    func accepts(_ place: Point) -> Bool {
        guard startOutside == .clamp || area.contains(place) || area.isDisc && isOnHandle(place) else { return false }
        return input.takesTaps || holds(place)
    }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.idle, .began), (.dragging, .began):
            land(contact, at: time, &events)
        case (.dragging(var hold), .moved):
            hold.landing.follow(contact.position)
            state = .dragging(hold)
            if hold.mayDrag {
                if follows(hold) { follow(hold, to: contact, at: time, &events) }
            } else if hold.landing.hasMoved {
                end(hold, cancelledFor: .movedAway, at: time, &events)
            }
        case (.dragging(let hold), .ended):
            finish(hold, at: time, &events)
        case (.dragging(let hold), .cancelled):
            end(hold, cancelledFor: .contactLost, at: time, &events)
        case (.idle, _): break
        }
    }
}

extension ConfinedDrag {
    private func holds(_ place: Point) -> Bool {
        input.takesDrags && (grab != .handle || isOnHandle(place))
    }

    private func isOnHandle(_ place: Point) -> Bool { place.distance(to: position) <= handleRadius }

    /// Whether the handle already follows: a finger that may still become a tap elsewhere must not move it.
    private func follows(_ hold: Hold) -> Bool {
        grab == .anywhere || !input.takesTaps || hold.landing.hasMoved
    }

    private mutating func land(_ contact: Contact, at time: Instant, _ events: inout Events) {
        let offset =
            grab == .anywhere
            ? .zero : Point(x: position.x - contact.position.x, y: position.y - contact.position.y)
        let hold = Hold(
            landing: Landing(contact.position, slop: slop), offset: offset, before: position,
            mayDrag: holds(contact.position))
        state = .dragging(hold)
        events.add("began", .start, at: time)
        tell(&events)
        if grab == .anywhere && hold.mayDrag { follow(hold, to: contact, at: time, &events) }
    }

    private mutating func follow(_ hold: Hold, to contact: Contact, at time: Instant, _ events: inout Events) {
        let wanted = contact.position.offset(dx: hold.offset.x, dy: hold.offset.y)
        let (wasAt, wasClamped) = (position, isClamped)
        move(to: wanted)
        guard position != wasAt || isClamped != wasClamped else { return }
        events.add("moved", .move, at: time)
        tell(&events)
    }

    private mutating func finish(_ hold: Hold, at time: Instant, _ events: inout Events) {
        let way = input.takesTaps && !hold.landing.hasMoved ? .tap : input.presumed
        if way == .tap && !(hold.mayDrag && grab == .anywhere) { move(to: hold.landing.position) }
        state = .idle
        events.end("ended", by: way, at: time)
        tell(&events)
        recenter(at: time, &events)
    }

    private mutating func end(_ hold: Hold, cancelledFor reason: Reason, at time: Instant, _ events: inout Events) {
        state = .idle
        if onCancel == .rollBack { move(to: hold.before) }
        events.cancel(reason, by: hold.mayDrag ? .drag : .tap, at: time)
        tell(&events)
        recenter(at: time, &events)
    }

    private mutating func recenter(at time: Instant, _ events: inout Events) {
        guard release == .recenter else { return }
        move(to: area.center)
        events.add("recentered", .step, at: time)
        tell(&events)
        events.set(.settle)
    }

    private mutating func move(to wanted: Point) {
        (position, isClamped) = area.nearest(to: wanted, angle: angle)
        if position != area.center { angle = direction }
    }

    private var direction: Double { Maths.degrees(position.y - area.center.y, position.x - area.center.x) }

    private func tell(_ events: inout Events) {
        let (dx, dy) = (position.x - area.center.x, position.y - area.center.y)
        let part = (dx * dx + dy * dy).squareRoot() / area.radius
        // Beyond the dead zone the numbers begin at 0 again, so that the handle does not jump at its edge.
        let distance = min(max((part - deadZone) / (1 - deadZone), 0), 1)
        let scale = part > 0 ? distance / part / area.radius : 0
        events.set(position)
        events.set("dx", min(max(dx * scale, -1), 1))
        events.set("dy", min(max(dy * scale, -1), 1))
        events.set("distance", distance)
        events.set("angle", angle)
        events.set("clamped", .bool(isClamped))
    }
}
