internal import TouchCore

/// A list whose rows are reordered: hold one, lift it, drop it; or tap it and then its new place.
///
///     idle ──began on a row──▶ pressing ──0.5 s──▶ dragging ──ended──▶ idle       lifted, moved …, dropped
///      ▲                        │    │                └──cancelled──▶ idle        cancelled, the order as before
///      │                        │    └──0.5 s, may not move──▶ spent              rejected
///      ├──lifted early, strayed─┘
///      │                        └──tap──▶ selected ◀──▶ choosing (a finger is down)
///      └─────── dropped, put back, timed out ──┘
///
/// If the content is longer than the widget, a finger that strays while pressing or choosing scrolls instead:
///
///     pressing ──strayed──▶ scrolling ──ended──▶ idle                             scrolled …, released
///     choosing ──strayed──▶ scrolling ──ended──▶ selected                         scrolled …
///
/// Rows give way while the finger moves, when the leading edge of the lifted row reaches their middle (or by another
/// ``SwapRule``); every step is reported as `moved`. A lifted row held beyond the top or bottom scrolls the content.
/// All steps together move one row: the others keep their order. Heights `y` are in pixels from the widget's top edge.
struct ReorderList: Model {
    static let kind = "reorder_list"
    static let protection = Protection.none

    /// Default time a finger must rest to lift a row; the long press of phones.
    static let defaultPress = Interval.milliseconds(500)
    /// Default speed of scrolling at an edge, in pixels per second.
    static let defaultScrollSpeed = 240.0
    /// How far a row must be pushed back beyond the place where it gave way, in pixels, so that jitter does not make
    /// two rows swap back and forth.
    static let reversalSlack = 4.0

    enum State {
        case idle
        case pressing(Landing, row: Int, liftsAt: Instant?)
        case dragging(Lift)
        case selected(row: Int, until: Instant)
        case choosing(Landing, row: Int)
        case scrolling(Pull)
        case spent
    }

    struct Pull {
        /// The row under the landing, or the previously selected row.
        let row: Int
        let isSelected: Bool
        /// The height in the content that stays under the finger.
        let grip: Double
    }

    struct Lift {
        /// Where the row was when it was lifted.
        let home: ListRows.Spot
        var spot: ListRows.Spot
        /// Where the finger is, in pixels from the widget's top edge.
        var finger: Double
        /// The row's center minus the finger's height.
        let grip: Double
        var wentDown: Bool?
    }

    var rows: ListRows
    var scroll: ListScroll
    let size: Size
    private let press: Interval
    private let slop: Double
    private let grab: Grab
    private let edgeZone: Double?
    private let swapRule: SwapRule
    private let onCancel: CancelRule
    private let input: InputChoice
    var state = State.idle

