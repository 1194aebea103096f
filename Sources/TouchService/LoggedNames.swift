internal import Journal
internal import TouchConfiguration
internal import TouchVault

extension Core {
    /// What the log calls a user: the name only if the administrator wants it there.
    func logged(_ user: UserName) -> String {
        if configuration.log.namesUsers { return user.description }
        return (try? vault.pseudonym(of: user)) ?? "a user"
    }

    /// Counts and logs a result; what was drawn is in neither.
    func noteResult(_ stored: StoredResult) {
        let result = stored.result
        let (kind, outcome) = (result.kind.rawValue, result.outcome.rawValue)
        statistics.count(kind: kind, outcome: outcome)
        if result.reason == Self.untrustedPanel { statistics.provenanceRefusals += 1 }
        log.info(
            "\(kind) \(outcome)", stored.journalFields(user: result.user.map(logged)), messageID: MessageID.result)
    }

    /// The reason of a result whose panel does not count.
    static let untrustedPanel: Word = "untrusted_panel"
}

extension StoredResult {
    /// What the journal says of it beside its kind and outcome.
    ///
    /// Many can read a journal, also over somebody's shoulder: one of duress reads like any other there, and only who sees
    /// all results is told.
    func journalFields(user: String?) -> [Journal.Field] {
        let told = result.reason == ResultLog.duress ? ResultLog.noReason : result.reason
        return [
            .field("RESULT", id), .field("SEQUENCE", sequence), .field("KIND", result.kind.rawValue),
            .field("OUTCOME", result.outcome.rawValue), .field("REASON", told), .field("PROVENANCE", result.provenance),
        ] + (user.map { [.field("USER", $0)] } ?? [])
    }
}
