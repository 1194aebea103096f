internal import StrictJSON

/// A kiosk's answer to a command, as `interfaces/fleet/answer.json` describes it.
package struct CommandAnswer: Sendable {
    /// The outcome.
    package enum Outcome: String, Sendable {
        case done
        /// Nothing was attempted: the token does not allow it.
        case refused
        /// The token is used, but the command failed.
        case failed
    }

    private var json: JSONObject
    /// The bytes that follow the answer: a bundle.
    package private(set) var attachment: [UInt8] = []

    var isDone: Bool { json["outcome"] == "done" }

    /// An answer to a token, if its signature was verified; the message never has the name of a user.
    package init(
        _ outcome: Outcome, of kiosk: String, to token: CommandToken? = nil, reason: String? = nil,
        _ message: String? = nil
    ) {
        json = [
            "type": "answer", "version": 1, "kiosk": .string(kiosk), "token": token.map { .string($0.id) },
            "command": token.map { .string($0.command.wire.name) }, "outcome": .string(outcome.rawValue),
            "reason": reason.map { .string($0) }, "message": message.map { .string($0) },
        ]
    }

    /// Attaches a bundle, named after the token.
    mutating func attach(_ bundle: [UInt8], id: String) {
        attachment = bundle
        add("bundle", .object(BundleFacts(id: id, bundle).json))
    }

    mutating func add(_ name: String, _ value: JSON?) { json[name] = value }

    /// The text that is sent.
    package var bytes: [UInt8] { Array(json.description.utf8) }

    /// A line for the log.
    var line: String {
        let words = ["command", "outcome", "reason", "message"].compactMap { json[$0]?.stringValue }
        let tail = ["token", "result", "asked"].compactMap { name in json.text(name).map { "\(name) \($0)" } }
        return (words + tail).joined(separator: ", ")
    }
}
