internal import StrictJSON
internal import TouchCore
internal import TouchVault
internal import Varlink

/// Stores outcomes and notifies watchers.
final class ResultLog {
    /// Where they are stored.
    var vault: Vault
    private let boot: BootID
    /// The note is whether the peer sees the results of all users.
    private var watchers = OpenCalls<Bool>()
    /// Stored results not reported yet, in order; one whose moment has come waits for earlier ones.
    private var untold: [(result: StoredResult, isDue: Bool)] = []

    init(vault: Vault, boot: BootID) {
        self.vault = vault
        self.boot = boot
    }

    /// Stores a result; watchers are notified by ``tell(_:)``.
    ///
    /// - Throws: if it could not be stored; then nothing may count as passed.
    func store(_ result: InteractionResult) throws(VaultError) -> StoredResult {
        let stored = try vault.insert(result)
        untold.append((stored, false))
        return stored
    }

    /// A stored result is on the disk, and its moment has come: notifies the watchers that may see it, in the order of all
    /// results.
    ///
    /// - Returns: all that were reported: it, and later ones that waited for it.
    func tell(_ stored: StoredResult) -> [StoredResult] {
        guard let place = untold.firstIndex(where: { $0.result.id == stored.id }) else { return [] }
        untold[place].isDue = true
        let told = untold.prefix(while: \.isDue).map(\.result)
        untold.removeFirst(told.count)
        for result in told { send(result) }
        return told
    }

    /// Whether a stored result is not on the disk yet, or its moment has not come: then no caller sees it.
    func isUntold(_ id: ResultID) -> Bool { untold.contains { $0.result.id == id && !$0.isDue } }

    /// A stored result did not reach the disk: it is not reported.
    func forget(_ stored: StoredResult) {
        untold.removeAll { $0.result.id == stored.id }
    }

    private func send(_ stored: StoredResult) {
        for isFull in [true, false] {
            watchers.send(
                to: { call, seesAll in seesAll == isFull && (seesAll || call.connection.peer.uid == stored.result.owner)
                }
            ) { writer in
                let start = writer.bytes.count
                writer.member("result", .object(Self.describe(stored, seesAll: isFull)))
                // Without the braces around them.
                writer.pad(from: start, to: AnswerLength.result - 2)
            }
        }
    }

    /// Subscribes a call to later results that it may see.
    func watch(_ call: Call, seesAll: Bool) {
        watchers.add(call, seesAll)
    }

    /// A stored result as the interface has it.
    ///
    /// - Parameter seesAll: whether the reader sees all results, and so learns of duress.
    static func describe(_ stored: StoredResult, seesAll: Bool) -> JSONObject {
        let result = stored.result
        let isSilent = result.reason == Self.noReason || result.reason == Self.duress && !seesAll
        let provenance = result.provenance.description
        var fields: JSONObject = [
            "id": .string(stored.id.description),
            "sequence": .integer(stored.sequence),
            "kind": .string(result.kind.rawValue),
            "outcome": .string(result.outcome.rawValue),
            "reason": isSilent ? nil : .string(result.reason.description),
            "user": result.user.map { .string($0.description) },
            "secret": result.secret.map { .string($0.description) },
            "scene": result.scene.map { .string($0) },
            "widget": result.widget.map { .string($0) },
            "provenance": provenance == Self.noPanel.description ? nil : .string(provenance),
            "panel": result.device.map { .string($0) },
            "attempt": .integer(Int64(result.attempt ?? 1)),
            "demo": result.isDemo ? true : nil,
            "timeUSec": .integer(result.moment.monotonic.microseconds),
            "wallTimeUSec": .integer(result.moment.wall.microseconds),
        ]
        if let standing = result.standing { fields.add(standing.fields) }
        if let challenge = result.challenge { fields["challenge"] = .object(challenge.fields) }
        return fields
    }

    /// The reason of a result that needs none.
    static let noReason: Word = "none"
    /// The reason of a result that passed because of the pattern for duress; only for those who see all results.
    static let duress: Word = "duress"
    /// The input of a result without a finger.
    static let noInput: Word = "none"
    /// The provenance of a result without a finger.
    static let noPanel: Word = "none"
}

extension ChallengeFacts {
    /// As the interface has it.
    var fields: JSONObject {
        [
            "kind": .string(kind.description), "profile": .string(profile.description),
            "width": size.map { .integer(Int64($0.width)) }, "height": size.map { .integer(Int64($0.height)) },
            "refreshes": .integer(Int64(refreshes)),
        ]
    }
}