    /// It is dragged unless `input` says otherwise, because two taps in a list may mean something else.
    init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(
            ListRows.settings + [
                "offset", "pressUSec", "tapSlop", "swapRule", "scrollSpeed", "scrollRule", "edgeZone", "grab",
                "onCancel", "input",
            ])
        rows = try ListRows(settings)
        scroll = ListScroll(
            offset: try settings.number("offset", in: 0...1e7) ?? 0, contentHeight: rows.contentHeight,
            viewHeight: size.height,
            speed: try settings.number("scrollSpeed", in: 1...10_000) ?? Self.defaultScrollSpeed,
            rule: try settings.word("scrollRule") ?? .steady)
        swapRule = try settings.word("swapRule") ?? .leadingEdge
        press = try settings.interval("pressUSec", in: 100_000...10_000_000) ?? Self.defaultPress
        slop = try settings.number("tapSlop", in: Tap.slopRange) ?? Tap.defaultSlop
        edgeZone = try settings.number("edgeZone", in: 1...max(size.height / 2, 1))
        grab = try settings.word("grab") ?? .keepOffset
        onCancel = try settings.word("onCancel") ?? .rollBack
        input = try settings.word("input") ?? .drag
        self.size = size
    }

    /// Ids of the rows from top to bottom, as of the last drop.
    var order: [String] { rows.ids }

    /// The rows as `rows` from top to bottom, the scrolled pixels as `offset`, and `contentHeight`.
    var layout: [LayoutPart] {
        let rects = (0..<rows.count).map { index in
            Rect(
                x: 0, y: rows.top(index) - scroll.offset, width: size.width, height: rows.row(at: index).height)
        }
        return [
            LayoutPart("rows", .rects(rects), names: order), LayoutPart("offset", .length(scroll.offset)),
            LayoutPart("contentHeight", .length(rows.contentHeight)),
        ]
    }

    /// When a press lifts, the content scrolls on, or a selection times out.
    var nextDeadline: Instant? {
        switch state {
        case .idle, .choosing, .scrolling, .spent: nil
        case .pressing(_, _, let liftsAt): liftsAt
        case .dragging: scroll.nextDeadline
        case .selected(_, let until): until
        }
    }

    /// A finger may land on a row, or anywhere while a row is selected.
    func accepts(_ place: Point) -> Bool {
        switch state {
        case .idle, .pressing, .dragging, .choosing, .scrolling, .spent: rows.index(at: place.y + scroll.offset) != nil
        case .selected: true
        }
    }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.selected(let row, _), .began):
            state = .choosing(Landing(contact.position, slop: slop), row: row)
        case (.idle, .began), (.pressing, .began), (.dragging, .began), (.choosing, .began), (.scrolling, .began),
            (.spent, .began):
            land(contact, at: time, &events)
        case (.pressing(var landing, let row, let liftsAt), .moved):
            landing.follow(contact.position)
            state = .pressing(landing, row: row, liftsAt: liftsAt)
            guard landing.hasMoved, !pull(row, contact) else { return }
            giveUp(row, .movedAway, by: input.presumed, at: time, &events)
        case (.pressing(_, let row, _), .ended):
            if input.takesTaps { return select(row, at: time, &events) }
            giveUp(row, .notHeld, by: .drag, at: time, &events)
        case (.pressing(_, let row, _), .cancelled):
            giveUp(row, .contactLost, by: input.presumed, at: time, &events)
        case (.dragging(let lift), .moved): drag(lift, to: contact, at: time, &events)
        case (.dragging(let lift), .ended): drop(lift, by: .drag, at: time, &events)
        case (.dragging(let lift), .cancelled): cancel(lift, at: time, &events)
        case (.choosing(var landing, let row), .moved):
            landing.follow(contact.position)
            state = .choosing(landing, row: row)
            if landing.hasMoved { _ = pull(row, isSelected: true, contact) }
        case (.choosing(let landing, let row), .ended): choose(landing, row, at: time, &events)
        case (.choosing(_, let row), .cancelled): wait(row, at: time)
        case (.scrolling(let pull), .moved): scroll(pull, to: contact, at: time, &events)
        case (.scrolling(let pull), .ended), (.scrolling(let pull), .cancelled): letGo(pull, contact, at: time, &events)
        case (.spent, .ended), (.spent, .cancelled): state = .idle
        case (.idle, _), (.spent, .moved), (.selected, _): break
        }
    }

    /// Lifts a row that was pressed long enough, scrolls on, or cancels a selection that timed out.
    mutating func tick(at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .choosing, .scrolling, .spent: break
        case .pressing(let landing, let row, let liftsAt):
            guard let liftsAt, liftsAt <= time else { return }
            pickUp(row, landing, at: liftsAt, &events)
        case .dragging(let lift):
            guard let due = scroll.nextDeadline, due <= time, scroll.advance(to: time) else { return }
            say("scrolled", .move, lift, at: time, &events)
            giveWay(lift, at: time, &events)
        case .selected(let row, let until):
            guard until <= time else { return }
            giveUp(row, .timedOut, by: .tap, at: until, &events)
        }
    }

    mutating func abandon(at time: Instant, _ events: inout Events) {
        guard case .selected(let row, _) = state else { return }
        giveUp(row, .contactLost, by: .tap, at: time, &events)
    }
}

// MARK: - Holding and dragging

extension ReorderList {
    private mutating func land(_ contact: Contact, at time: Instant, _ events: inout Events) {
        guard let row = rows.index(at: contact.position.y + scroll.offset) else { return }
        let liftsAt = input.takesDrags ? time.advanced(by: press) : nil
        state = .pressing(Landing(contact.position, slop: slop), row: row, liftsAt: liftsAt)
        events.add("began", .start, at: time)
        tell(row, &events)
    }

