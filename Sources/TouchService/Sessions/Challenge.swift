internal import EventLoop
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchPicture
internal import TouchVault
internal import Varlink

/// One slide captcha from its creation to its verdict.
///
///     issued ──presented──▶ shown ──solved──▶ over
///        │                    │ ──missed──▶ shown | over
///        └──── expired ───────┴──── expired, scene gone ──▶ over
///
/// With the profiles that renew, a missed picture takes no more fingers until ``refresh(_:)`` has brought another.
final class Challenge: GestureListener {
    /// The target as the caller gave it, for tours and tests.
    struct Given {
        let targetValue: Double
        let thumbCenterY: Double?
    }

    /// What the caller asked for.
    struct Wishes {
        let profile: CaptchaProfile
        let drive: SlideCaptcha.Drive
        let given: Given?
        let attempts: Int
        let patience: Int64
        let binding: TokenBinding
        /// Path data of the piece's shape, for a challenge with pictures; it can be read.
        let shape: String?
    }

    /// What is on screen: a puzzle of ours, or whatever the front end has.
    enum Scenery {
        case drawn(PuzzleCut)
        /// Nobody has asked for pictures yet; without, the front end draws what it likes.
        case undrawn(PuzzleOrder, Chance)
    }

    /// A random target in parts of the way, taken once so that a widget of another size has the same.
    struct Chance {
        let x: Double
        let y: Double

        init() {
            var generator = SystemRandomNumberGenerator()
            x = .random(in: 0..<1, using: &generator)
            y = .random(in: 0..<1, using: &generator)
        }
    }

    /// Most pictures that people may ask for because they do not like the one they have.
    static let mostRefreshes = 10

    private enum State {
        case issued
        case shown(WidgetPlace)
        case over(Outcome, result: String?, token: String?)
    }

    /// Unguessable name.
    let id: String
    /// Who asked for it.
    let owner: UInt32
    /// When it is over at the latest, in microseconds of CLOCK_MONOTONIC; then when it may be forgotten.
    private(set) var deadline: Int64
    private let core: Core
    private let wishes: Wishes
    private var scenery: Scenery
    private var attemptsLeft: Int
    private var number = 0
    private var misses = 0
    /// Pictures that were handed out, but for those after a miss.
    private var pictures: Int
    private var isRefreshing = false
    /// Whether the picture was missed and counts no more.
    private var isSpent = false
    private var state = State.issued
    private var waiting = OpenCalls<Void>()

    /// How long a verdict can be asked for after the end, in microseconds.
    static let memoryMicroseconds: Int64 = 120_000_000

    init(core: Core, owner: UInt32, wishes: Wishes, scenery: Scenery) {
        id = Core.unguessableName()
        self.core = core
        self.owner = owner
        self.wishes = wishes
        self.scenery = scenery
        attemptsLeft = wishes.attempts
        pictures = if case .drawn = scenery { 1 } else { 0 }
        deadline = core.loop.nowMicroseconds + wishes.patience
    }

    private var given: Given? { wishes.given }

    /// Whether it can be put on screen.
    var isIssued: Bool {
        if case .issued = state { true } else { false }
    }

    /// Whether it is on screen at that place.
    func isShown(at place: WidgetPlace?) -> Bool {
        if case .shown(let shown) = state { shown == place } else { false }
    }

    /// Whether it is decided.
    var isOver: Bool {
        if case .over = state { true } else { false }
    }

