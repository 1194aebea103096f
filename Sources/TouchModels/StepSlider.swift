internal import TouchCore

/// A slider that snaps to one of several nodes.
///
///     idle ──began on the thumb──▶ tracking ──ended, cancelled──▶ idle     snapped, if anything changed
///      └─────began on the track──▶ tracking, after at most one jump ──▶ idle
///
/// While the thumb is dragged `changed` has the raw value and the nearest node; then exactly one `snapped` has the node
/// it rests on. The index is an integer and the value is computed from it, so rounding cannot lose a node.
struct StepSlider: Model {
    static let kind = "step_slider"
    static let protection = Protection.none

    /// Allowed number of nodes: fewer offer no choice, more cannot be distinguished by a finger.
    static let nodeCount = 2...64
    /// Diameter of the round thumb as a fraction of the widget's height (width, if vertical).
    static let thumbPart = 0.7

    private enum State {
        case idle
        case tracking(SliderHand.Grip, indexBefore: Int, hasChanged: Bool)
    }

    /// Names of the nodes, in order.
    let nodes: [String]
    /// The node it rests on, or the nearest one while it is dragged.
    private(set) var index: Int
    /// The position, 0…1; at rest exactly `index / (nodes.count - 1)`.
    private(set) var value: Double
    private let snapsLive: Bool
    private let hand: SliderHand
    private var state = State.idle

    init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(["nodes", "index", "liveSnap"] + SliderHand.settings)
        guard let nodes = try settings.words("nodes", count: Self.nodeCount) else {
            throw .impossible(key: "nodes", reason: "a step slider needs the names of its nodes")
        }
        self.nodes = nodes
        let isVertical = try settings.word("orientation", as: Track.Orientation.self) == .vertical
        let breadth = isVertical ? size.width : size.height
        let defaults = Track.Defaults(thumb: Self.thumbPart * breadth, thickness: breadth, margin: breadth / 2)
        hand = try SliderHand(settings, size: size, defaults: defaults)
        snapsLive = try settings.bool("liveSnap") ?? false
        index = try settings.integer("index", in: 0...nodes.count - 1) ?? 0
        value = Self.value(of: index, count: nodes.count)
    }

    /// The nearest of `count` nodes to a value of 0…1; half way between two, the upper one.
    static func index(of value: Double, count: Int) -> Int {
        guard value > 0 else { return 0 }
        return min(Int((min(value, 1) * Double(count - 1) + 0.5).rounded(.down)), count - 1)
    }

    static func value(of index: Int, count: Int) -> Double { Double(index) / Double(count - 1) }

    /// Moves it to a node without an event; an index out of range is ignored.
    mutating func setIndex(_ wanted: Int) {
        guard nodes.indices.contains(wanted) else { return }
        index = wanted
        value = Self.value(of: wanted, count: nodes.count)
    }

    /// Track, thumb, ends and the centers of the nodes.
    var layout: [LayoutPart] {
        let centers = nodes.indices.map { hand.track.center(at: Self.value(of: $0, count: nodes.count)) }
        return hand.layout(thumbAt: value) + [LayoutPart("nodes", .points(centers), names: nodes)]
    }

    /// A finger may land on the thumb or the track, or closer than `hitMargin` to either.
    func accepts(_ position: Point) -> Bool { hand.grip(at: position, thumbAt: value) != nil }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.idle, .began), (.tracking, .began):
            guard let grip = hand.grip(at: contact.position, thumbAt: value) else { return }
            state = .tracking(grip, indexBefore: index, hasChanged: false)
            hand.begin(grip, at: time, &events)
            say(&events)
        case (.tracking(let grip, let before, let hasChanged), .moved):
            let changes = follow(grip, to: contact.position)
            state = .tracking(grip.followed, indexBefore: before, hasChanged: hasChanged || changes)
            guard changes else { return }
            events.add("changed", .move, at: time)
            say(&events)
        case (.tracking(let grip, _, var hasChanged), .ended):
            if case .line(let landing) = grip { hasChanged = follow(grip, to: landing) }
            snap(to: index, ifChanged: hasChanged, at: time, &events)
            events.end("ended", by: grip.way, at: time)
            say(&events)
        case (.tracking(let grip, let before, let hasChanged), .cancelled):
            let rest = hand.onCancel == .rollBack ? before : index
            snap(to: rest, ifChanged: hasChanged, at: time, &events)
            events.cancel(.contactLost, by: grip.way, at: time)
            say(&events)
        case (.idle, _): break
        }
    }

    /// Moves the thumb with the finger and returns whether that changed the value.
    private mutating func follow(_ grip: SliderHand.Grip, to position: Point) -> Bool {
        let step = 1 / Double(nodes.count - 1)
        guard let raw = hand.fraction(for: grip, at: position, from: value, page: step) else { return false }
        let isOnNode = if case .thumb = grip { snapsLive } else { true }
        let wanted = isOnNode ? Self.value(of: Self.index(of: raw, count: nodes.count), count: nodes.count) : raw
        guard wanted != value else { return false }
        value = wanted
        index = Self.index(of: wanted, count: nodes.count)
        return true
    }

    private mutating func snap(to rest: Int, ifChanged: Bool, at time: Instant, _ events: inout Events) {
        state = .idle
        setIndex(rest)
        guard ifChanged else { return }
        events.add("snapped", .step, at: time)
        say(&events)
        events.set("node", .word(nodes[index]))
        events.set(.settle)
    }

    private func say(_ events: inout Events) {
        events.set("value", value)
        events.set("index", index)
    }
}
