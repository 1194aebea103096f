internal import EventLoop
internal import Journal
internal import StrictJSON
import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchVault

/// A judge of a user's secrets, which are stretched off the loop.
protocol SecretJudge: Judge {
    var core: Core { get }
    var user: UserName { get }
    /// The kind of secret of the widget on screen; nil while there is none.
    var secret: SecretKind? { get set }
}

extension SecretJudge {
    func shown(at place: WidgetPlace, by session: JudgedSession) {
        secret = core.screen.withModel(at: place, as: (any SecretModel).self) { model, _ in model.form.kind }
        session.report(["ready": true, "secret": secret.map { .string($0.description) }])
        core.screen.tellObservers()
        panelsChanged(for: session)
    }

    /// A panel was grabbed or released: if only private entries count, the session does not wait for one that another
    /// program keeps from the daemon.
    func panelsChanged(for session: JudgedSession) {
        guard session.showing != nil, core.configuration.unlock.exclusive == .require, core.panels.isAnyElsewhere
        else { return }
        session.end(.failed)
    }

    func ends(_ outcome: Outcome, at place: WidgetPlace?) -> Word {
        outcome != .cancelled && core.panels.isAnyElsewhere ? "panel_held" : ResultLog.noReason
    }

    /// Why an entry is not stretched; nil: it may be.
    func refusal(of origin: GestureOrigin) -> Word? {
        if !core.trusts(origin) { return "untrusted_panel" }
        if !core.isPrivateEnough(origin) { return "not_exclusive" }
        return core.hashing.load < Core.maxHashes ? nil : "busy"
    }

    /// Runs `work` on the worker, and `then` on the loop.
    func stretch<Made: Sendable>(
        _ work: @escaping @Sendable () throws(VaultError) -> Made, then: @escaping (Result<Made, VaultError>) -> Void
    ) {
        let isQueued = core.hashing.run({ Result { () throws(VaultError) in try work() } }, finish: then)
        precondition(isQueued, "there was room in the queue of the worker")
    }

    /// Ends an attempt that could not begin.
    func fail(_ error: VaultError, from origin: GestureOrigin, in session: JudgedSession) {
        core.log.error("cannot check or store a secret: \(error)")
        core.noteStore(error)
        session.refuse("storage_failed", from: origin)
    }
}