    /// Makes the model for a widget of that size; the target never leaves the model.
    ///
    /// - Parameter asked: the front end's settings; its choice between dragging and tapping counts, and without pictures
    ///   its shape of the piece.
    func makeModel(size: Size, asked: Settings) throws(SettingError) -> SlideCaptcha {
        var settings: Settings = [
            "drive": .word(wishes.drive.rawValue), "tolerance": .number(core.configuration.captcha.tolerance),
        ]
        settings["input"] = asked["input"]
        switch scenery {
        case .drawn(let cut):
            add(cut, to: &settings)
        case .undrawn(let order, let chance):
            guard order.rules.gap == .veil else {
                throw .impossible(
                    key: "challenge", reason: "its pictures have not been asked for with io.touchd.captcha.Refresh")
            }
            settings["piece"] = asked["piece"]
            let blank = try SlideCaptcha(settings: settings, size: size)
            if let given {
                settings["targetValue"] = .number(given.targetValue)
                settings["thumbCenterY"] = .number(given.thumbCenterY ?? blank.picture.size.height / 2)
            } else {
                let reach = SlideCaptcha.reach(of: blank.picture.size, piece: blank.piece.size)
                settings["targetX"] = .number((chance.x * (reach.width.rounded(.down) + 1)).rounded(.down))
                settings["targetY"] = .number((chance.y * (reach.height.rounded(.down) + 1)).rounded(.down))
            }
        }
        return try SlideCaptcha(settings: settings, size: size)
    }

    private func add(_ cut: PuzzleCut, to settings: inout Settings) {
        let numbers = [
            "pictureWidth": cut.size.width, "pictureHeight": cut.size.height, "pieceWidth": cut.piece.size.width,
            "pieceHeight": cut.piece.size.height, "pieceTurn": cut.piece.turn, "startX": cut.start.x,
            "startY": cut.start.y, "targetX": cut.target.x, "targetY": cut.target.y,
        ]
        for (key, number) in numbers { settings[key] = .number(Double(number)) }
        if let tolerance = wishes.profile.tolerance(inPictureOf: cut.size.height) {
            settings["tolerance"] = .number(tolerance)
        }
        settings["piece"] = wishes.shape.map { .word($0) }
        settings["touchTolerance"] = touchTolerance.map { .number($0) }
        settings["renews"] = .bool(wishes.profile.renews)
        settings["spent"] = .bool(isSpent)
    }

    /// How far off the piece may be let go in view pixels, where a panel tells its millimetres.
    private var touchTolerance: Double? {
        guard let millimetres = wishes.profile.touchTolerance, let density = core.panels.pixelsPerMillimetre
        else { return nil }
        return millimetres * density
    }

    /// It is on screen now.
    func shown(at place: WidgetPlace) {
        state = .shown(place)
    }

    func gestureEnded(_ name: String, at place: WidgetPlace, from origin: GestureOrigin, time: Instant) {
        guard case .shown = state, name == "solved" || name == "missed" else { return }
        number += 1
        attemptsLeft -= 1
        if name == "missed" {
            misses += 1
            isSpent = wishes.profile.renews
        }
        let isTrusted = core.trusts(origin.provenance)
        var outcome: Outcome = name == "solved" && isTrusted ? .passed : .failed
        let reason: Word = outcome == .passed ? ResultLog.noReason : isTrusted ? "missed" : "untrusted_device"
        let result = core.record(
            .captcha, outcome, reason, owner: owner, from: origin, isDemo: given != nil, attempt: number,
            scene: place.scene, widget: place.widget)
        if result == nil { outcome = .failed }
        let said = outcome == .passed ? nil : result == nil ? "storage_failed" : reason.description
        core.screen.announce(place, passed: outcome == .passed, reason: said, result: result)
        report(outcome, said, result)
        // A solved picture cannot be solved again, so an untrusted or unstored solution ends the challenge too.
        if name == "solved" || attemptsLeft == 0 { finish(outcome, result: result) }
    }

    func sceneGone() {
        finish(.cancelled)
    }

    /// Ends it without a drag: expired, or taken away.
    func finish(_ outcome: Outcome) {
        if isOver { return }
        let place: WidgetPlace? = if case .shown(let place) = state { place } else { nil }
        let result = core.record(
            .captcha, outcome, ResultLog.noReason, owner: owner, from: nil, isDemo: given != nil,
            attempt: max(number, 1), scene: place?.scene, widget: place?.widget)
        finish(outcome, result: result)
    }

