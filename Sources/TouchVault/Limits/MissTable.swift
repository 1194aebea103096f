internal import TouchConfiguration
internal import TouchCore

final class MissTable {
    /// How many panels are remembered: more than any machine has places to plug them in.
    private static let maxPanels: Int64 = 256

    private let find: Statement
    private let replace: Statement
    private let trim: Statement

    init(_ database: borrowing Database) throws(VaultError) {
        find = try database.prepare("SELECT times, waits, began, boot, seal FROM miss WHERE panel = ?")
        replace = try database.prepare(
            """
            INSERT OR REPLACE INTO miss (panel, times, waits, began, boot, seal) VALUES (?, ?, ?, ?, ?, ?)
            """)
        trim = try database.prepare("DELETE FROM miss WHERE sequence <= ?")
    }

    enum Found {
        case nothing
        case record(MissRecord)
        /// The row was not written by touchd.
        case altered
    }

    func record(of panel: [UInt8], key: borrowing SecretBytes) throws(VaultError) -> Found {
        let stored: (record: MissRecord, seal: [UInt8])?
        do throws(VaultError) {
            stored = try find.first(.blob(panel)) { row throws(VaultError) in
                var record = MissRecord(boot: BootID(bytes: try row.blob(3, count: BootID.byteCount)))
                record.misses = Self.misses(of: try row.blob(0, count: 8 * MissRule.missRange.upperBound))
                let waits = Int64(try row.integer(1, in: 0...(Int64.max >> 16)))
                record.waits = min(Int(waits & Self.waitMask), MissRule.maxWaits)
                let topics = (0...MissTopic.last).filter { waits >> (Self.waitBits + Int64($0)) & 1 == 1 }
                record.blamed = Set(topics.map(MissTopic.init))
                record.waitBegan = try row.optionalInteger(2).map(Instant.init(microseconds:))
                return (record, try row.blob(4, count: KeyedHash.byteCount))
            }
        } catch {
            // A column of the wrong type was not written by touchd; an unreadable disk is a different error.
            guard case .damaged = error else { throw error }
            return .altered
        }
        guard let stored else { return .nothing }
        return KeyedHash.areEqual(Self.seal(stored.record, of: panel, key: key), stored.seal)
            ? .record(stored.record) : .altered
    }

    func write(
        _ record: MissRecord, of panel: [UInt8], key: borrowing SecretBytes
    ) throws(VaultError) {
        let sequence = try replace.insert([
            .blob(panel), .blob(Self.times(record.misses)), .integer(Self.waits(record)),
            .optional(record.waitBegan?.microseconds), .blob(record.boot.bytes),
            .blob(Self.seal(record, of: panel, key: key)),
        ])
        try trim.run(.integer(sequence - Self.maxPanels))
    }

    private static func seal(_ record: MissRecord, of panel: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        let times = times(record.misses)
        var message = Array("touchd misses 1\0".utf8) + panel + times
        for number in [waits(record), record.waitBegan?.microseconds ?? -1] { message += number.littleEndianBytes }
        message += record.boot.bytes
        return KeyedHash.bytes(of: message, key: key)
    }

    /// The waits in the low bits, and above them the topics that caused them.
    private static func waits(_ record: MissRecord) -> Int64 {
        record.blamed.reduce(Int64(record.waits)) { $0 | 1 << (Self.waitBits + Int64($1.number)) }
    }

    private static let waitBits: Int64 = 8
    private static let waitMask: Int64 = (1 << waitBits) - 1
    /// Below the number of a miss's topic is its time: 2,000 years of microseconds.
    private static let timeBits: Int64 = 56

    private static func times(_ misses: [MissRecord.Miss]) -> [UInt8] {
        let words = misses.map { $0.time.microseconds | Int64($0.topic.number) << timeBits }
        let unused = [Int64](repeating: -1, count: MissRule.missRange.upperBound - words.count)
        return (words + unused).flatMap(\.littleEndianBytes)
    }

    private static func misses(of bytes: [UInt8]) -> [MissRecord.Miss] {
        var misses: [MissRecord.Miss] = []
        for start in stride(from: 0, to: bytes.count, by: 8) {
            var bits: UInt64 = 0
            for (place, byte) in bytes[start...].prefix(8).enumerated() { bits |= UInt64(byte) << UInt64(8 * place) }
            let word = Int64(bitPattern: bits)
            guard word >= 0 else { continue }
            // Must not trap: the seal is checked later.
            let topic = min(UInt8(word >> timeBits), MissTopic.last)
            let time = Instant(microseconds: word & ((1 << timeBits) - 1))
            misses.append(MissRecord.Miss(time: time, topic: MissTopic(topic)))
        }
        return misses
    }
}
