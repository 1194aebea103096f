internal import Journal
internal import TouchConfiguration
internal import TouchVault

extension Core {
    /// A user as the log names it: by name only if the administrator allows it.
    func logged(_ user: UserName) -> String {
        if configuration.log.namesUsers { return user.description }
        return (try? vault.pseudonym(of: user)) ?? "a user"
    }

    /// Counts and logs a result; neither contains the drawing.
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
    /// The journal's text about it, besides kind and outcome.
    ///
    /// Many people can read a journal, also over another's shoulder: a result under duress looks like any other there,
    /// and only those who see all results learn of it.
    func journalFields(user: String?) -> [Journal.Field] {
        let told = result.reason == ResultLog.duress ? ResultLog.noReason : result.reason
        return [
            .field("RESULT", id), .field("SEQUENCE", sequence), .field("KIND", result.kind.rawValue),
            .field("OUTCOME", result.outcome.rawValue), .field("REASON", told), .field("PROVENANCE", result.provenance),
        ] + (user.map { [.field("USER", $0)] } ?? [])
    }
}
