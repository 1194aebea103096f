internal import StrictJSON

/// How many results of a kiosk the fleet's servers have stored.
struct Place: Equatable, Sendable {
    /// One life of a vault: sequence numbers are only comparable within it.
    struct Epoch: Equatable, Sendable, CustomStringConvertible {
        /// The thumbprint of the vault's audit key; a new vault has a new key.
        let key: String
        /// Incremented when the vault turns out to be an older copy of itself, which reuses sequence numbers.
        var generation: Int64

        init(key: String, generation: Int64) {
            (self.key, self.generation) = (key, generation)
        }

        /// Reads ``description``; nil if it is anything else.
        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let generation = Int64(parts[1]), generation >= 0 else {
                return nil
            }
            self.init(key: String(parts[0]), generation: generation)
        }

        var description: String { "\(key).\(generation)" }
    }

    /// See ``Epoch``.
    var epoch: Epoch
    /// The sequence number of the last stored result, or of the end of a stored gap; 0: none.
    var sequence: Int64
    /// The id of that result; nil after a gap.
    var id: String?

    /// Where a new vault begins.
    static func start(of key: String) -> Place { Place(epoch: Epoch(key: key, generation: 0), sequence: 0, id: nil) }

    /// The text in the cursor's file.
    var json: JSONObject {
        [
            "epoch": .string(epoch.description), "sequence": .integer(sequence), "id": id.map { .string($0) },
        ]
    }

    /// Reads a cursor, or the place in a message of the stream; nil if it is neither.
    init?(_ json: JSONObject) {
        guard let epoch = json["epoch"]?.stringValue.flatMap({ Epoch($0) }) else { return nil }
        let last = json["type"] == "gap" ? json["to"] : json["sequence"]
        guard let sequence = last?.integerValue, sequence >= 0 else { return nil }
        (self.epoch, self.sequence, id) = (epoch, sequence, json["type"] == "gap" ? nil : json["id"]?.stringValue)
    }

    init(epoch: Epoch, sequence: Int64, id: String?) {
        (self.epoch, self.sequence, self.id) = (epoch, sequence, id)
    }

    /// Where to continue, given the cursor and the stream.
    ///
    /// The stream prevails, in both directions: an acknowledgement may have been lost, and so may messages that were
    /// acknowledged. An empty stream proves nothing: messages expire.
    ///
    /// - Parameters:
    ///   - cursor: the place stored at the kiosk; nil: none.
    ///   - stored: the last message of the stream; nil: there is none.
    ///   - key: the audit key of the vault.
    static func merge(cursor: Place?, stored: Place?, key: String) -> Place {
        if let stored, stored.epoch.key == key, stored.epoch.generation >= (cursor?.generation(of: key) ?? 0) {
            return stored
        }
        if let cursor, cursor.epoch.key == key { return cursor }
        return start(of: key)
    }

    private func generation(of key: String) -> Int64? { epoch.key == key ? epoch.generation : nil }

    /// Whether the vault is an older copy of itself: a result stored from it is missing, although it is too recent to
    /// have been deleted by age.
    ///
    /// - Parameters:
    ///   - found: sequence number and id of the vault's first result from ``sequence`` on; nil: there is none.
    ///   - head: the sequence number of the vault's last result.
    func isAhead(of head: Int64, found: (sequence: Int64, id: String)?) -> Bool {
        if sequence > head { return true }
        guard let id, let found, found.sequence == sequence else { return false }
        return found.id != id
    }
}
