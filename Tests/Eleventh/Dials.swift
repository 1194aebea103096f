public import TouchCore

/// Four dials of ten numbers; a tap turns the dial under it to its next number, a tap below the dials hands them in.
///
///     idle ──began──▶ turning ──ended, below──▶ checking ──settle──▶ idle
public struct Dials: SecretModel {
    /// The name of this model.
    public static let kind = "dials"
    /// Four numbers.
    public static let secret = SecretScheme(
        "dials", minimums: 4...4, choices: { _ in 10_000 },
        words: .init(
            name: "combination", entering: "Set the dials", again: "set them again", more: "set all four dials"),
        isValid: { numbers, _ in numbers.count == 4 && numbers.allSatisfy { (0...9).contains($0) } },
        isCommon: { numbers, _ in numbers.allSatisfy { $0 == numbers[0] } })

    private enum State {
        case idle
        case turning(Point?)
        case waiting(until: Instant)
        case checking
    }

    private let size: Size
    private var turns: SecretTurns
    private var state = State.idle
    private var numbers = SecretSequence()

    /// Makes the model; the only setting is `purpose`.
    public init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(["purpose"])
        turns = SecretTurns(try settings.word("purpose") ?? .verify)
        self.size = size
        clear()
    }

    /// It has no parts that a front end needs to know.
    public var layout: [LayoutPart] { [] }
    /// The purpose of entries.
    public var purpose: SecretPurpose { turns.purpose }
    /// Numbers.
    public var form: SecretForm { Self.secret.form() }

    /// The finished entry, while it waits to be judged.
    public var entry: SecretEntry? {
        guard case .checking = state else { return nil }
        return turns.handIn(numbers, as: form)
    }

    /// When an entry times out.
    public var nextDeadline: Instant? { if case .waiting(let until) = state { until } else { nil } }

    /// False while an entry is being checked.
    public var takesLandings: Bool { if case .checking = state { false } else { true } }

    /// A finger may land anywhere in the widget.
    public func accepts(_ position: Point) -> Bool { takesLandings }

    /// Handles one sample of the tapping finger.
    public mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.idle, .began):
            events.add("began", .start, at: time)
            state = .turning(contact.position)
        case (.waiting, .began): state = .turning(contact.position)
        case (.turning(let place?), .ended): tap(place, at: time, &events)
        case (.turning, .cancelled), (.turning(nil), .ended): wait(from: time)
        case (.turning(let place?), .moved): if place.distance(to: contact.position) > 20 { state = .turning(nil) }
        case (.turning(nil), .moved), (.turning, .began), (.checking, .began), (.idle, .moved), (.idle, .ended),
            (.idle, .cancelled), (.waiting, .moved), (.waiting, .ended), (.waiting, .cancelled), (.checking, .moved),
            (.checking, .ended), (.checking, .cancelled):
            break
        }
    }

    /// Cancels an entry that timed out.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        guard case .waiting(let until) = state, until <= time else { return }
        cancel(.timedOut, at: until, &events)
    }

    /// Cancels an entry.
    public mutating func abandon(at time: Instant, _ events: inout Events) {
        guard case .waiting = state else { return }
        cancel(.contactLost, at: time, &events)
    }

    /// Applies the verdict on an entry; the numbers are wiped in either case.
    public mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) {
        guard case .checking = state else { return }
        turns.settle(numbers, passed: passed, at: time, &events)
        clear(at: time, &events)
    }

    /// There is no policy for dials.
    public static func apply(_ policy: SecretPolicy, to settings: inout Settings) {}

    private mutating func tap(_ place: Point, at time: Instant, _ events: inout Events) {
        guard place.y < size.height / 2 else {
            if let refusal = turns.refusal(of: numbers) {
                events.end(refusal, .refused, by: .tap, at: time)
                return clear(at: time, &events)
            }
            state = .checking
            return events.end("completed", .handedIn, by: .tap, at: time)
        }
        let dial = min(max(Int(place.x / size.width * 4), 0), 3)
        var turned = (0..<4).map { numbers[$0] }
        turned[dial] = (turned[dial] + 1) % 10
        numbers.wipe()
        for number in turned { numbers.append(number) }
        wait(from: time)
    }

    private mutating func wait(from time: Instant) { state = .waiting(until: time.advanced(by: Tap.patience)) }

    private mutating func cancel(_ reason: Reason, at time: Instant, _ events: inout Events) {
        events.cancel(reason, by: .tap, at: time)
        clear(at: time, &events)
    }

    private mutating func clear(at time: Instant, _ events: inout Events) {
        clear()
        events.add("cleared", .step, at: time)
    }

    private mutating func clear() {
        numbers.wipe()
        for _ in 0..<4 { numbers.append(0) }
        state = .idle
    }
}
