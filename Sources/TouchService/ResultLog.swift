internal import StrictJSON
internal import TouchCore
internal import TouchVault
internal import Varlink

/// Stores outcomes and tells those who watch.
final class ResultLog {
    private let vault: Vault
    private let boot: BootID
    /// The note says whether the peer sees everybody's results.
    private var watchers = OpenCalls<Bool>()
    /// Hears of every result that was stored, to count and to log it.
    var onRecord: (InteractionResult) -> Void = { _ in }

    init(vault: Vault, boot: BootID) {
        self.vault = vault
        self.boot = boot
    }

    /// Stores a result and sends it to the watchers that may see it.
    ///
    /// - Returns: its unguessable name.
    /// - Throws: if it could not be stored; then nothing may count as passed.
    func record(_ result: InteractionResult) throws(VaultError) -> String {
        let stored = try vault.insert(result)
        onRecord(result)
        let message: JSONObject = ["result": .object(Self.describe(stored))]
        watchers.send(message.padded(to: AnswerLength.result)) {
            call, seesAll in
            seesAll || call.connection.peer.uid == result.owner
        }
        return stored.id.description
    }

    /// Adds a call that hears of every later result it may see.
    func watch(_ call: Call, seesAll: Bool) {
        watchers.add(call, seesAll)
    }

    /// A stored result as the interface has it.
    static func describe(_ stored: StoredResult) -> JSONObject {
        let result = stored.result
        let provenance = result.provenance.description
        var fields: JSONObject = [
            "id": .string(stored.id.description),
            "sequence": .integer(stored.sequence),
            "kind": .string(result.kind.rawValue),
            "outcome": .string(result.outcome.rawValue),
            "reason": result.reason == Self.noReason ? nil : .string(result.reason.description),
            "user": result.user.map { .string($0.description) },
            "scene": result.scene.map { .string($0) },
            "widget": result.widget.map { .string($0) },
            "provenance": provenance == Self.noPanel.description ? nil : .string(provenance),
            "device": result.device.map { .string($0) },
            "attempt": .integer(Int64(result.attempt ?? 1)),
            "demo": result.isDemo ? true : nil,
            "timeUSec": .integer(result.moment.monotonicMicroseconds),
            "wallTimeUSec": .integer(result.moment.wallMicroseconds),
        ]
        if let standing = result.standing { fields.add(standing.fields) }
        return fields
    }

    /// The reason of a result that needs none.
    static let noReason: Word = "none"
    /// The input of a result without a finger.
    static let noInput: Word = "none"
    /// The provenance of a result without a finger.
    static let noPanel: Word = "none"
}
