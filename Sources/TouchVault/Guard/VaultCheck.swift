/// The checks left after the opening: their cost grows with the vault, so they run in parts while the loop is idle.
///
///     credentials ──▶ results ──▶ their names ──▶ their owners ──▶ done
///
/// The opening has read what all users depend on: keys, tokens, misses, and the seals of all records. Every user is
/// checked again before being let in.
struct VaultCheck {
    private enum State {
        case credentials(after: Int64)
        case results(after: Int64)
        case names(after: [UInt8])
        case owners(after: Int64, sequence: Int64)
        case done
    }

    private var state = State.credentials(after: .min)

    var isDone: Bool { if case .done = state { true } else { false } }

    mutating func end() { state = .done }

    /// Results whose pages are read in one part; ``AuditWalk`` checks their content.
    private static let resultPart: Int64 = 25

    /// Checks one more user, in about 0.1 million instructions, with pages from the disk 0.2, or part of the results.
    ///
    /// - Throws: ``VaultError/damaged(path:detail:)`` for a page that cannot be one of SQLite's, and for rows out of
    /// order, among which a check might never come to an end.
    mutating func proceed(in vault: Vault) throws(VaultError) -> Bool {
        switch state {
        case .credentials(let last):
            let next = try vault.database.credential(after: last, key: vault.sealKey)
            try check(next.map { $0.id > last }, in: vault)
            guard let next else {
                state = .results(after: .min)
                return vault.guarding.users.endSeeing(of: vault.guarding.state.users)
            }
            state = .credentials(after: next.id)
            guard let credential = next.credential, try vault.guarding.users.areSound(of: credential.user) else {
                return false
            }
            // Users locked by an alarm have no seal, and the guard's own seal covers that.
            if credential.isUnsealed { return true }
            let record = try vault.database.record(
                of: credential.user, credential: credential.id, key: vault.sealKey)
            return credential.isGenuine && record != nil
        case .results(let last):
            let next = try vault.database.prepare(
                """
                SELECT max(sequence), total(length(link)) FROM
                    (SELECT sequence, link FROM result WHERE sequence > ? ORDER BY sequence LIMIT ?)
                """
            ).integer(.integer(last), .integer(Self.resultPart))
            try check(next.map { $0 > last }, in: vault)
            state = next.map { .results(after: $0) } ?? .names(after: [])
        case .names(let last):
            let next = try vault.database.prepare(
                "SELECT max(id) FROM (SELECT id FROM result WHERE id > ? ORDER BY id LIMIT ?)"
            ).first(.blob(last), .integer(Self.resultPart)) { row throws(VaultError) in
                row.isNull(0) ? nil : try row.blob(0)
            }
            try check((next ?? nil).map { last.lexicographicallyPrecedes($0) }, in: vault)
            state = (next ?? nil).map { .names(after: $0) } ?? .owners(after: -1, sequence: .min)
        case .owners(let owner, let sequence):
            // Not by (owner, sequence) > (?, ?): that passes over all results of the owner up to the place.
            let next = try vault.database.prepare(
                """
                SELECT max(sequence) FROM (SELECT sequence FROM result INDEXED BY result_of_owner
                    WHERE owner = ? AND sequence > ? ORDER BY sequence LIMIT ?)
                """
            ).integer(.integer(owner), .integer(sequence), .integer(Self.resultPart))
            try check(next.map { $0 > sequence }, in: vault)
            if let next {
                state = .owners(after: owner, sequence: next)
                return true
            }
            let another = try vault.database.prepare("SELECT min(owner) FROM result WHERE owner > ?")
                .integer(.integer(owner))
            try check(another.map { $0 > owner }, in: vault)
            state = another.map { .owners(after: $0, sequence: .min) } ?? .done
        case .done: break
        }
        return true
    }

    private func check(_ isInOrder: Bool?, in vault: Vault) throws(VaultError) {
        guard isInOrder ?? true else { throw .damaged(path: vault.path, detail: "rows are out of order") }
    }
}

extension Vault {
    /// Checks more users or results; a row that touchd did not write locks every user; returns whether more is left.
    package func checkOn() throws(VaultError) -> Bool {
        let former = check
        do throws(VaultError) {
            let finding: VaultAlarm?
            do throws(VaultError) {
                finding = try check.proceed(in: self) ? nil : .altered
            } catch {
                guard error.isDamage else { throw error }
                finding = .damaged
            }
            guard let finding else { return !check.isDone }
            try transaction { () throws(VaultError) in
                // A page that cannot be read has no row to drop.
                if finding == .altered { try database.dropNameless() }
                try lockEverybody(finding)
            }
            check.end()
            return false
        } catch {
            // Retries the same part: a finding or a failed read is not lost.
            check = former
            guard error.isDamage, database.tally.isDamaged else { throw error }
            // Nothing can be stored in it; everybody is locked as long as it is open.
            check.end()
            return false
        }
    }
}
