internal import TouchCore

/// An object that is dragged and thrown, comes to rest within the widget, and can be caught in flight.
///
///     idle ──began──▶ dragging ──ended──▶ flying ──duration──▶ idle       released … settled
///                        │ ▲                └──began (caught)──▶ dragging
///                        │ └──────── caught at its current place
///                        └──cancelled──▶ idle
///
/// `released` has all that a front end needs to play the flight by itself, for instance as a CSS transition: the start,
/// the target, the duration and the four numbers of `cubic-bezier()`. With `tickRate` the places in flight are reported
/// too. Each axis is clamped to the widget separately, like a puck that slides along the wall.
///
/// The default `least_squares` is the better estimate of a finger's speed: against the movement that really followed,
/// in 2172 cuts through recorded strokes of capacitive panels at 72 to 134 Hz, its error is 15 % in the median (29 % in
/// the mean), that of `seed` 31 % (36 %). With windows of 30, 60 and 100 ms the median error is 15, 18 and 24 %; 40 ms
/// still covers three samples of the slowest panel.
struct InertialDrag: Model {
    static let kind = "inertial_drag"
    static let protection = Protection.none

    enum Grab: String, CaseIterable, Sendable {
        case anywhere
        /// On the object; anywhere while it flies, since people cannot hit it then.
        case object
    }

    enum Velocity: String, CaseIterable, Sendable {
        /// From the last two samples that were more than `sampleIntervalUSec` apart.
        case seed
        /// From the least-squares line through the samples of the last `windowUSec`.
        case leastSquares = "least_squares"
    }

    static let defaultDuration = Interval.seconds(1)
    /// Default divisor of speed times duration, which gives the distance of a flight.
    static let defaultDamping = 5.0
    /// Spacing of the samples used by `velocity: seed`; also the time without a report after which a finger is at rest.
    static let defaultSampleInterval = Interval.milliseconds(20)
    /// Age of the oldest sample used by `velocity: least_squares`.
    static let defaultWindow = Interval.milliseconds(40)
    /// Slower objects stay in place, in pixels per second: the jitter of a resting finger.
    static let defaultMinimumSpeed = 20.0
    /// Faster releases are limited to this, in pixels per second: twice the fastest strokes of people.
    static let defaultMaximumSpeed = 20_000.0
    /// Allowed rates of reports in flight, per second.
    static let tickRates = 0...240

    private enum State {
        case idle
        case dragging(Hold)
        case flying(Flight, nextTick: Instant?)
    }

    private struct Hold {
        var landing: Landing
        /// The object's place minus the finger's.
        let offset: Point
        let mayDrag: Bool
        let isTapTarget: Bool
    }

    private let size: Size
    private let object: Size
    private let grab: Grab
    private let velocity: Velocity
    private let duration: Interval
    private let damping: Double
    private let curve: CubicBezier
    private let curveNumbers: [Double]
    private let sampleInterval: Interval
    private let window: Interval
    private let speeds: ClosedRange<Double>
    private let clampsWhileDragging: Bool
    private let tickSpacing: Interval?
    private let input: InputChoice
    private let slop: Double
    private var rest: Point
    private var sampled: SampledVelocity
    private var fitted: FittedVelocity
    private var state = State.idle