    private mutating func pickUp(_ row: Int, _ landing: Landing, at time: Instant, _ events: inout Events) {
        guard rows.row(at: row).canMove else { return reject(row, .cannotMove, by: .drag, at: time, &events) }
        let finger = landing.position.y
        let grip = grab == .center ? 0 : rows.middle(row) - scroll.offset - finger
        let spot = rows.spot(at: row)
        state = .dragging(Lift(home: spot, spot: spot, finger: finger, grip: grip))
        sayLifted(row, at: finger + grip, time, &events)
    }

    private mutating func drag(_ lift: Lift, to contact: Contact, at time: Instant, _ events: inout Events) {
        var lift = lift
        let isStill = lift.finger == contact.position.y
        lift.finger = contact.position.y
        scroll.run(depth(lift), from: time)
        state = .dragging(lift)
        if !isStill { say("dragged", .move, lift, at: time, &events) }
        giveWay(lift, at: time, &events)
    }

    /// How far the lifted row is held beyond an edge, at most 1: the top one, below 0, or the bottom one.
    private func depth(_ lift: Lift) -> Double {
        let (above, below, whole): (Double, Double, Double)
        if let edgeZone {
            whole = edgeZone
            (above, below) = (edgeZone - lift.finger, lift.finger - size.height + edgeZone)
        } else {
            whole = rows.row(at: lift.home.index).height * Hint.liftScale
            let center = lift.finger + lift.grip
            (above, below) = (whole / 2 - center, center + whole / 2 - size.height)
        }
        return above > 0 ? -min(above / whole, 1) : below > 0 ? min(below / whole, 1) : 0
    }

    private mutating func giveWay(_ lift: Lift, at time: Instant, _ events: inout Events) {
        var lift = lift
        let center = lift.finger + lift.grip + scroll.offset
        let spot =
            switch swapRule {
            case .leadingEdge: braced(lift, centeredAt: center)
            case .enter: rows.spot(of: lift.home.index, at: lift.spot, entering: center)
            }
        guard spot != lift.spot else { return }
        let before = lift.spot
        lift.wentDown = isBelow(spot, before)
        lift.spot = spot
        state = .dragging(lift)
        sayMoved(lift.home.index, from: before, to: spot, at: time, &events)
    }

    /// The place of the row; the row that gave way last goes back only ``reversalSlack`` beyond the place where it did.
    ///
    /// No other row is affected, so the finger's path does not change where the row drops.
    private func braced(_ lift: Lift, centeredAt center: Double) -> ListRows.Spot {
        let spot = rows.spot(of: lift.home.index, centeredAt: center)
        guard let wentDown = lift.wentDown, spot != lift.spot, isBelow(spot, lift.spot) != wentDown else { return spot }
        let slack = wentDown ? Self.reversalSlack : -Self.reversalSlack
        let braced = rows.spot(of: lift.home.index, centeredAt: center + slack)
        return braced == lift.spot || isBelow(braced, lift.spot) == wentDown ? lift.spot : spot
    }

    private func isBelow(_ spot: ListRows.Spot, _ other: ListRows.Spot) -> Bool {
        (spot.section, spot.index) > (other.section, other.index)
    }

    mutating func drop(_ lift: Lift, by way: InputWay, at time: Instant, _ events: inout Events) {
        let id = rows.row(at: lift.home.index).id
        rows.move(lift.home.index, to: lift.spot)
        scroll.run(0, from: time)
        state = .idle
        events.end("dropped", by: way, at: time)
        events.set("id", .word(id))
        events.set("from", lift.home.index)
        events.set("to", lift.spot.index)
        tellSection(lift.spot.section, &events)
        tellOrder(&events)
        events.set(.settle)
    }

    private mutating func cancel(_ lift: Lift, at time: Instant, _ events: inout Events) {
        let row = onCancel == .keep ? lift.spot.index : lift.home.index
        if onCancel == .keep { rows.move(lift.home.index, to: lift.spot) }
        scroll.run(0, from: time)
        giveUp(row, .contactLost, by: .drag, at: time, &events)
    }
}
