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
    var attemptLength: Int? { nil }

    func judge(
        _ secret: Secret, _ entry: SecretEntry, from origin: GestureOrigin, at time: Instant, for session: JudgedSession
    ) throws(VaultError) {
        if entry.isNew, secret.isCommon { return session.ask("too_common") }
        if entry.isFirst { return session.ask("first_recorded", isAccepted: true) }
        if let reason = desk.refusal(of: origin) { return session.refuse(reason, from: origin) }
        if desk.isBusy { return session.refuse("busy", from: origin) }
        let begun =
            try job.kind == .change
            ? desk.vault.beginChange(user, of: secret.kind, at: job.level, isForDuress: job.isForDuress)
            : desk.vault.beginEnrollment(user, of: secret.kind)
        guard let begun else { return session.refuse("superseded", from: origin) }
        session.work()
        desk.stretch(of: user, for: session, on: origin) { () throws(VaultError) in
            try begun.run(secret)
        } ruling: { [self] outcome, moment throws(VaultError) in
            switch try store(outcome, at: moment) {
            case .stored:
                Ruling(outcome: .passed, reason: job.level > 0 ? Results.duress : Results.noReason)
            case .sameAsEveryday: Ruling(outcome: .failed, step: "same_as_everyday")
            case .superseded: Ruling(outcome: .failed, reason: "superseded")
            }
        }
    }

    func passed() { desk.asked.forgetEnrolled(user) }

    private func store(_ outcome: EnrollmentOutcome, at moment: Moment) throws(VaultError) -> StoredChange {
        if job.kind == .change {
            if lineage != desk.vault.lineage(of: user) { return .superseded }
            return try desk.vault.storeChange(outcome, at: job.level, changed: job.isForDuress ? nil : moment)
        }
        let isStored = try desk.vault.store(
            outcome, at: moment, spendsRecovery: job.kind == .recovery, since: lineage)
        return isStored ? .stored : .superseded
    }
}
