internal import TouchCore

/// A place to tap: the smallest model, and the worked example of CONTRIBUTING.md.
///
///     idle ──began──▶ pressing ──ended──▶ idle         pressed
///                        ├──moved off──▶ spent         cancelled
///                        ├──cancelled──▶ idle          cancelled
///                        └──held──▶ spent              long_pressed, if asked for
///                                     └──ended, cancelled──▶ idle
///
/// Nothing happens until the finger lifts, and a finger that slides off has changed its mind (WCAG 2.2, success
/// criterion 2.5.2).
struct Button: Model {
    static let kind = "button"
    static let protection = Protection.none

    /// Allowed durations of a long press, in microseconds.
    static let longPressRange = 100_000...10_000_000

    private enum State {
        case idle
        case pressing(longFrom: Instant?)
        case spent
    }

    private let area: Rect
    private let longPress: Interval?
    private var state = State.idle

    init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(["releaseMargin", "longPressUSec", "input"])
        let margin = try settings.number("releaseMargin", in: Tap.slopRange) ?? Tap.defaultSlop
        area = Rect(x: -margin, y: -margin, width: size.width + 2 * margin, height: size.height + 2 * margin)
        longPress = try settings.interval("longPressUSec", in: Self.longPressRange)
        if try settings.word("input", as: InputChoice.self) == .drag {
            throw .impossible(key: "input", reason: "a button is tapped, never dragged")
        }
    }

    /// The widget is the button; it has no parts.
    var layout: [LayoutPart] { [] }

    /// When a press becomes a long press.
    var nextDeadline: Instant? {
        switch state {
        case .idle, .spent: nil
        case .pressing(let longFrom): longFrom
        }
    }

    func accepts(_ position: Point) -> Bool { true }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.idle, .began), (.pressing, .began), (.spent, .began):
            state = .pressing(longFrom: longPress.map { time.advanced(by: $0) })
            events.add("began", .start, at: time)
        case (.pressing, .moved):
            guard !area.contains(contact.position) else { return }
            state = .spent
            events.cancel(.movedAway, by: .tap, at: time)
        case (.pressing, .ended):
            state = .idle
            events.end("pressed", by: .tap, at: time)
        case (.pressing, .cancelled):
            state = .idle
            events.cancel(.contactLost, by: .tap, at: time)
        case (.spent, .ended), (.spent, .cancelled):
            state = .idle
        case (.spent, .moved), (.idle, .moved), (.idle, .ended), (.idle, .cancelled):
            break
        }
    }

    /// Ends a press that has become a long one.
    mutating func tick(at time: Instant, _ events: inout Events) {
        guard case .pressing(let longFrom?) = state, longFrom <= time else { return }
        state = .spent
        events.end("long_pressed", by: .tap, at: longFrom)
    }
}
