internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScreen
package import TouchVault

/// Which new secret is stored, and who authorized it.
package struct EnrollmentJob {
    /// An enrollment, a change or a recovery.
    let kind: ResultKind
    /// The level of the proof (``StoredSecret``); 0 for the everyday secret, or without a proof.
    let proof: Int
    /// Whether the secret for duress was requested.
    let isForDuress: Bool

    /// By default, what an administrator asks for.
    package init(kind: ResultKind = .enrollment, proof: Int = 0, isForDuress: Bool = false) {
        (self.kind, self.proof, self.isForDuress) = (kind, proof, isForDuress)
    }

    /// The level at which it is stored.
    var level: Int { isForDuress ? proof + 1 : proof }
}

/// Stores a new secret that was entered twice: for an administrator, for its user, or after the recovery key was right.
final class EnrollmentJudge: SecretJudge {
    let desk: SecretDesk
    let user: UserName
    var secret: SecretKind?
    private let job: EnrollmentJob
    /// The state of the user's secrets when the caller was authorized; storing must not undo later changes.
    private let lineage: Lineage

    init(_ desk: SecretDesk, _ user: UserName, _ job: EnrollmentJob, since lineage: Lineage) {
        (self.desk, self.user, self.job, self.lineage) = (desk, user, job, lineage)
    }

    var subject: ResultSubject { ResultSubject(kind: job.kind, user: user, secret: secret) }
    var reportsAttempts: Bool { false }

    func judge(_ handedIn: HandedIn, from origin: GestureOrigin, at time: Instant, for session: JudgedSession) {
        guard case .secret(let entry) = handedIn, let secret = Secret(entry) else {
            return session.refuse("storage_failed", from: origin)
        }
        if entry.isNew, secret.isCommon { return session.ask("too_common") }
        guard entry.isFirst else { return store(secret, from: origin, for: session) }
        session.ask("first_recorded", isAccepted: true)
    }

    func refused(_ event: String, in session: JudgedSession) {
        session.report(["step": .string(event)])
    }

    private func store(_ secret: Secret, from origin: GestureOrigin, for session: JudgedSession) {
        if let reason = desk.refusal(of: origin) { return session.refuse(reason, from: origin) }
        if desk.isBusy { return session.refuse("busy", from: origin) }
        let begun: Enrollment?
        do throws(VaultError) {
            begun =
                try job.level > 0
                ? desk.vault.beginDuressEnrollment(user, of: secret.kind, posing: !job.isForDuress)
                : desk.vault.beginEnrollment(user, of: secret.kind)
        } catch { return desk.fail(error, from: origin, in: session) }
        guard let enrollment = begun else { return session.refuse("superseded", from: origin) }
        session.work(counts: false)
        desk.stretch(of: user) { () throws(VaultError) in
            try enrollment.run(secret)
        } then: { [self] outcome in
            // A caller that gave up meanwhile does not want it stored.
            guard case .working = session.state else { return }
            session.rule(on: origin, of: user) { [self] moment throws(VaultError) in
                try keep(outcome.get(), at: moment)
            }
        }
    }

    private func keep(_ outcome: EnrollmentOutcome, at moment: Moment) throws(VaultError) -> Judgment {
        let stored: StoredDuress
        if job.level == 0 {
            let isStored = try desk.vault.store(
                outcome, at: moment, spendsRecovery: job.kind == .recovery, keepsRestrictions: job.kind != .enrollment,
                since: lineage)
            stored = isStored ? .stored : .superseded
        } else if lineage != desk.vault.lineage(of: user) {
            stored = .superseded
        } else {
            // A person who forces the user must not learn from this which secret is the real one.
            stored = try desk.vault.storeDuress(
                outcome, at: job.level, posingAsChangeAt: job.isForDuress ? nil : moment)
        }
        return switch stored {
        case .stored:
            .ruling(
                Ruling(outcome: .passed, reason: job.level > 0 ? Results.duress : Results.noReason))
        case .sameAsEveryday: .again("same_as_everyday")
        case .superseded: .ruling(Ruling(outcome: .failed, reason: "superseded"))
        }
    }

    func told(_ ruling: Ruling) {
        if ruling.outcome == .passed { desk.asked.forgetEnrolled(user) }
    }

    func reply(for session: JudgedSession) -> JSONObject { session.ending?.fields ?? [:] }
}
