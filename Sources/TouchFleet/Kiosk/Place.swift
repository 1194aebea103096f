internal import StrictJSON

/// How many results of a kiosk the fleet's servers have stored.
struct Place: Equatable, Sendable {
    /// One life of a vault: sequence numbers are only comparable within it.
    struct Epoch: Equatable, Sendable, CustomStringConvertible {
        /// The thumbprint of the vault's audit key; a new vault has a new key.
        let key: String
        /// Incremented when the vault turns out to be an older copy of itself, or one of two copies, which use the same
        /// sequence numbers.
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

    var epoch: Epoch
    /// The sequence number of the last stored result, or of the end of a stored gap; 0: none.
    var sequence: Int64
    /// The id of that result; nil after a gap.
    var id: String?

    /// Where a vault begins.
    static func start(of key: String, generation: Int64 = 0) -> Place {
        Place(epoch: Epoch(key: key, generation: generation), sequence: 0, id: nil)
    }

    /// The text in the cursor's file.
    var json: JSONObject {
        [
            "epoch": .string(epoch.description), "sequence": .integer(sequence), "id": id.map { .string($0) },
        ]
    }

    /// Reads a cursor, or the place in a message of the stream; nil if it is neither.
    init?(_ json: JSONObject) {
        guard let epoch = json.text("epoch").flatMap({ Epoch($0) }) else { return nil }
        let last = json["type"] == "gap" ? json["to"] : json["sequence"]
        guard let sequence = last?.integerValue, sequence >= 0 else { return nil }
        (self.epoch, self.sequence, id) = (epoch, sequence, json["type"] == "gap" ? nil : json.text("id"))
    }

    init(epoch: Epoch, sequence: Int64, id: String?) {
        (self.epoch, self.sequence, self.id) = (epoch, sequence, id)
    }

    /// A place, and whether its result is the vault's.
    struct Known: Equatable {
        let place: Place
        let isOwn: Bool
    }

    /// Where to continue, given the cursor and the stream.
    ///
    /// The stream prevails, in both directions: an acknowledgement may have been lost, and so may messages that were
    /// acknowledged. An empty stream proves nothing: messages expire.
    ///
    /// If the stream's last result is not the vault's, the vault is an older copy of itself, or another machine sends
    /// under the same name. A vault whose numbers another one uses begins a new epoch; one that has an epoch of its own
    /// continues there.
    ///
    /// - Parameters:
    ///   - cursor: the place stored at the kiosk; nil: none.
    ///   - stored: the last message of the stream; nil: there is none.
    ///   - key: the audit key of the vault.
    /// - Returns: the place, and whether another machine seems to send under the same name.
    static func resume(cursor: Known?, stored: Known?, key: String) -> (place: Place, isShared: Bool) {
        let cursor = cursor.flatMap { $0.place.epoch.key == key ? $0 : nil }
        let own = cursor.flatMap { $0.isOwn ? $0.place : nil }
        // Whoever has sent something and lost nothing would know the stream's last message.
        let hasSent = (own?.sequence ?? 0) > 0
        let generation = cursor?.place.epoch.generation ?? 0
        guard let stored, stored.place.epoch.key == key else {
            if let own { return (own, stored != nil && hasSent) }
            return (start(of: key, generation: cursor == nil ? 0 : generation + 1), false)
        }
        let last = stored.place.epoch.generation
        if stored.isOwn {
            // The other machine has not come to its own results yet.
            if let own, last > generation, own.sequence > stored.place.sequence { return (own, true) }
            if last >= generation { return (stored.place, false) }
            return (own ?? start(of: key, generation: generation + 1), false)
        }
        if let own, last < generation || last > generation && hasSent { return (own, hasSent) }
        return (start(of: key, generation: max(last, generation) + 1), hasSent)
    }

    /// Whether this can be a place of the vault with that head: its result is what was `found` from ``sequence`` on,
    /// or is too old to be there.
    func isOwn(of head: Int64, found: (sequence: Int64, id: String)?) -> Bool {
        guard sequence > 0 else { return true }
        guard sequence <= head else { return false }
        // At the end of a gap the vault has nothing.
        guard let found, found.sequence == sequence else { return true }
        return found.id == id
    }
}
