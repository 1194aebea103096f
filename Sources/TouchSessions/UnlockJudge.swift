internal import EventLoop
internal import Journal
internal import StrictJSON
import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchScreen
internal import TouchVault

/// Compares entries with a user's secrets: each is a guess.
final class UnlockJudge: SecretJudge {
    let desk: SecretDesk
    let user: UserName
    var secret: SecretKind?
    private let owner: UInt32
    /// The attempt that is counted but not compared yet.
    private var underWay: Verification?
    /// The version of the user's secrets for which the last attempt was right.
    private var proven: Lineage?

    init(_ desk: SecretDesk, _ user: UserName, for owner: UInt32) {
        (self.desk, self.user, self.owner) = (desk, user, owner)
    }

    var subject: ResultSubject { ResultSubject(kind: .unlock, user: user, secret: secret) }
    var reportsAttempts: Bool { true }
    var attemptLength: Int? { AnswerLength.attempt }

    func judge(_ handedIn: HandedIn, from origin: GestureOrigin, at time: Instant, for session: JudgedSession) {
        guard case .secret(let entry) = handedIn, let guess = Secret(entry) else {
            return session.refuse("storage_failed", from: origin)
        }
        if let reason = desk.refusal(of: origin) { return session.refuse(reason, from: origin) }
        do throws(VaultError) {
            if let needed = try desk.neededKind(of: user, for: session.audience), needed != secret {
                return session.refuse(SecretDesk.strongNeeded, from: origin)
            }
        } catch { return desk.fail(error, from: origin, in: session) }
        session.work(counts: true)
        // Counted before it is compared; the disk is waited for twice, by threads. Other fingers are read first.
        desk.screen.loop.onceLater { [self] in
            desk.keeper.writes.whenAtRest(desk.vault) {
                self.count(guess, from: origin, at: time, for: session)
            } fail: { [desk] error in
                desk.fail(error, from: origin, in: session)
            }
        }
    }

    private func count(_ guess: Secret, from origin: GestureOrigin, at time: Instant, for session: JudgedSession) {
        if desk.isBusy { return session.refuse("busy", from: origin) }
        let lineage = desk.vault.lineage(of: user)
        let verification: Verification
        do throws(VaultError) {
            switch try desk.vault.beginVerification(user, guess, at: desk.moment) {
            case .granted(let granted): verification = granted
            case .refused(let standing): return session.refuse(standing.refusal, from: origin)
            }
        } catch { return desk.fail(error, from: origin, in: session) }
        underWay = verification
        desk.stretch(of: user) { () throws(VaultError) in
            try verification.run(guess)
        } then: { [self] outcome in
            underWay = nil
            session.rule(on: origin, of: user, lift: time) { [self] moment throws(VaultError) in
                let (verdict, level, standing) = try desk.vault.finish(outcome.get(), at: moment) {
                    level throws(VaultError) in try counts(at: level, for: session.audience)
                }
                // A user who was removed, blocked or recovered during the comparison has proved nothing.
                let isCurrent = lineage == desk.vault.lineage(of: user)
                let wrong = verdict == .repeated ? "already_tried" : secret?.wrong ?? Results.noReason
                let passed: Word = verdict.slot == .duress ? Results.duress : Results.noReason
                let hasPassed = verdict.slot != nil && isCurrent
                let reason = hasPassed ? passed : isCurrent ? wrong : "superseded"
                proven = hasPassed ? lineage : nil
                var ruling = ruling(hasPassed ? .passed : .failed, reason, from: origin, standing)
                ruling.level = level
                return .ruling(ruling)
            }
        }
    }

    /// Whether a right secret of that level counts, also if others than those that can be seen decide that.
    private func counts(at level: Int, for audience: String?) throws(VaultError) -> Bool {
        guard desk.needsStronger, let secret else { return true }
        // Otherwise it was decided before it was compared.
        let kinds = try desk.vault.secrets(of: user, beside: secret, at: level)
        if try desk.vault.secrets(of: user) == kinds { return true }
        return try desk.counts(secret, at: level, of: user, for: audience)
    }

    func ruling(_ outcome: Outcome, _ reason: Word, from origin: GestureOrigin?, at moment: Moment) -> Ruling {
        ruling(outcome, reason, from: origin, standing(at: moment))
    }

    private func ruling(
        _ outcome: Outcome, _ reason: Word, from origin: GestureOrigin?, _ standing: Standing?
    ) -> Ruling {
        let isExclusive = desk.exclusive == .no ? nil : origin?.isExclusive
        return Ruling(
            outcome: outcome, reason: reason, details: ["exclusive": isExclusive.map { .bool($0) }],
            standing: standing)
    }

    /// The user's attempt limit; nil if it cannot be read, which is logged.
    private func standing(at moment: Moment) -> Standing? {
        do throws(VaultError) { return try desk.vault.standing(of: user, at: moment) } catch {
            desk.peerLog.line(
                .error, .storage, of: owner, "cannot read failed attempts of \(desk.keeper.logged(user)): \(error)")
            return nil
        }
    }

    /// Reported once, with the attempt that used up the last guess.
    func consequence(of result: InteractionResult) -> InteractionResult? {
        guard result.reason == secret?.wrong, result.standing?.isLocked ?? false else { return nil }
        var lock = desk.results.result(.lock, "exhausted", of: user, by: owner)
        lock.moment = result.moment
        return lock
    }

    func told(_ ruling: Ruling) {
        guard ruling.outcome == .passed, let proven, let secret else { return }
        desk.notePass(of: user, with: secret, since: proven)
    }

    func stop() {
        guard let verification = underWay else { return }
        underWay = nil
        do throws(VaultError) { try desk.vault.giveBack(verification) } catch {
            desk.peerLog.log.error("cannot restore an attempt of \(desk.keeper.logged(user)): \(error)")
        }
    }

    func reply(for session: JudgedSession) -> JSONObject {
        var reply = session.ending?.fields ?? [:]
        reply.add(standing(at: desk.moment)?.fields ?? [:])
        return reply.padded(to: AnswerLength.last)
    }
}

extension JudgedState.Ending {
    /// As the interfaces have it.
    var fields: JSONObject {
        [
            "outcome": .string(outcome.rawValue), "resultId": result.map { .string($0) },
            "reason": reason.map { .string($0) }, "token": token.map { .string($0) },
        ]
    }
}
