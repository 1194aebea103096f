package import StrictJSON

/// A fault in the stored results.
package enum AuditBreak: String, Hashable, Sendable, CaseIterable {
    /// The content of a result was changed.
    case edited
    /// There is a result that touchd did not store at this place.
    case inserted
    /// A result is in the place of another one.
    case reordered
    case deleted
    /// The beginning of the results is unknown.
    case checkpoint
    /// The results do not lead to the external head: they were rewritten.
    case rewritten
    /// There are fewer results than the external head counts.
    case truncated
}

/// The findings of a walk along the stored results.
package struct AuditFinding: Hashable, Sendable {
    /// The first fault and its place in the order of results, if any.
    package let broken: Break?
    /// How many results are intact.
    package let checked: Int64
    /// The last intact result, or the place where results begin.
    package let head: AuditHead
    /// Whether an external head was given and lies within the stored results; an older one proves nothing.
    package let isCompared: Bool

    /// A fault at one place.
    package struct Break: Hashable, Sendable {
        /// The fault.
        package let kind: AuditBreak
        /// The place of the result that shows it.
        package let sequence: Int64
    }
}

/// One walk along the stored results, a part at a time, so that touches need not wait for it.
///
/// It detects every change before the last result. Results cut off at the end are detected only with an external head,
/// and only up to that head. A chain that was rebuilt with the vault's key is likewise detected only with an external
/// head.
package struct AuditWalk {
    private var head: AuditHead?
    /// The number of intact results so far.
    package private(set) var checked: Int64 = 0
    private var isCompared = false
    private let known: AuditHead?
    private var gap: Gap?

    /// Begins a walk; `known` is an external head, exported before.
    package init(comparing known: AuditHead? = nil) {
        self.known = known
    }

    /// How many results one part checks: about 0.2 million instructions.
    package static let part: Int64 = 4

    /// Checks the next part; returns the findings, if it was the last one.
    package mutating func proceed(in vault: Vault) throws(VaultError) -> AuditFinding? {
        if let gap { return try look(behind: gap, in: vault) }
        guard var here = head else { return try begin(in: vault) }
        let rows = try vault.audit.rows(after: here.sequence, limit: Self.part, key: vault.key)
        for row in rows {
            let place = here.sequence + 1
            guard row.sequence == place, let link = row.link, row.isGenuine,
                row.follows(here.link, at: place, key: vault.key)
            else { return try explain(row, after: here, in: vault) }
            here = AuditHead(sequence: place, link: link)
            checked += 1
            if let mismatch = mismatch(with: here) { return finding(mismatch, at: place, here) }
        }
        head = here
        if !rows.isEmpty { return nil }
        if let known, known.sequence > here.sequence { return finding(.truncated, at: here.sequence + 1, here) }
        return AuditFinding(broken: nil, checked: checked, head: here, isCompared: isCompared)
    }

    private mutating func begin(in vault: Vault) throws(VaultError) -> AuditFinding? {
        guard let here = try vault.audit.start() else {
            return finding(.checkpoint, at: 0, .origin)
        }
        if try vault.audit.rows(after: .min, limit: 1, key: vault.key).first.map({ $0.sequence <= here.sequence })
            == true
        {
            return finding(.inserted, at: here.sequence, here)
        }
        isCompared = known.map { $0.sequence >= here.sequence } ?? false
        head = here
        return mismatch(with: here).map { finding($0, at: here.sequence, here) }
    }

    private func mismatch(with here: AuditHead) -> AuditBreak? {
        guard let known, known.sequence == here.sequence else { return nil }
        return known.link == here.link ? nil : .rewritten
    }

    private func finding(_ kind: AuditBreak, at sequence: Int64, _ head: AuditHead) -> AuditFinding {
        AuditFinding(
            broken: .init(kind: kind, sequence: sequence), checked: checked, head: head, isCompared: isCompared)
    }

    /// Why the row cannot follow `here`; nil if results beyond the limit were deleted, or all later ones must be read.
    private mutating func explain(
        _ row: AuditedRow, after here: AuditHead, in vault: Vault
    ) throws(VaultError) -> AuditFinding? {
        let place = here.sequence + 1
        if let start = try vault.audit.start(), start.sequence >= place {
            if let known, known.sequence > here.sequence { isCompared = known.sequence >= start.sequence }
            head = start
            return mismatch(with: start).map { finding($0, at: start.sequence, start) }
        }
        if row.sequence == place, !row.isGenuine {
            let follows = row.follows(here.link, at: place, key: vault.key)
            return finding(follows ? .edited : .inserted, at: place, here)
        }
        gap = Gap(head: here, reached: here.sequence)
        return nil
    }

    /// Looks for the right row: if it still exists, it and another one were swapped.
    private mutating func look(behind gap: Gap, in vault: Vault) throws(VaultError) -> AuditFinding? {
        let place = gap.head.sequence + 1
        let later = try vault.audit.rows(after: gap.reached, limit: Self.part, key: vault.key)
        if later.contains(where: { $0.follows(gap.head.link, at: place, key: vault.key) }) {
            return finding(.reordered, at: place, gap.head)
        }
        guard let last = later.last, last.sequence > gap.reached else { return finding(.deleted, at: place, gap.head) }
        self.gap?.reached = last.sequence
        return nil
    }

    private struct Gap {
        let head: AuditHead
        var reached: Int64
    }
}

extension Vault {
    /// The end of the chain of results, to be kept outside the kiosk.
    package var auditHead: AuditHead { audit.head }

    /// The same with a signature, a compact JWS; see ``auditKey``.
    package var signedAuditHead: String { audit.signed(audit.head) }

    /// The beginning of the stored results, signed; nil if it is unknown.
    package func signedCheckpoint() throws(VaultError) -> String? { try audit.start().map(audit.signed) }

    /// The public key that verifies heads and checkpoints; tokens are signed with other keys.
    package var auditKey: VerificationKey { audit.signing.verification }
}
