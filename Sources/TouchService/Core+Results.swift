internal import Journal
internal import TouchCore
internal import TouchVault

extension Core {
    /// Stores one outcome and tells the watchers.
    ///
    /// - Returns: its name; nil if it could not be stored, which the log says.
    func record(
        _ kind: ResultKind, _ outcome: Outcome, _ reason: Word, user: UserName? = nil, owner: UInt32,
        from origin: GestureOrigin?, input: Word = "drag", isDemo: Bool = false, attempt: Int, scene: String?,
        widget: String?, standing: Standing? = nil
    ) -> String? {
        let stored: ResultOutcome =
            switch outcome {
            case .passed: .passed
            case .failed: .failed
            case .cancelled: .cancelled
            case .expired: .expired
            }
        let provenance = origin.flatMap { Word($0.provenance.rawValue) } ?? ResultLog.noPanel
        let result = InteractionResult(
            kind: kind, outcome: stored, reason: reason, user: user, owner: owner, provenance: provenance,
            device: origin.flatMap { panels.name(of: $0.device) }, input: input, isDemo: isDemo, attempt: attempt,
            standing: standing.map { ResultStanding($0) }, moment: ResultMoment(moment), scene: scene, widget: widget)
        do { return try results.record(result) } catch {
            log.error("cannot store a result: \(error)")
            return nil
        }
    }

    /// Stores an act that no finger was needed for; without room for the row the log has it still.
    ///
    /// - Returns: its name; nil if it could not be stored.
    @discardableResult
    func record(_ kind: ResultKind, _ reason: Word, of user: UserName?, by owner: UInt32) -> String? {
        record(
            kind, .passed, reason, user: user, owner: owner, from: nil, input: ResultLog.noInput, attempt: 1,
            scene: nil,
            widget: nil)
    }

    /// Says and writes down what is wrong with the vault.
    func raise(_ alarm: VaultAlarm) {
        log.error(alarm.sentence, [.field("VAULT_ALARM", alarm.rawValue)])
        record(.lock, Word("vault_\(alarm.rawValue)") ?? "vault", of: nil, by: access.ownUser)
    }
}
