/// One sum over the records of all users, brought up to date from the records of the users who are changed.
///
///     start    every user is read once ──▶ a keyed hash of each ──▶ their sum
///     change   the user's former hash is subtracted, the present one added
///
/// A hash is over what decides whether a user gets in: the seals of the credential and of the record of attempts, which
/// cover the rest of these rows, and the recovery key. One hash covers all of a user's rows, so that rows of different
/// times never add up to what touchd wrote.
///
/// Hashes of users who were seen since the start are kept: what another program writes is in the rows, but not in them.
@safe
final class UserRecords {
    /// A sum of hashes.
    ///
    /// Two sets of records have the same sum with a chance of 2⁻¹²⁸, and each try is an alarm: hashes and sum never leave
    /// the memory, except under a seal. Somebody who knew them could look for records whose hashes cancel out, and would
    /// find some much earlier (Wagner, A Generalized Birthday Problem, CRYPTO 2002).
    struct Sum: Hashable {
        fileprivate var low: UInt64 = 0
        fileprivate var high: UInt64 = 0

        var bytes: [UInt8] { low.littleEndianBytes + high.littleEndianBytes }

        fileprivate mutating func replace(_ former: Sum, with present: Sum) {
            low = low &- former.low &+ present.low
            high = high &- former.high &+ present.high
        }
    }

    /// What a hash is over.
    static let columns = "c.id, c.seal, a.seal, r.hash"

    private let database: Database
    private let key: SecretBytes
    /// The hash of each user who was seen, as touchd wrote it; none of a name without records.
    private var seen: [String: Sum] = [:]
    private var sumOfSeen = Sum()
    private var haveSeenAll = false
    /// The names whose records the transaction under way may change.
    private var touched: Set<String> = []
    /// Their hashes once it is made.
    private var changed: [String: Sum] = [:]
    /// The hashes of all users once it is made, if it took them as they are.
    private var taken: [String: Sum]?
    /// What a hash is over: the number of the credential, and three seals with a mark of whether they are there.
    private let message = UnsafeMutablePointer<Int64>.allocate(capacity: 16)
    private let hash = UnsafeMutablePointer<UInt64>.allocate(capacity: 2)

    init(_ database: Database, key: borrowing SecretBytes) throws(VaultError) {
        self.database = database
        self.key = try KeyedHash.derive("touchd records of users", from: key)
    }

    deinit {
        unsafe message.deallocate()
        unsafe hash.deallocate()
    }

    /// Reads the records of all users: their sum, and how many of them have a recovery key.
    func read() throws(VaultError) -> (sum: Sum, users: Int64, keys: Int64) {
        var (sum, users, keys) = (Sum(), Int64(0), Int64(0))
        try database.prepare(
            """
            SELECT \(Self.columns) FROM credential c
            LEFT JOIN attempt a ON a.user = c.user LEFT JOIN recovery r ON r.user = c.user
            """
        ).each { row throws(VaultError) in
            sum.replace(Sum(), with: hash(row))
            users += 1
            if !row.isNull(3) { keys += 1 }
        }
        return (sum, users, keys)
    }

    /// Counts the records of all users as written by touchd once the transaction under way is made.
    func takeAll() throws(VaultError) -> Sum {
        var (sum, all) = (Sum(), [String: Sum]())
        let names = try database.prepare("SELECT user FROM credential").rows { row throws(VaultError) in
            try row.text(0)
        }
        for name in names {
            let hash = try read(name)
            sum.replace(Sum(), with: hash)
            all[name] = hash
        }
        taken = all
        return sum
    }

    /// Whether the records of a user are as touchd wrote them or the start found them, or are being changed by the
    /// transaction under way.
    func areSound(of user: UserName) throws(VaultError) -> Bool {
        let name = user.description
        if touched.contains(name) { return true }
        let present = try read(name)
        if let former = (taken ?? seen)[name] { return present == former }
        if haveSeenAll || taken != nil || present == Sum() { return present == Sum() }
        seen[name] = present
        sumOfSeen.replace(Sum(), with: present)
        return true
    }

    /// Ends the time in which a name may be seen for the first time; returns whether nobody's records were changed by
    /// another program between the start and their first use.
    func endSeeing(of sum: Sum) -> Bool {
        haveSeenAll = true
        return sumOfSeen == sum
    }

    /// Notes that the transaction under way may change the records of a user.
    func touch(_ user: UserName) { touched.insert(user.description) }

    /// Brings the sum up to date; the last thing in the transaction.
    func update(_ sum: inout Sum) throws(VaultError) {
        for name in touched {
            let present = try read(name)
            sum.replace((taken ?? seen)[name] ?? Sum(), with: present)
            changed[name] = present
        }
    }

    /// Ends the transaction under way, with its changes made or not.
    func end(isMade: Bool) {
        if isMade {
            if let taken {
                (seen, haveSeenAll, sumOfSeen) = (taken, true, Sum())
                for hash in taken.values { sumOfSeen.replace(Sum(), with: hash) }
            }
            for (name, hash) in changed {
                sumOfSeen.replace(seen[name] ?? Sum(), with: hash)
                seen[name] = hash == Sum() ? nil : hash
            }
        }
        (touched, changed, taken) = ([], [:], nil)
    }

    private func read(_ name: String) throws(VaultError) -> Sum {
        try database[.userSeals].first(.text(name)) { row throws(VaultError) in
            row.isNull(0) && row.isNull(2) && row.isNull(3) ? Sum() : hash(row)
        } ?? Sum()
    }

    /// The hash of a user; a seal of another length lets nobody in, as if there were none.
    private func hash(_ row: borrowing Row) -> Sum {
        database.tally.rows += 1
        // Locals and no loop: a start does this for every user, also in builds that are not optimized.
        let (hash, message, count) = unsafe (self.hash, self.message, KeyedHash.byteCount)
        unsafe message.pointee = row.number(0)
        let seals = unsafe UnsafeMutableRawPointer(message + 1).assumingMemoryBound(to: UInt8.self)
        unsafe row.copy(1, count: count, to: seals)
        unsafe row.copy(2, count: count, to: seals + (1 + count))
        unsafe row.copy(3, count: count, to: seals + 2 * (1 + count))
        unsafe KeyedHash.write(16, to: hash, of: message, 8 + 3 * (1 + count), key: key)
        return unsafe Sum(low: hash[0], high: hash[1])
    }
}
