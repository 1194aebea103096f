internal import StrictJSON
package import TouchCore
internal import TouchModels
package import TouchVault
package import Varlink

/// A widget that a caller without a scene wants on screen.
///
///     wanted ──a front end shows it──▶ shown ──▶ over
///        └── given up, no front end ─────────────▶ over
package final class ScreenRequest {
    /// The kind that asks for the secret of a user.
    package static let unlock: Word = "unlock"
    /// The kind that asks for a new secret.
    package static let enrollment: Word = "enrollment"
    /// The kind that asks for the marks of a calibration.
    package static let calibration: Word = "calibration"
    /// The kind that asks for a round of a study.
    package static let study: Word = "study"

    /// Unguessable name; of a captcha, that of its challenge.
    package let id: String
    /// What is asked for, in the word of the interface.
    package let kind: Word
    /// The caller's user.
    let peer: Peer
    /// The user on whose behalf an administrator's program asks, if any.
    let asker: String?
    /// The user whose secret it is about.
    let user: UserName?
    /// The secret that is asked for, if any.
    package let secret: SecretKind?
    /// The grid that it must have; nil: any, or none.
    package let form: SecretForm?
    /// Its purpose, in words for people.
    let prompt: String?
    /// The unit of the service manager in which the caller's process runs, if that is known.
    var unit: String?
    /// Whether front ends have been told of it, which waits for the lookup of its unit.
    var isAnnounced = false
    /// When the caller stops waiting.
    let deadline: Instant
    /// A front end has received it.
    let heard: () -> Void
    /// It is on screen.
    let shown: (PresentedScene, WidgetPlace) -> Void
    /// No front end listened long enough, or nobody wants it any longer.
    package let unheard: () -> Void

    /// A request that no front end has seen; it begins with ``ScreenRequests/add(_:)``.
    package init(
        id: String = UnguessableName.make(), kind: Word, peer: Peer, asker: String? = nil, user: UserName? = nil,
        secret: SecretKind? = nil, form: SecretForm? = nil, prompt: String?, deadline: Instant,
        heard: @escaping () -> Void = {}, shown: @escaping (PresentedScene, WidgetPlace) -> Void = { _, _ in },
        unheard: @escaping () -> Void
    ) {
        self.id = id
        self.kind = kind
        self.peer = peer
        self.asker = asker
        self.user = user
        self.secret = secret
        self.form = form
        self.prompt = prompt
        self.deadline = deadline
        (self.heard, self.shown, self.unheard) = (heard, shown, unheard)
    }

    /// As the interface has it.
    func description(now: Instant) -> JSON {
        [
            "id": .string(id), "kind": .string(kind.description), "uid": .integer(Int64(peer.uid)),
            "user": user.map { .string($0.description) }, "secret": secret.map { .string($0.description) },
            "rows": form.map { .integer(Int64($0.rows)) }, "columns": form.map { .integer(Int64($0.columns)) },
            "prompt": prompt.map { .string($0) },
            "program": unit.map { .object(["pid": .integer(Int64(peer.pid)), "unit": .string($0)]) },
            "timeLeftUSec": .integer(max(deadline.since(now).microseconds, 0)),
        ]
    }
}

/// A caller's words for the person at the screen.
package enum Prompt {
    /// Longest text, in bytes: a line or two.
    static let maxLength = 256

    /// The purpose in a call's `asking`, or the text of another member; answers the call itself if it is not text for
    /// people.
    package static func asked(by call: Call, _ member: String = "prompt") -> String?? {
        guard let text = call.parameters["asking"]?.objectValue?[member]?.stringValue else { return .some(nil) }
        // A line break or an escape sequence would let a caller draw beyond a sentence on some screens.
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        if isPlain, (1...maxLength).contains(text.utf8.count) { return .some(text) }
        call.fail(.invalidParameter("asking.\(member)", allowed: "1 to \(maxLength) bytes of plain text"))
        return nil
    }
}
