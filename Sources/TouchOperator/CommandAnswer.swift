internal import StrictJSON

/// A kiosk's answer to a command, as `interfaces/fleet/answer.json` describes it.
package struct CommandAnswer: Sendable {
    /// The outcome.
    package enum Outcome: String, Sendable {
        /// It was carried out.
        case done
        /// Nothing was attempted: the token does not allow it.
        case refused
        /// The token is used, but the command failed.
        case failed
    }

    private var json: JSONObject
    /// The bytes that follow the answer: a bundle.
    package private(set) var attachment: [UInt8] = []

    /// Whether it was carried out.
    var isDone: Bool { json["outcome"] == "done" }

    /// An answer.
    ///
    /// - Parameters:
    ///   - token: the token, once its signature is verified.
    ///   - reason: a word for programs.
    ///   - message: a sentence for people; never with the name of a user.
    package init(
        _ outcome: Outcome, of kiosk: String, to token: CommandToken? = nil, reason: String? = nil,
        _ message: String? = nil
    ) {
        json = [
            "type": "answer", "version": 1, "kiosk": .string(kiosk), "token": token.map { .string($0.id) },
            "command": token.map { .string($0.command.name) }, "outcome": .string(outcome.rawValue),
            "reason": reason.map { .string($0) }, "message": message.map { .string($0) },
        ]
    }

    /// Attaches a bundle, named after the token.
    mutating func attach(_ bundle: SupportBundle, id: String) {
        attachment = bundle.bytes
        add("bundle", .object(BundleFacts(id: id, bundle.bytes).json))
    }

    /// Adds a member.
    mutating func add(_ name: String, _ value: JSON?) { json[name] = value }

    /// The text that is sent.
    package var bytes: [UInt8] { Array(json.description.utf8) }

    /// A line for the log.
    var line: String {
        let words = ["command", "outcome", "reason", "message"].compactMap { json[$0]?.stringValue }
        let tail = ["token", "result", "asked"].compactMap { name in json[name]?.stringValue.map { "\(name) \($0)" } }
        return (words + tail).joined(separator: ", ")
    }
}
