internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchVault
internal import Varlink

extension Core {
    /// Whether an outcome is kept: those that no finger caused are only counted after the first few of a user, or a
    /// program that begins and gives up would push out everything else.
    func keeps(_ result: InteractionResult) -> Bool {
        guard result.provenance == ResultLog.noPanel, result.outcome != .passed, result.kind != .recovery else {
            return true
        }
        if fingerless.consume(for: result.owner, now: moment.boottime) {
            return true
        }
        statistics.count(kind: result.kind.rawValue, outcome: result.outcome.rawValue)
        statistics.resultsLeftOut += 1
        return false
    }

    /// Stores one outcome, waits for the disk, and notifies the watchers; ``change(for:of:user:_:then:finish:)`` lets
    /// touches be handled meanwhile.
    ///
    /// - Returns: its id; nil if it is not kept, or could not be stored, which is logged.
    func record(_ result: InteractionResult) -> String? {
        guard keeps(result) else { return nil }
        guard let stored = store(result) else { return nil }
        tell([stored])
        return stored.id.description
    }

    /// Stored results are on the disk: notifies, counts and logs them.
    func tell(_ stored: [StoredResult]) {
        for stored in stored {
            for result in results.tell(stored) { noteResult(result) }
        }
        // Every change to users' secrets ends in a result.
        noteAlarm()
    }

    /// Stores outcomes without waiting for the disk.
    ///
    /// - Parameters:
    ///   - user: whose records `body` may use and change; nil: nobody's.
    ///   - body: stores them by ``store(_:)``, with the changes that belong to them.
    ///   - token: the token that `body` issued; it is signed on the thread of the write.
    ///   - then: receives whether they are on the disk, and then is to ``tell(_:)`` them; if not, that is logged.
    func write(
        of user: UserName? = nil, _ body: () throws(VaultError) -> [StoredResult],
        signing token: () -> IssuedToken? = { nil }, then: @escaping (Bool) -> Void
    ) {
        var stored: [StoredResult] = []
        writes.make(of: user) { () throws(VaultError) in
            stored = try body()
        } aside: { () -> (@Sendable () -> Void)? in
            guard let token = token() else { return nil }
            return { _ = token.text }
        } then: { [self] written in
            do throws(VaultError) {
                try written.get()
                then(true)
            } catch {
                peerLog.line(.error, .storage, of: stored.first?.result.owner ?? 0, "cannot store a result: \(error)")
                noteStore(error)
                for result in stored { results.forget(result) }
                noteAlarm()
                then(false)
            }
        }
    }

    /// Stores one outcome without waiting for the disk, and notifies the watchers once it is there.
    ///
    /// - Parameter then: gets its id; nil if it is not kept, or could not be stored, which is logged. Called at once if it
    ///   is not kept.
    func writeLater(_ result: InteractionResult, then: @escaping (String?) -> Void) {
        guard keeps(result) else { return then(nil) }
        var stored: [StoredResult] = []
        write {
            stored = store(result).map { [$0] } ?? []
            return stored
        } then: { [self] isOnDisk in
            if isOnDisk { tell(stored) }
            then(isOnDisk ? stored.first?.id.description : nil)
        }
    }

    /// Changes something that a call asked for, then records that, then answers; touches are handled while both are
    /// written to the disk.
    ///
    /// - Parameters:
    ///   - interface: the call's, for the error of a vault that cannot be read or written.
    ///   - user: whose records `body` may change; nil: nobody's.
    ///   - body: makes the change, or none.
    ///   - then: gets its result once it is on the disk; answers the call itself, or returns what is to be recorded.
    ///   - finish: answers; gets the name of the record, nil if it could not be stored, which is logged.
    func change<Answer>(
        for call: Call, of interface: String, user: UserName?, _ body: () throws(VaultError) -> Answer,
        then: @escaping (Answer) throws(VaultError) -> InteractionResult?, finish: @escaping (Answer, String?) -> Void
    ) {
        writes.make(of: user, body) { [self] (made: Result<Answer, VaultError>) in
            do throws(VaultError) {
                let answer = try made.get()
                guard let result = try then(answer) else { return }
                writeLater(result) { finish(answer, $0) }
            } catch { failStorage(call, of: interface, error) }
        }
    }

    /// Stores one outcome; part of ``write(of:_:then:)``.
    ///
    /// - Returns: nil if it could not be stored, which is logged.
    func store(_ result: InteractionResult) -> StoredResult? {
        do { return try results.store(result) } catch {
            peerLog.line(.error, .storage, of: result.owner, "cannot store a result: \(error)")
            noteStore(error)
            return nil
        }
    }

    /// The outcome of a gesture, or of waiting for one.
    func result(
        _ kind: ResultKind, _ outcome: Outcome, _ reason: Word, user: UserName? = nil, secret: SecretKind? = nil,
        owner: UInt32, from origin: GestureOrigin?, input: Word = "drag", isDemo: Bool = false, attempt: Int,
        scene: String?, widget: String?, standing: Standing? = nil, challenge: ChallengeFacts? = nil,
        at moment: Moment? = nil
    ) -> InteractionResult {
        let stored: ResultOutcome =
            switch outcome {
            case .passed: .passed
            case .failed: .failed
            case .cancelled, .declined: .cancelled
            case .expired: .expired
            }
        let provenance = origin.flatMap { Word($0.provenance.rawValue) } ?? ResultLog.noPanel
        return InteractionResult(
            kind: kind, outcome: stored, reason: reason, user: user, secret: secret, owner: owner,
            provenance: provenance, device: origin.flatMap { panels.identifier(of: $0.device) }, input: input,
            isDemo: isDemo,
            attempt: attempt, standing: standing.map { ResultStanding($0) }, challenge: challenge,
            moment: ResultMoment(moment ?? self.moment),
            scene: scene, widget: widget)
    }

    /// An act that needed no finger.
    func result(_ kind: ResultKind, _ reason: Word, of user: UserName?, by owner: UInt32) -> InteractionResult {
        result(
            kind, .passed, reason, user: user, owner: owner, from: nil, input: ResultLog.noInput, attempt: 1,
            scene: nil, widget: nil)
    }

    /// Stores an act that needed no finger; if the row cannot be stored, the log still has it.
    ///
    /// - Returns: its name; nil if it could not be stored.
    @discardableResult
    func record(_ kind: ResultKind, _ reason: Word, of user: UserName?, by owner: UInt32) -> String? {
        record(result(kind, reason, of: user, by: owner))
    }

    /// Reports the problems of a vault that was just opened.
    func sayVault() {
        if let storeFault { return noteStore(storeFault) }
        if let fault = vault.startCounterFault { log.error("[store] tpm=: \(fault)") }
        if noteAlarm() { return }
        guard let alarm = vault.alarm else { return }
        log.error(alarm == .counterUnreadable ? alarm.sentence : "since an earlier start: \(alarm.sentence)")
    }

    /// The problem of the vault, for people; nil if there is none.
    var vaultProblem: String? {
        lookAtStore()
        return vault.alarm?.sentence ?? storeWatch.problem
    }

    /// Logs and stores the problem of the vault, once.
    ///
    /// - Returns: whether the problem is new.
    @discardableResult
    func noteAlarm() -> Bool {
        guard let alarm = vault.noteAlarm() else { return false }
        log.error(alarm.sentence, [.field("VAULT_ALARM", alarm.rawValue)])
        record(.lock, Word("vault_\(alarm.rawValue)") ?? "vault", of: nil, by: access.ownUser)
        return true
    }
}
