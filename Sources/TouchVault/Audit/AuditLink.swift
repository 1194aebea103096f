/// How results are chained, each to the one before it.
///
///     seal(n) = H(key, "touchd result" ‖ id and content of result n)           the same wherever the row stands
///     link(n) = H(key, "touchd link" ‖ link(n-1) ‖ n ‖ seal(n))                 ties it to its place and to all before
///
/// H is BLAKE2b keyed with the vault's key. The two hashes distinguish an altered row from a displaced one.
enum AuditLink {
    static func seal(of stored: StoredResult, key: borrowing SecretBytes) -> [UInt8] {
        let values = stored.values
        let seal = seal(key: key) {
            values[Int($0)].isNull
        } add: { columns, content in
            content.add(values[Int(columns.lowerBound)..<Int(columns.upperBound)])
            return true
        }
        guard let seal else { preconditionFailure("a standing and a challenge are there or not") }
        return seal
    }

    /// The seal of a row, of its columns as they are; nil if touchd stores no such columns.
    static func seal(of row: borrowing Row, key: borrowing SecretBytes) -> [UInt8]? {
        seal(key: key) {
            row.isNull($0)
        } add: {
            $1.add(row, $0)
        }
    }

    private static func seal(
        key: borrowing SecretBytes, isNull: (Int32) -> Bool, add: (Range<Int32>, inout Content) -> Bool
    ) -> [UInt8]? {
        let (standing, challenge) = (StoredResult.standingColumn, StoredResult.challengeColumn)
        let secret = StoredResult.secretColumn
        var content = Content("touchd result\0")
        // Only if present, so that the seals of results from before these fields stay valid; all or nothing, because a part
        // would be outside the seal.
        func addIfPresent(_ columns: Range<Int32>, _ sign: Int32) -> Bool {
            isNull(sign) ? columns.allSatisfy(isNull) : add(columns, &content)
        }
        guard add(1..<standing, &content), addIfPresent(standing..<challenge, StoredResult.attemptsLeftColumn),
            addIfPresent(challenge..<secret, challenge)
        else { return nil }
        if !isNull(secret) {
            // With its name, because fields before it may be missing.
            content.add([.text("secret")])
            guard add(secret..<StoredResult.columnCount, &content) else { return nil }
        }
        return content.hash(key: key)
    }

    static func link(after previous: [UInt8], sequence: Int64, seal: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var content = Content("touchd link\0")
        content.add([.blob(previous), .integer(sequence), .blob(seal)])
        return content.hash(key: key)
    }

    /// Where the stored results begin; the key is derived from the pepper: without it nobody can move the place.
    static func mark(of start: AuditHead, key: borrowing SecretBytes) -> [UInt8] {
        var content = Content("touchd checkpoint\0")
        content.add([.blob(start.link), .integer(start.sequence)])
        return content.hash(key: key)
    }

    /// Fields one after another, each with its length, so that no two lists of fields give the same bytes.
    @safe
    private struct Content: ~Copyable {
        private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 8)
        private var count = 0

        init(_ use: StaticString) {
            unsafe append(UnsafeRawBufferPointer(start: use.utf8Start, count: use.utf8CodeUnitCount))
        }

        deinit { unsafe bytes.deallocate() }

        mutating func add(_ fields: ArraySlice<Value>) {
            for field in fields {
                switch field {
                case .blob(let field): unsafe field.withUnsafeBytes { unsafe add($0) }
                case .text(var text): text.withUTF8 { unsafe add(UnsafeRawBufferPointer($0)) }
                case .integer(let number): unsafe withUnsafeBytes(of: number.littleEndian) { unsafe add($0) }
                case .null: unsafe add(nil)
                }
            }
        }

        /// Adds columns as they are; false if one has another type than touchd stores in it.
        mutating func add(_ row: borrowing Row, _ columns: Range<Int32>) -> Bool {
            let types = StoredResult.types
            for column in columns {
                let isAdded = unsafe row.withBytes(column) { type, field in
                    guard type == types[Int(column)] || type == Row.null else { return false }
                    unsafe add(type == Row.null ? nil : field)
                    return true
                }
                guard isAdded else { return false }
            }
            return true
        }

        borrowing func hash(key: borrowing SecretBytes) -> [UInt8] {
            unsafe KeyedHash.bytes(of: UnsafeRawBufferPointer(rebasing: bytes[..<count]), key: key)
        }

        /// Adds a field; nil: NULL.
        private mutating func add(_ field: UnsafeRawBufferPointer?) {
            let length = unsafe Int32(truncatingIfNeeded: field?.count ?? -1).littleEndian
            unsafe withUnsafeBytes(of: length) { unsafe append($0) }
            if let field = unsafe field { unsafe append(field) }
        }

        private mutating func append(_ more: UnsafeRawBufferPointer) {
            let end = count + more.count
            if unsafe end > bytes.count {
                let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * end, alignment: 8)
                unsafe larger.copyMemory(from: UnsafeRawBufferPointer(bytes))
                unsafe bytes.deallocate()
                unsafe bytes = larger
            }
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count..<end]).copyMemory(from: more)
            count = end
        }
    }
}
