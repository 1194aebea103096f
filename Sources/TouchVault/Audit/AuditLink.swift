/// How results are chained, each to the one before it.
///
///     seal(n) = H(key, "touchd result" ‖ id and content of result n)           the same wherever the row stands
///     link(n) = H(key, "touchd link" ‖ link(n-1) ‖ n ‖ seal(n))                 ties it to its place and to all before
///
/// H is BLAKE2b keyed with the vault's key. The two hashes distinguish an altered row from a displaced one.
enum AuditLink {
    static func seal(of stored: StoredResult, key: borrowing SecretBytes) -> [UInt8] {
        let (values, result) = (stored.values, stored.result)
        var content = Content("touchd result")
        content.add(values[1..<StoredResult.standingColumn])
        // Only if present, so that the seals of results from before this field stay valid.
        if result.standing != nil { content.add(values[StoredResult.standingColumn..<StoredResult.challengeColumn]) }
        if result.challenge != nil { content.add(values[StoredResult.challengeColumn..<StoredResult.secretColumn]) }
        // With its name, because fields before it may be missing.
        if result.secret != nil { content.add([.text("secret"), values[StoredResult.secretColumn]]) }
        return content.hash(key: key)
    }

    static func link(after previous: [UInt8], sequence: Int64, seal: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var content = Content("touchd link")
        content.add([.blob(previous), .integer(sequence), .blob(seal)])
        return content.hash(key: key)
    }

    /// Where the stored results begin; the key is derived from the pepper: without it nobody can move the place.
    static func mark(of start: AuditHead, key: borrowing SecretBytes) -> [UInt8] {
        var content = Content("touchd checkpoint")
        content.add([.blob(start.link), .integer(start.sequence)])
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

        mutating func add(_ fields: ArraySlice<Value>) {
            for field in fields {
                switch field {
                case .blob(let field):
                    count(field.count)
                    bytes += field
                case .text(let text):
                    count(text.utf8.count)
                    append(text)
                case .integer(let number):
                    count(8)
                    append(number)
                case .null: count(-1)
                }
            }
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
