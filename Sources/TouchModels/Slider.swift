internal import TouchCore

/// A value between two ends, moved along a straight track.
///
///     idle ──began on the thumb──▶ tracking ──ended, cancelled──▶ idle
///      └─────began on the track──▶ tracking, after at most one jump ──▶ idle
///
/// Every change is reported once, after it happened: as `changed` while the finger moves, or with `continuous` off as
/// `moved` while it moves and one `changed` before `ended`. Both ends are reached exactly, and the value never leaves
/// them.
struct Slider: Model {
    static let kind = "slider"
    static let protection = Protection.none

    /// Default width and height of the round thumb, in pixels.
    static let defaultThumb = 31.0
    /// Default height of the track, in pixels.
    static let defaultTrackHeight = 2.0
    /// Default step of `page`, as a fraction of the range.
    static let defaultPage = 0.1
    /// Allowed values of the ends: beyond, a double cannot represent fine differences.
    static let valueRange = -1e12...1e12

    private enum State {
        case idle
        case tracking(SliderHand.Grip, valueBefore: Double, hasChanged: Bool)
    }

    let minimum: Double
    let maximum: Double
    /// The current value; always between the ends.
    private(set) var value: Double
    private var fraction: Double
    private let page: Double
    private let isContinuous: Bool
    private let hand: SliderHand
    private var state = State.idle

    init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(["min", "max", "value", "page", "continuous"] + SliderHand.settings)
        minimum = try settings.number("min", in: Self.valueRange) ?? 0
        maximum = try settings.number("max", in: Self.valueRange) ?? 1
        guard minimum < maximum else {
            throw .impossible(key: "max", reason: "\(maximum) is not above min \(minimum)")
        }
        page = try settings.number("page", in: 0.001...1) ?? Self.defaultPage
        isContinuous = try settings.bool("continuous") ?? true
        let defaults = Track.Defaults(
            thumb: Self.defaultThumb, thickness: Self.defaultTrackHeight, margin: 0)
        hand = try SliderHand(settings, size: size, defaults: defaults)
        value = minimum
        fraction = 0
        setValue(try settings.number("value", in: Self.valueRange) ?? minimum)
    }

    /// Sets the value, clamped to the ends, without an event; NaN is ignored.
    mutating func setValue(_ wanted: Double) {
        guard !wanted.isNaN else { return }
        value = min(max(wanted, minimum), maximum)
        fraction = (value - minimum) / (maximum - minimum)
    }

    /// Track, thumb, and the places of the thumb's center at `min` and `max`.
    var layout: [LayoutPart] {
        hand.layout(thumbAt: fraction) + [
            LayoutPart("minCenter", .point(hand.track.center(at: 0))),
            LayoutPart("maxCenter", .point(hand.track.center(at: 1))),
        ]
    }

    /// A finger may land on the thumb or the track, or closer than `hitMargin` to either.
    func accepts(_ position: Point) -> Bool { hand.grip(at: position, thumbAt: fraction) != nil }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.idle, .began), (.tracking, .began):
            guard let grip = hand.grip(at: contact.position, thumbAt: fraction) else { return }
            state = .tracking(grip, valueBefore: value, hasChanged: false)
            hand.begin(grip, at: time, &events)
            events.set("value", value)
        case (.tracking(let grip, let before, let hasChanged), .moved):
            let changes = follow(grip, to: contact.position)
            state = .tracking(grip.followed, valueBefore: before, hasChanged: hasChanged || changes)
            if changes { say(isContinuous ? "changed" : "moved", .move, at: time, &events) }
        case (.tracking(let grip, let before, var hasChanged), .ended):
            if case .line(let landing) = grip, follow(grip, to: landing) {
                hasChanged = true
                if isContinuous { say("changed", .move, at: time, &events) }
            }
            if !isContinuous && hasChanged && value != before { say("changed", .step, at: time, &events) }
            state = .idle
            events.end("ended", by: grip.way, at: time)
            events.set("value", value)
        case (.tracking(let grip, let before, _), .cancelled):
            if hand.onCancel == .rollBack { setValue(before) }
            if !isContinuous && value != before { say("changed", .step, at: time, &events) }
            state = .idle
            events.cancel(.contactLost, by: grip.way, at: time)
            events.set("value", value)
        case (.idle, _): break
        }
    }

    /// Moves the thumb with the finger and returns whether that changed the value.
    private mutating func follow(_ grip: SliderHand.Grip, to position: Point) -> Bool {
        guard let wanted = hand.fraction(for: grip, at: position, from: fraction, page: page), wanted != fraction
        else { return false }
        fraction = wanted
        value = wanted == 1 ? maximum : min(minimum + (maximum - minimum) * wanted, maximum)
        return true
    }

    private func say(_ name: StaticString, _ role: Events.Role, at time: Instant, _ events: inout Events) {
        events.add(name, role, at: time)
        events.set("value", value)
    }
}
