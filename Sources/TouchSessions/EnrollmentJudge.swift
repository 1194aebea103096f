internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScreen
package import TouchVault

/// Which new secret is stored, and who authorized it.
package struct EnrollmentJob {
    /// An enrollment, a change or a recovery.
    let kind: ResultKind
    /// Which of the user's secrets is entered.
    let slot: SecretSlot
    /// Whether the duress secret was used: then the new one replaces the duress secret, indistinguishably.
    let isUnderDuress: Bool
    /// Whether the one for duress was requested; if under duress, it becomes the second one.
    let isAskedForDuress: Bool

    /// By default, what an administrator asks for.
    package init(
        kind: ResultKind = .enrollment, slot: SecretSlot = .everyday, isUnderDuress: Bool = false,
        isAskedForDuress: Bool = false
    ) {
        (self.kind, self.slot, self.isUnderDuress) = (kind, slot, isUnderDuress)
        self.isAskedForDuress = isAskedForDuress
    }
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
                try job.slot == .duress
                ? desk.vault.beginDuressEnrollment(
                    user, of: secret.kind, posing: job.isUnderDuress && !job.isAskedForDuress)
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
        if job.slot == .everyday {
            let isStored = try desk.vault.store(
                outcome, at: moment, spendsRecovery: job.kind == .recovery, keepsRestrictions: job.kind != .enrollment,
                since: lineage)
            stored = isStored ? .stored : .superseded
        } else if lineage != desk.vault.lineage(of: user) {
            stored = .superseded
        } else if job.isUnderDuress, job.isAskedForDuress {
            // A person who forces the user must not learn from this which secret is the real one.
            stored = try desk.vault.storeSecondDuress(outcome)
        } else {
            stored = try desk.vault.storeDuress(outcome, posingAsChangeAt: job.isUnderDuress ? moment : nil)
        }
        return switch stored {
        case .stored:
            .ruling(
                Ruling(outcome: .passed, reason: job.slot == .duress ? Results.duress : Results.noReason))
        case .sameAsEveryday: .again("same_as_everyday")
        case .superseded: .ruling(Ruling(outcome: .failed, reason: "superseded"))
        }
    }

    func told(_ ruling: Ruling) {
        if ruling.outcome == .passed { desk.asked.forgetEnrolled(user) }
    }

    func reply(for session: JudgedSession) -> JSONObject { session.ending?.fields ?? [:] }
}
