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
/// Subclassing is avoided: what differs between verifying and enrolling is the ``Job``. How drawings are judged and how the
/// session tells and ends stand in files of their own.
final class DrawingSession: GestureListener {
    /// What is done with drawings.
    enum Job {
        /// Each is a guess at the user's pattern.
        case verify(attemptsLeft: Int)
        /// The model asks for two equal ones; the result is stored.
        case enroll(Enrolling)
        /// The same, after the recovery key was right.
        case recover
    }

    /// What an enrollment stores, and on whose word.
    struct Enrolling {
        /// Which of the user's patterns is drawn.
        var slot = SecretSlot.everyday
        /// Whether the user drew the old pattern for it; else an administrator asked.
        var isChange = false
        /// Whether it was the one for duress: then what is drawn takes the place of that one, and nobody can tell.
        var isUnderDuress = false
        /// Whether it was the one for duress that was asked for; if under duress, nothing is stored.
        var isAskedForDuress = false
    }

    /// How far it is.
    enum State {
        case wanted, waiting, hashing, over
    }

    let core: Core
    let call: Call
    let user: UserName
    /// How the user's pattern stood when the caller was let in; what is stored must not undo what came since.
    let lineage: Lineage
    /// The widget that is drawn on; nil as long as none is on screen.
    var place: WidgetPlace?
    var job: Job
    var state = State.wanted
    var number = 0
    /// What the widget on screen takes; nil as long as there is none.
    var secret: SecretKind?
    var timer: Timer?
    var answerTimer: Timer?
    var answer: (() -> Void)?
    /// What waits until a drawing that is counted is compared and its result on the disk.
    var afterward = Afterward()
    let ended: (DrawingSession) -> Void
    /// The attempt that is counted and not compared yet.
    var underWay: Verification?
    /// What the caller wants a passed verdict bound to.
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

    /// Starts the clock.
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

    /// The widget is on screen and bound to the session: says that drawings are heard.
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

    /// A panel was taken or given back: a drawing that another program keeps from the daemon is not waited for, if only
    /// private ones count.
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

    /// Ends the wait because nobody can show a widget.
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

    /// Ends the wait because the daemon stops: a drawing that nobody can compare any more costs nothing.
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
