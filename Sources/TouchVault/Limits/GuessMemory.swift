internal import TouchCore

/// The last wrong guesses of each user, as keyed hashes, so that a repeated slip costs nothing.
///
/// Kept in memory under a key that was drawn when the vault was opened; the hashes cannot be turned back into patterns
/// without that key, and never reach the disk. Rules as in Android's SoftwareRateLimiter.
struct GuessMemory {
    static let maxCount = 5
    /// How long after the latest one all are forgotten.
    static let lifetime = Interval.seconds(300)

    struct Guesses {
        var hashes: [[UInt8]]
        var latest: Instant
    }

    /// By the row of the credential; 0 stands for all names without one; a failed transaction restores them.
    var users = CredentialMap<Guesses>()

    /// Records a guess; returns whether it was among those remembered.
    mutating func note(_ hash: [UInt8], of credential: Int64, at boottime: Instant) -> Bool {
        var guesses = users[credential] ?? Guesses(hashes: [], latest: boottime)
        if boottime.since(guesses.latest) >= Self.lifetime { guesses.hashes = [] }
        let place = guesses.hashes.firstIndex { KeyedHash.areEqual($0, hash) }
        if let place { guesses.hashes.remove(at: place) }
        guesses.hashes.insert(hash, at: 0)
        guesses.hashes = Array(guesses.hashes.prefix(Self.maxCount))
        guesses.latest = boottime
        users[credential] = guesses
        return place != nil
    }
}