    /// It is dragged unless `input` says otherwise, because a tap catches.
    init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow([
            "positionX", "positionY", "objectWidth", "objectHeight", "grab", "velocity", "durationUSec", "damping",
            "curve", "sampleIntervalUSec", "windowUSec", "minSpeed", "maxSpeed", "clampWhileDragging", "tickRate",
            "input", "tapSlop",
        ])
        self.size = size
        object = Size(
            width: try settings.number("objectWidth", in: 0...size.width) ?? 0,
            height: try settings.number("objectHeight", in: 0...size.height) ?? 0)
        grab = try settings.word("grab") ?? .anywhere
        velocity = try settings.word("velocity") ?? .leastSquares
        duration = try settings.interval("durationUSec", in: 50_000...10_000_000) ?? Self.defaultDuration
        damping = try settings.number("damping", in: 0.1...100) ?? Self.defaultDamping
        if let four = try settings.numbers("curve", count: 4...4, in: 0...1) {
            curve = CubicBezier(x1: four[0], y1: four[1], x2: four[2], y2: four[3])
        } else {
            curve = .fling
        }
        curveNumbers = [curve.x1, curve.y1, curve.x2, curve.y2]
        sampleInterval =
            try settings.interval("sampleIntervalUSec", in: 1_000...200_000) ?? Self.defaultSampleInterval
        window = try settings.interval("windowUSec", in: 5_000...500_000) ?? Self.defaultWindow
        let slowest = try settings.number("minSpeed", in: 0...1e6) ?? Self.defaultMinimumSpeed
        let fastest = try settings.number("maxSpeed", in: 0...1e6) ?? Self.defaultMaximumSpeed
        guard slowest <= fastest else {
            throw .impossible(key: "maxSpeed", reason: "\(fastest) is below the minimum \(slowest)")
        }
        speeds = slowest...fastest
        clampsWhileDragging = try settings.bool("clampWhileDragging") ?? true
        let rate = try settings.integer("tickRate", in: Self.tickRates) ?? 0
        tickSpacing = rate == 0 ? nil : .microseconds(Int64(1_000_000 / rate))
        input = try settings.word("input") ?? .drag
        slop = try settings.number("tapSlop", in: Tap.slopRange) ?? Tap.defaultSlop
        rest = Point(
            x: try settings.number("positionX", in: 0...size.width) ?? size.width / 2,
            y: try settings.number("positionY", in: 0...size.height) ?? size.height / 2)
        sampled = SampledVelocity(from: rest, at: Instant(microseconds: 0), interval: sampleInterval)
        fitted = FittedVelocity(
            from: rest, at: Instant(microseconds: 0), window: window, rest: sampleInterval)
        rest = clamped(rest)
    }

    /// The object's center at a moment, in pixels from the widget's top left corner.
    func position(at time: Instant) -> Point {
        switch state {
        case .idle, .dragging: rest
        case .flying(let flight, _): flight.position(at: time)
        }
    }

    /// The object as `object`: its rectangle at rest, or where it was last released.
    var layout: [LayoutPart] {
        [
            LayoutPart(
                "object",
                .rect(
                    Rect(
                        x: rest.x - object.width / 2, y: rest.y - object.height / 2, width: object.width,
                        height: object.height)))
        ]
    }

    /// The end of the flight, or the next report.
    var nextDeadline: Instant? {
        switch state {
        case .idle, .dragging: nil
        case .flying(let flight, let nextTick): min(nextTick ?? flight.end, flight.end)
        }
    }

    /// A finger may land anywhere; with `grab: object` and no tapping only on the object, unless it flies.
    func accepts(_ place: Point) -> Bool {
        switch state {
        case .idle, .dragging: input.takesTaps || holds(place)
        case .flying: true
        }
    }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.idle, .began), (.dragging, .began):
            land(contact, at: time, caught: false, &events)
        case (.flying(let flight, _), .began):
            rest = flight.position(at: time)
            events.add("caught", .step, at: time)
            events.set(rest)
            land(contact, at: time, caught: true, &events)
        case (.dragging(var hold), .moved):
            hold.landing.follow(contact.position)
            state = .dragging(hold)
            if hold.mayDrag {
                follow(hold, to: contact, at: time, &events)
            } else if hold.landing.hasMoved {
                cancel(hold, .movedAway, at: time, &events)
            }
        case (.dragging(let hold), .ended):
            release(hold, at: time, &events)
        case (.dragging(let hold), .cancelled):
            cancel(hold, .contactLost, at: time, &events)
        case (.idle, _), (.flying, _): break
        }
    }

    /// Reports the place in flight, or the end of the flight.
    mutating func tick(at time: Instant, _ events: inout Events) {
        guard case .flying(let flight, let nextTick) = state else { return }
        if flight.end <= time { return settle(at: flight.end, on: flight.to, &events) }
        guard let nextTick, let tickSpacing, nextTick <= time else { return }
        let passed = time.since(flight.start).microseconds / tickSpacing.microseconds
        state = .flying(
            flight,
            nextTick: flight.start.advanced(by: .microseconds((passed + 1) * tickSpacing.microseconds)))
        events.add("animating", .move, at: time)
        events.set(flight.position(at: time))
        events.set("progress", flight.progress(at: time))
    }
}