    /// Answers a call for another picture: when this one was missed, or because a person asks for it.
    ///
    /// After a miss it has more decoys; the tolerance stays. A gesture under way is cancelled.
    func refresh(_ call: Call) {
        guard !isOver, !isRefreshing, isSpent || pictures <= Self.mostRefreshes else {
            return call.fail(Self.noPicture(id))
        }
        if !isSpent { pictures += 1 }
        let order = nextOrder
        isRefreshing = true
        let isDrawn = core.puzzles.take(order) { [weak self] puzzle in
            guard let self else { return }
            isRefreshing = false
            guard !isOver else { return call.fail(Self.noPicture(id)) }
            show(puzzle.cut)
            call.reply { puzzle.write(into: &$0) }
        }
        if !isDrawn {
            isRefreshing = false
            call.fail(VarlinkError("io.touchd.captcha.TooManyChallenges"))
        }
    }

    private var nextOrder: PuzzleOrder {
        switch scenery {
        case .undrawn(let order, _): return order
        case .drawn(let cut):
            var order = PuzzleOrder(size: cut.size, rules: wishes.profile.rules.harder(by: misses), piece: cut.piece)
            if given != nil { order.target = cut.target }
            return order
        }
    }

    /// Whether a user's front end shows it, or is asked to.
    func isServed(by uid: UInt32) -> Bool {
        switch state {
        case .issued: core.requests.wanted(id, by: uid) != nil
        case .shown(let place): core.screen.scene(place.scene, of: uid) != nil
        case .over: false
        }
    }

    private func show(_ cut: PuzzleCut) {
        scenery = .drawn(cut)
        isSpent = false
        guard case .shown(let place) = state else { return }
        let time = Instant(microseconds: core.loop.nowMicroseconds)
        _ = core.screen.withModel(at: place, as: SlideCaptcha.self) { captcha, events in
            captcha.reset(target: Point(cut.target), start: Point(cut.start), at: time, &events)
        }
    }

    private static func noPicture(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.captcha.NoPicture", ["challenge": .string(id)])
    }

    /// Answers a call for the verdict: at once, or when it is known.
    func answer(_ call: Call) {
        if isOver || !call.wantsMore { return call.reply(verdict) }
        waiting.add(call)
        core.heartbeat.keepAlive(call)
    }

    private func finish(_ outcome: Outcome, result: String?) {
        if isOver { return }
        let token = outcome == .passed ? core.token(for: result, challenge: id, binding: wishes.binding) : nil
        state = .over(outcome, result: result, token: token)
        deadline = core.loop.nowMicroseconds + Self.memoryMicroseconds
        core.screen.unbind(self)
        core.requests.end(id)
        for call in waiting.takeAll() { call.reply(verdict) }
    }

    private var verdict: JSONObject {
        guard case .over(let outcome, let result, let token) = state else { return ["demo": given != nil ? true : nil] }
        return [
            "outcome": .string(outcome.rawValue), "result": result.map { .string($0) },
            "demo": given != nil ? true : nil, "token": token.map { .string($0) },
        ]
    }

    private func report(_ outcome: Outcome, _ reason: String?, _ result: String?) {
        let attempt: JSONObject = [
            "result": result.map { .string($0) }, "number": .integer(Int64(number)),
            "outcome": .string(outcome.rawValue), "reason": reason.map { .string($0) },
        ]
        waiting.send(["attempt": .object(attempt)])
    }
}

extension Point {
    fileprivate init(_ place: Puzzle.Place) {
        self.init(x: Double(place.x), y: Double(place.y))
    }
}

extension DrawnPuzzle {
    /// Writes what a front end needs to draw it, and nothing else.
    func write(into writer: inout JSONWriter) {
        writer.object("picture") { writer in
            writer.member("width", cut.size.width)
            writer.member("height", cut.size.height)
            writer.key("png" as StaticString)
            writer.raw(picture.quoted)
        }
        writer.object("piece") { writer in
            writer.member("width", cut.piece.size.width)
            writer.member("height", cut.piece.size.height)
            writer.key("png" as StaticString)
            writer.raw(piece.quoted)
        }
        writer.object("start") { writer in
            writer.member("x", cut.start.x)
            writer.member("y", cut.start.y)
        }
    }
}

extension [UInt8] {
    /// As a text of JSON, for bytes that it need not escape.
    fileprivate var quoted: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(count + 2)
        text.append(UInt8(ascii: "\""))
        text += self
        text.append(UInt8(ascii: "\""))
        return text
    }
}
