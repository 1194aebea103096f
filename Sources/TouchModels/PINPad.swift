internal import TouchCore

/// A keypad of ten digits, a backspace key and an enter key; tapped, never dragged.
///
///     idle ──began──▶ pressing ──ended──▶ waiting ──began──▶ pressing …
///      ▲                 │                   └── 30 s, front end gone ──▶ idle
///      │                 └──ended, on enter──▶ checking ──settle──▶ idle | showing error
///      │                 └──ended, on enter, too few digits──▶ showing error ──1.0 s or began──▶ idle | pressing
///      └──────────────── ended, on enter, no digit
///
/// All taps together are one gesture. A key is pressed by a finger that lifts from the key it landed on; a finger that
/// strays to another key presses none. Digits beyond the twelfth are ignored.
///
/// The length is never reported, not even to the front end: between `began` and the end of an entry there is no event,
/// whatever is pressed, and no event has a count.
///
/// With `scramble` the digits move for every entry: the layout and the event `placed` have the labels of the keys.
/// After an entry was judged, no finger is accepted until the labels have changed.
struct PINPad: SecretModel {
    static let kind = "pin"
    /// Digits in an order.
    static let secret = SecretScheme(
        "pin", minimums: lengths, choices: { digits in (0..<digits).reduce(1) { count, _ in count * 10 } },
        oldKey: "min-digits",
        words: .init(name: "PIN", entering: "Enter the PIN", again: "enter it again", more: "enter more digits"),
        isValid: { digits, _ in lengths.contains(digits.count) && digits.allSatisfy { (0...9).contains($0) } },
        isCommon: { digits, _ in CommonPINs.contains(digits) })
    static let lengths = 4...12
    /// Number of keys in a row, and of rows.
    static let (columns, rows) = (3, 4)

    private enum State {
        case idle
        case pressing(Int?)
        case waiting(until: Instant)
        case checking
        case showingError(until: Instant)
    }

    private enum Key {
        case digit(Int)
        case backspace
        case enter
    }

    let minDigits: Int
    let isScrambled: Bool
    private let size: Size
    private var turns: SecretTurns
    private var state = State.idle
    private var entered = SecretSequence()
    /// The digits in their places, row by row.
    private var digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    private var next: [Int]?