extension InertialDrag {
    private func holds(_ place: Point) -> Bool {
        input.takesDrags && (grab == .anywhere || isOnObject(place))
    }

    private func isOnObject(_ place: Point) -> Bool {
        abs(place.x - rest.x) <= max(object.width / 2, slop) && abs(place.y - rest.y) <= max(object.height / 2, slop)
    }

    private func clamped(_ place: Point) -> Point {
        Point(
            x: min(max(place.x, object.width / 2), size.width - object.width / 2),
            y: min(max(place.y, object.height / 2), size.height - object.height / 2))
    }

    private mutating func land(_ contact: Contact, at time: Instant, caught: Bool, _ events: inout Events) {
        let place = contact.position
        state = .dragging(
            Hold(
                landing: Landing(place, slop: slop), offset: Point(x: rest.x - place.x, y: rest.y - place.y),
                mayDrag: caught && input.takesDrags || holds(place),
                isTapTarget: input.takesTaps && !caught && !isOnObject(place)))
        sampled = SampledVelocity(from: place, at: time, interval: sampleInterval)
        fitted = FittedVelocity(from: place, at: time, window: window, rest: sampleInterval)
        events.add("began", .start, at: time)
        events.set(rest)
    }

    private mutating func follow(_ hold: Hold, to contact: Contact, at time: Instant, _ events: inout Events) {
        sampled.add(contact.position, at: time)
        fitted.add(contact.position, at: time)
        let wanted = contact.position.offset(dx: hold.offset.x, dy: hold.offset.y)
        let place = clampsWhileDragging ? clamped(wanted) : wanted
        guard place != rest else { return }
        rest = place
        events.add("moved", .move, at: time)
        events.set(rest)
    }

    private mutating func release(_ hold: Hold, at time: Instant, _ events: inout Events) {
        let isTap = input.takesTaps && !hold.landing.hasMoved
        if isTap {
            let target = hold.isTapTarget ? clamped(hold.landing.position) : clamped(rest)
            return fly(to: target, velocity: .zero, by: .tap, at: time, &events)
        }
        let speed = limited(velocity == .seed ? sampled.velocity(at: time) : fitted.velocity(at: time))
        let reach = duration.seconds / damping
        fly(
            to: clamped(rest.offset(dx: speed.x * reach, dy: speed.y * reach)), velocity: speed,
            by: input.presumed, at: time, &events)
    }

    /// The velocity limited to `maxSpeed`; zero below `minSpeed`.
    private func limited(_ velocity: Point) -> Point {
        let speed = velocity.distance(to: .zero)
        guard speed > 0, speed >= speeds.lowerBound, speed.isFinite else { return .zero }
        let scale = min(speeds.upperBound / speed, 1)
        return Point(x: velocity.x * scale, y: velocity.y * scale)
    }

    private mutating func fly(
        to target: Point, velocity: Point, by way: InputWay, at time: Instant, _ events: inout Events
    ) {
        let length = target == rest ? Interval(microseconds: 0) : duration
        events.end("released", by: way, at: time)
        events.set(rest)
        events.set("targetX", target.x)
        events.set("targetY", target.y)
        events.set("velocityX", velocity.x)
        events.set("velocityY", velocity.y)
        events.set("durationUSec", Int(length.microseconds))
        events.set("curve", .numbers(curveNumbers))
        guard target != rest else { return settle(at: time, on: target, &events) }
        state = .flying(
            Flight(from: rest, to: target, start: time, duration: duration, curve: curve),
            nextTick: tickSpacing.map { time.advanced(by: $0) })
    }

    private mutating func settle(at time: Instant, on place: Point, _ events: inout Events) {
        rest = place
        state = .idle
        events.add("settled", .step, at: time)
        events.set(rest)
    }

    private mutating func cancel(_ hold: Hold, _ reason: Reason, at time: Instant, _ events: inout Events) {
        rest = clamped(rest)
        state = .idle
        events.cancel(reason, by: hold.mayDrag ? .drag : .tap, at: time)
        events.set(rest)
    }
}
