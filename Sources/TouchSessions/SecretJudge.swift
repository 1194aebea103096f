package import System
internal import EventLoop
internal import StrictJSON
import TouchConfiguration
internal import TouchCore
internal import TouchModels
package import TouchScreen
package import TouchVault

/// What the judges of users' secrets share: the vault, and the thread that stretches.
package struct SecretDesk {
    /// Maximum number of secrets waiting to be stretched; a kiosk has one panel, so more than a few is an attack.
    private static let maxHashes = 16

    let surroundings: Surroundings
    /// Limits and rules.
    package let configuration: LiveConfiguration
    /// The vault, and how its faults are told.
    package let keeper: VaultKeeper
    /// Where outcomes are stored.
    package let results: Results
    /// Where secrets are entered.
    package let screen: Screen
    /// Which panels count.
    package let panels: Panels
    /// Enrollments that an operator wants.
    package let asked: AskedEnrollments
    /// The log of what users cause.
    package let peerLog: PeerLog
    /// Who has lately entered the strongest secret.
    let strong = StrongPasses()
    /// The thread that stretches.
    let hashing: Worker

    /// Starts the thread.
    package init(
        _ surroundings: Surroundings, _ configuration: LiveConfiguration, _ keeper: VaultKeeper, _ results: Results,
        _ screen: Screen, _ panels: Panels, _ asked: AskedEnrollments, _ peerLog: PeerLog
    ) throws(SystemError) {
        (self.surroundings, self.configuration, self.keeper, self.results) = (
            surroundings, configuration, keeper, results
        )
        (self.screen, self.panels, self.asked, self.peerLog) = (screen, panels, asked, peerLog)
        hashing = try Worker(on: surroundings.loop, threads: 1, capacity: Self.maxHashes)
    }

    /// The vault that is open now.
    package var vault: Vault { keeper.vault }
    /// Now, on every clock that a stored row needs.
    package var moment: Moment { surroundings.moment }
    /// Who else may see an entry.
    var exclusive: Configuration.Exclusive { configuration.values.unlock.exclusive }

    /// Why an entry does not count; nil: it may.
    func refusal(of origin: GestureOrigin) -> Word? {
        if !panels.trusts(origin) { return Results.untrustedPanel }
        if exclusive == .require, !panels.isPrivate(origin) { return "not_exclusive" }
        return nil
    }

    /// Whether no more secrets may wait to be stretched.
    var isBusy: Bool { hashing.load >= Self.maxHashes }

    /// Runs `work` off the loop, and rules on what it made as part of the write that stores the result.
    ///
    /// - Parameter lift: as of ``JudgedSession/rule(on:of:lift:otherwise:_:)``.
    func stretch<Made: Sendable>(
        of user: UserName, for session: JudgedSession, on origin: GestureOrigin, lift: Instant? = nil,
        _ work: @escaping @Sendable () throws(VaultError) -> Made,
        ruling: @escaping (Made, Moment) throws(VaultError) -> Ruling
    ) {
        let isQueued = hashing.run({ Result { () throws(VaultError) in try work() } }) { made in
            // In a round of its own: the change takes long enough. An error is met again by it.
            try? vault.prepare(user)
            surroundings.loop.onceLater {
                // A caller that gave up meanwhile does not want it stored.
                guard case .working = session.state else { return }
                session.rule(on: origin, of: user, lift: lift) { moment throws(VaultError) in
                    try ruling(made.get(), moment)
                }
            }
        }
        precondition(isQueued, "there was room in the queue of the worker")
    }

    /// Ends an attempt that could not begin.
    func fail(_ error: VaultError, from origin: GestureOrigin, in session: JudgedSession) {
        peerLog.log.error("cannot check or store a secret: \(error)")
        keeper.note(error)
        session.refuse("storage_failed", from: origin)
    }
}

/// Why a user has to enter a secret.
package enum SecretTask {
    /// Each entry is a guess.
    case unlock
    /// A new secret is stored, unless the user's have changed since the caller was authorized.
    case enrollment(EnrollmentJob, since: Lineage)
}

extension JudgedSessions {
    /// Begins to wait for a user's secret.
    package func begin(
        _ task: SecretTask, of user: UserName, _ desk: SecretDesk, _ terms: JudgedSession.Terms, for owner: UInt32
    ) -> JudgedSession {
        let judge: any SecretJudge =
            switch task {
            case .unlock: UnlockJudge(desk, user, for: owner)
            case .enrollment(let job, let lineage): EnrollmentJudge(desk, user, job, since: lineage)
            }
        return JudgedSession(judge, terms, for: owner, in: self)
    }

    /// A panel was grabbed or released.
    package func panelsChanged() {
        for session in all { (session.judge as? any SecretJudge)?.panelsChanged(for: session) }
    }
}

/// A judge of a user's secrets, which are stretched off the loop.
protocol SecretJudge: Judge {
    var desk: SecretDesk { get }
    var user: UserName { get }
    /// The kind of secret of the widget on screen; nil while there is none.
    var secret: SecretKind? { get set }

    /// Judges an entry; an error of the vault is a failed attempt.
    func judge(
        _ secret: Secret, _ entry: SecretEntry, from origin: GestureOrigin, at time: Instant, for session: JudgedSession
    ) throws(VaultError)
}

extension SecretJudge {
    func shown(at place: WidgetPlace, by session: JudgedSession) {
        secret = desk.screen.withModel(at: place, as: (any SecretModel).self) { model, _ in model.form.kind }
        session.report(["ready": true, "secret": secret.map { .string($0.description) }])
        desk.screen.tellObservers()
        panelsChanged(for: session)
    }

    func judge(_ handedIn: HandedIn, from origin: GestureOrigin, at time: Instant, for session: JudgedSession) {
        guard case .secret(let entry) = handedIn, let secret = Secret(entry) else {
            return session.refuse("storage_failed", from: origin)
        }
        do throws(VaultError) { try judge(secret, entry, from: origin, at: time, for: session) } catch {
            desk.fail(error, from: origin, in: session)
        }
    }

    /// A panel was grabbed or released: if only private entries count, the session does not wait for one that another
    /// program keeps from the daemon.
    func panelsChanged(for session: JudgedSession) {
        guard session.showing != nil, desk.exclusive == .require, desk.panels.isAnyElsewhere else { return }
        session.end(.failed)
    }

    func reason(of outcome: ResultOutcome) -> Word {
        outcome != .cancelled && desk.panels.isAnyElsewhere ? "panel_held" : Results.noReason
    }
}
