internal import EventLoop
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchVault
internal import Varlink

/// One slide captcha from its creation to its verdict.
///
///     issued ──presented──▶ shown ──solved──▶ over
///        │                    │ ──missed──▶ shown | over
///        └──── expired ───────┴──── expired, scene gone ──▶ over
final class Challenge: GestureListener {
    /// The target as the caller gave it, for tours and tests.
    struct Given {
        let targetValue: Double
        let thumbCenterY: Double?
    }

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
    private let drive: SlideCaptcha.Drive
    private let given: Given?
    private let binding: TokenBinding
    private var attemptsLeft: Int
    private var number = 0
    private var state = State.issued
    private var waiting = OpenCalls<Void>()

    /// How long a verdict can be asked for after the end, in microseconds.
    static let memoryMicroseconds: Int64 = 120_000_000

    init(
        core: Core, owner: UInt32, drive: SlideCaptcha.Drive, given: Given?, attempts: Int, patience: Int64,
        binding: TokenBinding
    ) {
        id = Core.unguessableName()
        self.core = core
        self.owner = owner
        self.drive = drive
        self.given = given
        self.binding = binding
        attemptsLeft = attempts
        deadline = core.loop.nowMicroseconds + patience
    }

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

    /// Makes the model for a widget of that size; the target is drawn here and never leaves the model.
    ///
    /// - Parameter asked: the front end's settings; its choice between dragging and tapping and its shape of the piece
    ///   count.
    func makeModel(size: Size, asked: Settings) throws(SettingError) -> SlideCaptcha {
        var settings: Settings = [
            "drive": .word(drive.rawValue), "tolerance": .number(core.configuration.captcha.tolerance),
        ]
        for key in ["input", "piece"] { settings[key] = asked[key] }
        let blank = try SlideCaptcha(settings: settings, size: size)
        let picture = blank.picture.size
        if let given {
            settings["targetValue"] = .number(given.targetValue)
            settings["thumbCenterY"] = .number(given.thumbCenterY ?? picture.height / 2)
        } else {
            var generator = SystemRandomNumberGenerator()
            let target = SlideCaptcha.randomTarget(in: picture, piece: blank.piece.size, using: &generator)
            settings["targetX"] = .number(target.x)
            settings["targetY"] = .number(target.y)
        }
        return try SlideCaptcha(settings: settings, size: size)
    }

    /// It is on screen now.
    func shown(at place: WidgetPlace) {
        state = .shown(place)
    }

    func gestureEnded(_ name: String, at place: WidgetPlace, from origin: GestureOrigin, time: Instant) {
        guard case .shown = state, name == "solved" || name == "missed" else { return }
        number += 1
        attemptsLeft -= 1
        let isTrusted = core.trusts(origin)
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

    /// Answers a call for the verdict: at once, or when it is known.
    func answer(_ call: Call) {
        if isOver || !call.wantsMore { return call.reply(verdict) }
        waiting.add(call)
        core.heartbeat.keepAlive(call)
    }

    private func finish(_ outcome: Outcome, result: String?) {
        if isOver { return }
        let token = outcome == .passed ? core.token(for: result, challenge: id, binding: binding) : nil
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