    init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(["purpose", "minDigits", "scramble", "input"])
        turns = SecretTurns(try settings.word("purpose") ?? .verify)
        let asked = try settings.integer("minDigits", in: Self.lengths) ?? Self.lengths.lowerBound
        // A guess has no minimum length: it would reveal the length of the right PIN.
        minDigits = turns.purpose == .enroll ? asked : Self.lengths.lowerBound
        isScrambled = try settings.bool("scramble") ?? false
        if try settings.word("input", as: InputChoice.self) == .drag {
            throw .impossible(key: "input", reason: "a PIN is tapped, never dragged")
        }
        self.size = size
    }

    /// The keys row by row, each with its label: a digit, `backspace` or `enter`.
    var layout: [LayoutPart] {
        let (width, height) = (size.width / Double(Self.columns), size.height / Double(Self.rows))
        let keys = labels.enumerated().map { key, label in
            LayoutPart.LabeledRect(
                label,
                Rect(
                    x: Double(key % Self.columns) * width, y: Double(key / Self.columns) * height, width: width,
                    height: height))
        }
        return [LayoutPart("keys", .labeled(keys))]
    }

    private var labels: [String] {
        (0..<Self.columns * Self.rows).map { key in
            switch self.key(key) {
            case .digit(let digit): "\(digit)"
            case .backspace: "backspace"
            case .enter: "enter"
            }
        }
    }

    var purpose: SecretPurpose { turns.purpose }
    var form: SecretForm { Self.secret.form() }

    var entry: SecretEntry? {
        guard case .checking = state else { return nil }
        return turns.handIn(entered, as: form)
    }

    /// When the error display ends, or an entry times out.
    var nextDeadline: Instant? {
        switch state {
        case .idle, .pressing, .checking: nil
        case .waiting(let until), .showingError(let until): until
        }
    }

    /// False while an entry is being checked and until the labels have changed.
    var takesLandings: Bool {
        switch state {
        case .idle, .pressing, .waiting: true
        case .showingError: next == nil
        case .checking: false
        }
    }

    func accepts(_ position: Point) -> Bool { takesLandings }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.waiting, .began):
            state = .pressing(key(at: contact.position, within: .infinity))
        case (.idle, .began), (.showingError, .began), (.pressing, .began), (.checking, .began):
            entered.wipe()
            state = .pressing(key(at: contact.position, within: .infinity))
            events.add("began", .start, at: time)
        case (.pressing(let key?), .moved):
            if self.key(at: contact.position) != key { state = .pressing(nil) }
        case (.pressing(let key), .ended):
            let isOnKey = key != nil && self.key(at: contact.position) == key
            press(isOnKey ? key : nil, at: time, &events)
        case (.pressing, .cancelled): wait(from: time)
        case (.pressing(nil), .moved), (.idle, _), (.checking, _), (.showingError, _), (.waiting, _): break
        }
    }

    /// Ends the error display, or cancels an entry that timed out.
    mutating func tick(at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .pressing, .checking: break
        case .showingError(let until): if until <= time { end(at: until, &events) }
        case .waiting(let until): if until <= time { cancel(.timedOut, at: until, &events) }
        }
    }

    mutating func abandon(at time: Instant, _ events: inout Events) {
        guard case .waiting = state else { return }
        cancel(.contactLost, at: time, &events)
    }

    /// Applies the verdict on a `completed` entry; the digits are wiped in either case.
    mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) {
        guard case .checking = state else { return }
        turns.settle(entered, passed: passed, at: time, &events)
        if passed { end(at: time, &events) } else { showError(from: time) }
    }

    mutating func place(by chance: inout Chance) {
        if isScrambled { digits.shuffle(using: &chance) }
    }

    /// Sets the places of the digits after the entry that has just ended.
    mutating func prepare(by chance: inout Chance) {
        guard isScrambled else { return }
        switch state {
        case .checking, .showingError: next = digits.shuffled(using: &chance)
        // A cancelled entry moves nothing.
        case .idle, .pressing, .waiting: break
        }
    }

    static func apply(_ policy: SecretPolicy, to settings: inout Settings) {
        if policy.varied.contains("scramble") { settings["scramble"] = .bool(true) }
        guard settings["purpose"] == .word(SecretPurpose.enroll.rawValue) else { return }
        policy.raise("minDigits", of: secret, in: &settings)
    }

    private mutating func press(_ key: Int?, at time: Instant, _ events: inout Events) {
        switch key.map(self.key) {
        case nil: wait(from: time)
        case .digit(let digit):
            if entered.count < Self.lengths.upperBound { entered.append(digit) }
            wait(from: time)
        case .backspace:
            entered.removeLast()
            wait(from: time)
        case .enter: finish(at: time, &events)
        }
    }

    private mutating func finish(at time: Instant, _ events: inout Events) {
        if entered.count == 0 { return cancel(.empty, at: time, &events) }
        guard entered.count >= minDigits else {
            events.end("too_short", .refused, by: .tap, at: time)
            events.set("minDigits", minDigits)
            events.set(.wrong)
            return showError(from: time)
        }
        if let refusal = turns.refusal(of: entered) {
            events.end(refusal, .refused, by: .tap, at: time)
            events.set(.wrong)
            return showError(from: time)
        }
        state = .checking
        events.end("completed", .handedIn, by: .tap, at: time)
    }

    private mutating func wait(from time: Instant) {
        state = .waiting(until: time.advanced(by: Tap.patience))
    }

    private mutating func showError(from time: Instant) {
        entered.wipe()
        state = .showingError(until: time.advanced(by: Hint.wrong.duration))
    }

    private mutating func cancel(_ reason: Reason, at time: Instant, _ events: inout Events) {
        events.cancel(reason, by: .tap, at: time)
        clear(at: time, &events)
    }

    /// Wipes the entry, and changes the labels if new ones were prepared.
    private mutating func end(at time: Instant, _ events: inout Events) {
        clear(at: time, &events)
        guard let next else { return }
        self.next = nil
        digits = next
        events.add("placed", .step, at: time)
        events.set("labels", .words(labels))
    }

    private mutating func clear(at time: Instant, _ events: inout Events) {
        entered.wipe()
        state = .idle
        events.add("cleared", .step, at: time)
    }

    /// The key at a place, counted row by row; nil if none is within `slack`.
    private func key(at place: Point, within slack: Double = Tap.defaultSlop) -> Int? {
        let pad = Rect(x: 0, y: 0, width: size.width, height: size.height)
        guard pad.distance(to: place) <= slack else { return nil }
        let column = Int(min(max(place.x / size.width, 0), 1) * Double(Self.columns))
        let row = Int(min(max(place.y / size.height, 0), 1) * Double(Self.rows))
        return min(row, Self.rows - 1) * Self.columns + min(column, Self.columns - 1)
    }

    /// The function of a key: digits, except in the last row, which has backspace on the left and enter on the right.
    private func key(_ key: Int) -> Key {
        switch key {
        case 0..<9: .digit(digits[key])
        case 9: .backspace
        case 10: .digit(digits[9])
        default: .enter
        }
    }
}
