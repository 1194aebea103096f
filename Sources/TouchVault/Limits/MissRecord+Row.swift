internal import TouchConfiguration
internal import TouchCore

extension Database {
    /// How many panels are remembered: more than any machine has places to plug them in.
    private static let maxPanels: Int64 = 256

    enum FoundMisses {
        case nothing
        case record(MissRecord)
        /// The row was not written by touchd.
        case altered
    }

    func misses(of panel: [UInt8], key: borrowing SecretBytes) throws(VaultError) -> FoundMisses {
        let stored: (record: MissRecord, seal: [UInt8])?
        do throws(VaultError) {
            stored = try self[.findMisses].first(.blob(panel)) { row throws(VaultError) in
                (try MissRecord(row), try row.blob(4, count: KeyedHash.byteCount))
            }
        } catch {
            // A column of the wrong type was not written by touchd; an unreadable disk is a different error.
            guard case .damaged = error else { throw error }
            return .altered
        }
        guard let stored else { return .nothing }
        return KeyedHash.areEqual(stored.record.seal(of: panel, key: key), stored.seal)
            ? .record(stored.record) : .altered
    }

    func write(_ record: MissRecord, of panel: [UInt8], key: borrowing SecretBytes) throws(VaultError) {
        let sequence = try self[.putMisses].insert([
            .blob(panel), .blob(record.storedMisses), .integer(record.storedWaits),
            .optional(record.waitBegan?.microseconds), .blob(record.boot.bytes),
            .blob(record.seal(of: panel, key: key)),
        ])
        try self[.trimMisses].run(.integer(sequence - Self.maxPanels))
    }
}

extension MissRecord {
    fileprivate init(_ row: borrowing Row) throws(VaultError) {
        self.init(boot: BootID(bytes: try row.blob(3, count: BootID.byteCount)))
        misses = Self.misses(of: try row.blob(0, count: 8 * MissRule.missRange.upperBound))
        let stored = Int64(try row.integer(1, in: 0...(Int64.max >> 16)))
        waits = min(Int(stored & Self.waitMask), MissRule.maxWaits)
        let topics = (0...MissTopic.last).filter { stored >> (Self.waitBits + Int64($0)) & 1 == 1 }
        blamed = Set(topics.map(MissTopic.init))
        waitBegan = try row.optionalInteger(2).map(Instant.init(microseconds:))
    }

    fileprivate func seal(of panel: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var message = Array("touchd misses 1\0".utf8) + panel + storedMisses
        for number in [storedWaits, waitBegan?.microseconds ?? -1] { message += number.littleEndianBytes }
        return KeyedHash.bytes(of: message + boot.bytes, key: key)
    }

    /// The waits in the low bits, and above them the topics that caused them.
    fileprivate var storedWaits: Int64 {
        blamed.reduce(Int64(waits)) { $0 | 1 << (Self.waitBits + Int64($1.number)) }
    }

    private static let waitBits: Int64 = 8
    private static let waitMask: Int64 = (1 << waitBits) - 1
    /// Below the number of a miss's topic is its time: 2,000 years of microseconds.
    private static let timeBits: Int64 = 56

    fileprivate var storedMisses: [UInt8] {
        let words = misses.map { $0.time.microseconds | Int64($0.topic.number) << Self.timeBits }
        let unused = [Int64](repeating: -1, count: MissRule.missRange.upperBound - words.count)
        return (words + unused).flatMap(\.littleEndianBytes)
    }

    private static func misses(of bytes: [UInt8]) -> [Miss] {
        stride(from: 0, to: bytes.count, by: 8).compactMap { start in
            let word = Int64(littleEndianBytes: bytes[start..<start + 8])
            guard word >= 0 else { return nil }
            // Must not trap: the seal is checked later.
            let topic = min(UInt8(word >> timeBits), MissTopic.last)
            return Miss(time: Instant(microseconds: word & ((1 << timeBits) - 1)), topic: MissTopic(topic))
        }
    }
}
