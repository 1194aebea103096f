internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchVault
internal import Varlink

/// A call that waits for drawings on one pattern widget, until it is decided, given up, or its time is over.
///
///     wanted ──shown──▶ waiting ──drawing──▶ hashing ──▶ waiting | over
///        └────────────────┴── cancelled, expired, no front end ──▶ over
///
/// What differs between verifying and enrolling is the ``Job``, so there are no subclasses. Judging, and reporting and
/// ending, are in files of their own.
final class DrawingSession: GestureListener {
    /// The purpose of the drawings.
    enum Job {
        /// Each is a guess at the user's pattern.
        case verify(attemptsLeft: Int)
        /// The model requires two equal ones; the result is stored.
        case enroll(Enrolling)
        /// The same, after the recovery key was right.
        case recover
    }

    /// What an enrollment stores, and who authorized it.
    struct Enrolling {
        /// Which of the user's patterns is drawn.
        var slot = SecretSlot.everyday
        /// Whether the user drew the old pattern for it; otherwise an administrator asked.
        var isChange = false
        /// Whether the duress secret was used: then the new one replaces the duress secret, indistinguishably.
        var isUnderDuress = false
        /// Whether the one for duress was requested; if under duress, nothing is stored.
        var isAskedForDuress = false
    }

    /// Its state.
    enum State {
        case wanted, waiting, hashing, over
    }

    let core: Core
    let call: Call
    let user: UserName
    /// The state of the user's pattern when the caller was authorized; storing must not undo later changes.
    let lineage: Lineage
    /// The widget for the drawings; nil while none is on screen.
    var place: WidgetPlace?
    var job: Job
    var state = State.wanted
    var number = 0
    /// The kind of secret of the widget on screen; nil while there is none.
    var secret: SecretKind?
    var timer: Timer?
    var answerTimer: Timer?
    var answer: (() -> Void)?
    /// Work that waits until a counted drawing is compared and its result on the disk.
    var afterward = Afterward()
    let ended: (DrawingSession) -> Void
    /// The attempt that is counted but not compared yet.
    var underWay: Verification?
    /// The caller's binding for the token of a passed verdict.
    var binding = TokenBinding.none
    /// The request to put a widget on screen, for a caller without a scene.
    var request: String?

    /// Makes a session for a widget that is not on screen yet.
    ///
    /// - Parameter ended: called once, when it is over.
    init(core: Core, call: Call, user: UserName, job: Job, ended: @escaping (DrawingSession) -> Void) {
        self.core = core
        self.call = call
        self.user = user
        self.job = job
        lineage = core.vault.lineage(of: user)
        self.ended = ended
    }

    /// Starts the timeout.
    func start(patience: Interval) throws(SystemError) {
        timer = try core.loop.timer { [unowned self] in giveUp(.expired) }
        timer?.arm(at: core.loop.now.advanced(by: patience))
        answerTimer = try core.loop.timer { [unowned self] in
            let answer = answer
            self.answer = nil
            answer?()
        }
        call.onCancelled = { [unowned self] in giveUp(.cancelled) }
        core.heartbeat.keepAlive(call)
    }

    /// The widget is on screen and bound to the session: reports that drawings are accepted.
    func shown(at place: WidgetPlace) {
        guard case .wanted = state else { return }
        (self.place, state) = (place, .waiting)
        let form = core.screen.withModel(at: place, as: (any SecretModel).self) { model, _ in model.form }
        secret = form?.kind
        if call.wantsMore {
            call.replyContinuing(["ready": true, "secret": secret.map { .string($0.rawValue) }])
        }
        core.screen.tellObservers()
        panelsChanged()
    }

    /// A panel was grabbed or released: if only private drawings count, the session does not wait for one that another
    /// program keeps from the daemon.
    func panelsChanged() {
        guard core.configuration.unlock.exclusive == .require, core.panels.isAnyElsewhere else { return }
        giveUp(.failed)
    }

    func gestureEnded(_ end: GestureEnd, at place: WidgetPlace, from origin: GestureOrigin, time: Instant) {
        guard case .waiting = state, !afterward.isAwaited else { return }
        switch (end.kind, job) {
        case (.handedIn, .verify): check(origin, lift: time)
        case (.handedIn, .enroll), (.handedIn, .recover): acceptNewSecret(origin)
        case (.refused, .enroll), (.refused, .recover):
            if call.wantsMore { call.replyContinuing(["step": .string(end.name)]) }
        case (.refused, .verify), (.over, _): break
        }
    }

    func sceneGone() {
        giveUp(.cancelled)
    }

    /// Ends the wait because no front end can show a widget.
    func fail(_ error: VarlinkError) {
        if case .over = state { return }
        end { call in call.fail(error) }
    }

    /// Ends the wait from outside: the daemon stops.
    func giveUp(_ outcome: Outcome) {
        if afterward.putOff({ [self] in giveUp(outcome) }) { return }
        if case .over = state { return }
        let isPanelHeld = outcome != .cancelled && core.panels.isAnyElsewhere
        let reason: Word = isPanelHeld ? "panel_held" : ResultLog.noReason
        finish(
            outcome, result: core.record(result(outcome, reason, from: nil)),
            reason: isPanelHeld ? reason.description : nil)
    }

    /// Ends the wait because the daemon stops: a drawing that was not compared is not counted.
    func stop() {
        _ = afterward.end()
        if let verification = underWay {
            do throws(VaultError) { try core.vault.giveBack(verification) } catch {
                core.log.error("cannot restore an attempt of \(core.logged(user)): \(error)")
            }
        }
        giveUp(.cancelled)
    }
}
