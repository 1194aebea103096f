internal import TouchCore

/// How results are chained, each to the one before it.
///
///     seal(n) = H(key, "touchd result" ‖ id and content of result n)           the same wherever the row stands
///     link(n) = H(key, "touchd link" ‖ link(n-1) ‖ n ‖ seal(n))                 ties it to its place and to all before
///
/// H is BLAKE2b keyed with the vault's key. The two hashes distinguish an altered row from a displaced one.
enum AuditLink {
    /// The link that the first result is chained to.
    static let origin = [UInt8](repeating: 0, count: KeyedHash.byteCount)

    static func seal(_ id: ResultID, _ result: InteractionResult, key: borrowing SecretBytes) -> [UInt8] {
        var content = Content("touchd result")
        content.add(id.bytes)
        content.add(result.kind.stored)
        content.add(result.outcome.rawValue)
        content.add(result.reason.description)
        content.add(result.user?.description)
        content.add(Int64(result.owner))
        content.add(result.provenance.description)
        content.add(result.device)
        content.add(result.input.description)
        content.add(result.isDemo ? 1 : 0)
        content.add(result.attempt.map { Int64($0) })
        content.add(result.moment.boot.bytes)
        content.add(result.moment.monotonic.microseconds)
        content.add(result.moment.wall.microseconds)
        content.add(result.scene)
        content.add(result.widget)
        // Only if present, so that the seals of results from before this field stay valid.
        if let standing = result.standing {
            content.add(standing.wait?.microseconds)
            content.add(Int64(standing.attemptsLeft))
            content.add(standing.attemptsUntilLocked.map { Int64($0) })
            content.add(standing.isLocked ? 1 : 0)
        }
        if let challenge = result.challenge {
            content.add(challenge.kind.description)
            content.add(challenge.profile.description)
            content.add(challenge.size.map { Int64($0.width) })
            content.add(challenge.size.map { Int64($0.height) })
            content.add(Int64(challenge.refreshes))
        }
        // With its name, because fields before it may be missing.
        if let secret = result.secret {
            content.add("secret")
            content.add(secret.description)
        }
        return content.hash(key: key)
    }

    static func link(after previous: [UInt8], sequence: Int64, seal: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var content = Content("touchd link")
        content.add(previous)
        content.add(sequence)
        content.add(seal)
        return content.hash(key: key)
    }

    /// Where the stored results begin; the key is derived from the pepper: without it nobody can move the place.
    static func mark(of start: AuditHead, key: borrowing SecretBytes) -> [UInt8] {
        var content = Content("touchd checkpoint")
        content.add(start.link)
        content.add(start.sequence)
        return content.hash(key: key)
    }

    /// Fields one after another, each with its length, so that no two lists of fields give the same bytes.
    private struct Content {
        private var bytes: [UInt8]

        init(_ use: StaticString) {
            bytes = []
            bytes.reserveCapacity(Self.usualCount)
            append("\(use)\0")
        }

        mutating func add(_ field: [UInt8]) {
            count(field.count)
            bytes += field
        }

        mutating func add(_ text: String?) {
            guard let text else { return count(-1) }
            count(text.utf8.count)
            append(text)
        }

        mutating func add(_ number: Int64?) {
            guard let number else { return count(-1) }
            count(8)
            append(number)
        }

        func hash(key: borrowing SecretBytes) -> [UInt8] { KeyedHash.bytes(of: bytes, key: key) }

        private mutating func count(_ count: Int) { append(Int32(truncatingIfNeeded: count)) }

        private mutating func append(_ number: some FixedWidthInteger) {
            unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
        }

        private mutating func append(_ text: String) {
            var text = text
            text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
        }

        private static let usualCount = 512
    }
}
