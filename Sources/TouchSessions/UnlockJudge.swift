internal import EventLoop
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
    /// The version of the user's secrets for which the last attempt was right.
    private var proven: Lineage?

    init(_ desk: SecretDesk, _ user: UserName, for owner: UInt32) {
        (self.desk, self.user, self.owner) = (desk, user, owner)
    }

    var subject: ResultSubject { ResultSubject(kind: .unlock, user: user, secret: secret) }
    var attemptLength: Int? { AnswerLength.attempt }

    func judge(
        _ guess: Secret, _ entry: SecretEntry, from origin: GestureOrigin, at time: Instant, for session: JudgedSession
    ) throws(VaultError) {
        if let reason = desk.refusal(of: origin) { return session.refuse(reason, from: origin) }
        if let needed = try desk.neededKind(of: user, for: session.audience), needed != secret {
            return session.refuse(SecretDesk.strongNeeded, from: origin)
        }
        session.work {}
        // Counted before it is compared; the disk is waited for twice, by threads. Other fingers are read first.
        desk.screen.loop.onceLater { [self] in
            desk.keeper.writes.whenAtRest(desk.vault) {
                do throws(VaultError) { try self.count(guess, from: origin, at: time, for: session) } catch {
                    self.desk.fail(error, from: origin, in: session)
                }
            } fail: { [desk] error in
                desk.fail(error, from: origin, in: session)
            }
        }
    }

    private func count(
        _ guess: Secret, from origin: GestureOrigin, at time: Instant, for session: JudgedSession
    ) throws(VaultError) {
        if desk.isBusy { return session.refuse("busy", from: origin) }
        let lineage = desk.vault.lineage(of: user)
        let verification: Verification
        switch try desk.vault.beginVerification(user, guess, at: desk.moment) {
        case .granted(let granted): verification = granted
        case .refused(let standing): return session.refuse(standing.refusal, from: origin)
        }
        session.work { [self] in
            _ = logged("cannot restore an attempt") { () throws(VaultError) in try desk.vault.giveBack(verification) }
        }
        desk.stretch(of: user, for: session, on: origin, lift: time) { () throws(VaultError) in
            try verification.run(guess)
        } ruling: { [self] outcome, moment throws(VaultError) in
            let (verdict, level, standing) = try desk.vault.finish(outcome, at: moment) { own, seen in
                // If others than those that can be seen decide, it was not decided before it was compared.
                own == seen || secret.map { desk.counts($0, among: own, of: user, for: session.audience) } ?? true
            }
            var ruling = Ruling(
                outcome: .failed, reason: "superseded", level: level, details: details(of: origin), standing: standing)
            // A user who was removed, blocked or recovered during the comparison has proved nothing.
            guard lineage == desk.vault.lineage(of: user) else { return ruling }
            if let slot = verdict.slot {
                (ruling.outcome, proven) = (.passed, lineage)
                ruling.reason = slot == .duress ? Results.duress : Results.noReason
            } else if verdict == .repeated {
                ruling.reason = "already_tried"
            } else {
                ruling.reason = secret?.wrong ?? Results.noReason
                // Reported once, with the attempt that used up the last guess.
                guard ResultStanding(standing).isLocked else { return ruling }
                ruling.consequence = desk.results.result(.lock, "exhausted", of: user, by: owner, at: moment)
            }
            return ruling
        }
    }

    func passed() {
        if let proven, let secret { desk.notePass(of: user, with: secret, since: proven) }
    }

    func ruling(_ outcome: ResultOutcome, _ reason: Word, from origin: GestureOrigin?) -> Ruling {
        Ruling(outcome: outcome, reason: reason, details: details(of: origin), standing: standing)
    }

    private func details(of origin: GestureOrigin?) -> JSONObject {
        desk.exclusive == .no ? [:] : ["exclusive": origin.map { .bool($0.isExclusive) }]
    }

    /// The user's attempt limit; nil if it cannot be read.
    private var standing: Standing? {
        logged("cannot read failed attempts") { () throws(VaultError) in
            try desk.vault.standing(of: user, at: desk.moment)
        }
    }

    /// Logs what the vault refuses.
    private func logged<Answer>(_ fault: String, _ body: () throws(VaultError) -> Answer) -> Answer? {
        do throws(VaultError) { return try body() } catch {
            desk.peerLog.line(.error, .storage, of: owner, "\(fault) of \(desk.keeper.logged(user)): \(error)")
            return nil
        }
    }

    func reply(for session: JudgedSession) -> JSONObject {
        var reply = session.ending?.fields ?? [:]
        reply.add(standing?.fields ?? [:])
        return reply.padded(to: AnswerLength.last)
    }
}
