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
        widget: String?
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
            moment: ResultMoment(moment), scene: scene, widget: widget)
        do { return try results.record(result) } catch {
            log.error("cannot store a result: \(error)")
            return nil
        }
    }
}
