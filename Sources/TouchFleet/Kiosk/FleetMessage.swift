internal import StrictJSON

/// Messages that leave the kiosk: JSON as described by the files in `interfaces/fleet`.
///
/// Members are copied by name, so that new members of the daemon do not leave the kiosk by accident.
struct FleetMessage: Sendable {
    /// The last sequence number that it covers.
    let sequence: Int64
    /// The id of the result; nil: it reports a gap.
    let resultID: String?
    /// Identifies the message to the stream.
    let id: String
    let body: [UInt8]

    /// Messages are padded to a multiple of this, in bytes, so that the length does not reveal the reason.
    static let lengthStep = 256
    /// Raised when members change their meaning.
    static let version: Int64 = 1

    private static let copied = [
        "id", "kind", "outcome", "reason", "scene", "widget", "provenance", "panel", "attempt", "waitUSec",
        "attemptsLeft", "attemptsUntilLocked", "locked", "challenge", "demo", "wallTimeUSec",
    ]

    /// A result, without the name of its user and without duress; nil if it is not a valid result.
    init?(result: JSONObject, of kiosk: String, _ epoch: Place.Epoch, _ pseudonym: Pseudonym) {
        guard let sequence = result.whole("sequence"), let id = result.text("id") else { return nil }
        var json = Self.head("result", kiosk, epoch, ["sequence": .integer(sequence)])
        for name in Self.copied where !(name == "reason" && Self.isUnderDuress(result)) { json[name] = result[name] }
        json["user"] = result.text("user").map { .string(pseudonym.of($0)) }
        (self.sequence, resultID) = (sequence, id)
        self.id = "\(kiosk):\(epoch):\(sequence):\(id)"
        body = Self.padded(json)
    }

    /// Whether the result was made under duress, for readers who may know: a message for each result that could have
    /// been, all of the same length; nil if the result could not have been.
    init?(duressOf result: JSONObject, of kiosk: String, _ epoch: Place.Epoch) {
        guard let sequence = result.whole("sequence"), let id = result.text("id"),
            result["outcome"] == "passed", result["user"] != nil
        else { return nil }
        (self.sequence, resultID) = (sequence, id)
        self.id = "\(kiosk):\(epoch):duress:\(sequence):\(id)"
        body = Self.padded(
            Self.head(
                "duress", kiosk, epoch,
                ["sequence": .integer(sequence), "id": .string(id), "duress": .bool(Self.isUnderDuress(result))]))
    }

    /// Results that the kiosk deleted before they could be sent.
    init(gap: ClosedRange<Int64>, of kiosk: String, _ epoch: Place.Epoch) {
        (sequence, resultID) = (gap.upperBound, nil)
        id = "\(kiosk):\(epoch):gap:\(gap.lowerBound):\(gap.upperBound)"
        let members: JSONObject = ["from": .integer(gap.lowerBound), "to": .integer(gap.upperBound)]
        body = Self.padded(Self.head("gap", kiosk, epoch, members))
    }

    /// The members at the beginning of every message, and some of its own.
    static func head(
        _ type: String, _ kiosk: String, _ epoch: Place.Epoch?, _ members: JSONObject = [:]
    ) -> JSONObject {
        var json: JSONObject = [
            "type": .string(type), "version": .integer(version), "kiosk": .string(kiosk),
            "epoch": epoch.map { .string($0.description) },
        ]
        for (name, value) in members { json[name] = value }
        return json
    }

    /// The text, padded with spaces to the next step.
    static func padded(_ json: JSONObject) -> [UInt8] {
        var padded = json
        padded["padding"] = ""
        let rest = padded.description.utf8.count % lengthStep
        padded["padding"] = .string(String(repeating: " ", count: rest == 0 ? 0 : lengthStep - rest))
        return Array(padded.description.utf8)
    }

    private static func isUnderDuress(_ result: JSONObject) -> Bool { result["reason"] == "duress" }
}

/// Names on the servers.
enum FleetNames {
    /// The stream of results, gaps and heads.
    static let results = "TOUCHD_RESULTS"
    static let duress = "TOUCHD_DURESS"
    static let bundles = "TOUCHD_BUNDLES"
    /// The bucket of the last values.
    static let bucket = "touchd"
    static let bucketStream = "KV_touchd"

    static func subject(_ kiosk: String, _ last: String) -> String { "touchd.v1.\(kiosk).\(last)" }
    static func key(_ kiosk: String, _ last: String) -> String { "$KV.\(bucket).\(kiosk).\(last)" }
}
