internal import EventLoop
package import StrictJSON
import TouchCore
package import TouchVault

extension StoredResult {
    /// As the interface has it.
    ///
    /// - Parameter seesAll: whether the reader sees all results, and so learns of duress.
    package func fields(seesAll: Bool) -> JSONObject {
        let isSilent = result.reason == Results.noReason || result.reason == Results.duress && !seesAll
        let provenance = result.provenance.description
        var fields: JSONObject = [
            "id": .string(id.description),
            "sequence": .integer(sequence),
            "kind": .string(result.kind.rawValue),
            "outcome": .string(result.outcome.word),
            "reason": isSilent ? nil : .string(result.reason.description),
            "user": result.user.map { .string($0.description) },
            "secret": result.secret.map { .string($0.description) },
            "scene": result.scene.map { .string($0) },
            "widget": result.widget.map { .string($0) },
            "provenance": provenance == Results.noPanel.description ? nil : .string(provenance),
            "panel": result.device.map { .string($0) },
            "attempt": result.attempt.map { .integer(Int64($0)) },
            "demo": result.isDemo ? true : nil,
            "timeUSec": .integer(result.moment.monotonic.microseconds),
            "wallTimeUSec": .integer(result.moment.wall.microseconds),
        ]
        if let standing = result.standing { fields.add(standing.fields) }
        if let challenge = result.challenge { fields["challenge"] = .object(challenge.fields) }
        return fields
    }

    /// The journal's text about it, besides kind and outcome.
    ///
    /// Many people can read a journal, also over another's shoulder: a result under duress looks like any other there,
    /// and only those who see all results learn of it.
    func journalFields(user: String?) -> [Journal.Field] {
        let told = result.reason == Results.duress ? Results.noReason : result.reason
        return [
            .field("RESULT", id), .field("SEQUENCE", sequence), .field("KIND", result.kind.rawValue),
            .field("OUTCOME", result.outcome.word), .field("REASON", told), .field("PROVENANCE", result.provenance),
        ] + (user.map { [.field("USER", $0)] } ?? [])
    }
}

extension ChallengeFacts {
    /// As the interface has it.
    package var fields: JSONObject {
        [
            "kind": .string(kind.description), "profile": .string(profile.description),
            "width": size.map { .integer(Int64($0.width)) }, "height": size.map { .integer(Int64($0.height)) },
            "refreshes": .integer(Int64(refreshes)),
        ]
    }
}
