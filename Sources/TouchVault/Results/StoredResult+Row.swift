internal import TouchCore

extension StoredResult {
    static let columns = """
        sequence, id, kind, outcome, reason, user, owner, provenance, device, input, demo, attempt, boot, monotonic, \
        wall, scene, widget, wait, attempts_left, until_locked, locked, form, profile, width, height, refreshes, \
        secret
        """
    static let columnCount: Int32 = 27
    /// What they hold unless that is NULL: text, an integer or a blob.
    static let types = "ibttttitttiibiittiiiittiiit".utf8.map { letter in
        switch letter {
        case UInt8(ascii: "i"): Row.integer
        case UInt8(ascii: "b"): Row.blob
        default: Row.text
        }
    }
    /// Of a statement that stores them with seal and link.
    static let places = Array(repeating: "?", count: Int(columnCount) + 2).joined(separator: ", ")
    /// Where a standing, a challenge and the kind of secret begin; the first may be NULL in a standing that is there, its
    /// attempts left may not.
    static let (standingColumn, attemptsLeftColumn): (Int32, Int32) = (17, 18)
    static let (challengeColumn, secretColumn): (Int32, Int32) = (21, 26)

    /// What the ``columns`` hold, in their order.
    var values: [Value] {
        let standing: [Value]? = result.standing.map { standing in
            [
                .optional(standing.wait?.microseconds), .integer(Int64(standing.attemptsLeft)),
                .optional(standing.attemptsUntilLocked.map { Int64($0) }), .integer(standing.isLocked ? 1 : 0),
            ]
        }
        let challenge: [Value]? = result.challenge.map { challenge in
            [
                .text(challenge.kind.description), .text(challenge.profile.description),
                .optional(challenge.size.map { Int64($0.width) }), .optional(challenge.size.map { Int64($0.height) }),
                .integer(Int64(challenge.refreshes)),
            ]
        }
        var values: [Value] = [
            .integer(sequence), .blob(id.bytes), .text(result.kind.stored), .text(result.outcome.rawValue),
            .text(result.reason.description), .optional(result.user?.description), .integer(Int64(result.owner)),
            .text(result.provenance.description), .optional(result.device), .text(result.input.description),
            .integer(result.isDemo ? 1 : 0), .optional(result.attempt.map { Int64($0) }),
            .blob(result.moment.boot.bytes), .integer(result.moment.monotonic.microseconds),
            .integer(result.moment.wall.microseconds), .optional(result.scene), .optional(result.widget),
        ]
        values += standing ?? Self.nulls(4)
        values += challenge ?? Self.nulls(5)
        values.append(.optional(result.secret?.description))
        return values
    }

    private static func nulls(_ count: Int) -> [Value] { Array(repeating: .null, count: count) }

    /// Reads a row in the order of the ``columns``.
    init(_ row: borrowing Row) throws(VaultError) {
        sequence = try row.integer(0)
        id = ResultID(bytes: try row.blob(1, count: ResultID.byteCount))
        result = InteractionResult(
            kind: try row.text(2, as: "a kind") { ResultKind(stored: $0) },
            outcome: try row.text(3, as: "an outcome") { ResultOutcome(rawValue: $0) },
            reason: try row.word(4),
            user: row.isNull(5) ? nil : try row.text(5, as: "a user name") { try? UserName($0) },
            secret: row.isNull(26) ? nil : try row.text(26, as: "a kind of secret") { SecretKind($0) },
            owner: UInt32(try row.integer(6, in: 0...Int64(UInt32.max))),
            provenance: try row.word(7),
            device: try row.optionalText(8),
            input: try row.word(9),
            isDemo: try row.integer(10, in: 0...1) == 1,
            attempt: try row.optionalInteger(11).map { Int($0) },
            standing: try row.standing(17),
            challenge: try row.challenge(21),
            moment: ResultMoment(
                boot: BootID(bytes: try row.blob(12, count: BootID.byteCount)),
                monotonic: Instant(microseconds: try row.integer(13)),
                wall: WallTime(microseconds: try row.integer(14))),
            scene: try row.optionalText(15),
            widget: try row.optionalText(16))
    }
}

extension Row {
    fileprivate borrowing func word(_ column: Int32) throws(VaultError) -> Word {
        try text(column, as: "a word") { Word($0) }
    }

    fileprivate borrowing func standing(_ column: Int32) throws(VaultError) -> ResultStanding? {
        guard let left = try optionalInteger(column + 1) else {
            // All or nothing: a partial value would be outside the seal.
            for other in [column, column + 2, column + 3] where !isNull(other) {
                throw damage(at: other, "belongs to no standing")
            }
            return nil
        }
        return ResultStanding(
            wait: try optionalInteger(column).map(Interval.init(microseconds:)),
            attemptsLeft: Int(truncatingIfNeeded: left),
            attemptsUntilLocked: try optionalInteger(column + 2).map { Int(truncatingIfNeeded: $0) },
            isLocked: try integer(column + 3, in: 0...1) == 1)
    }

    fileprivate borrowing func challenge(_ column: Int32) throws(VaultError) -> ChallengeFacts? {
        if isNull(column) {
            // All or nothing: a partial value would be outside the seal.
            for other in column + 1...column + 4 where !isNull(other) {
                throw damage(at: other, "belongs to no challenge")
            }
            return nil
        }
        guard isNull(column + 2) == isNull(column + 3) else { throw damage(at: column + 2, "is half a size") }
        func number(_ column: Int32) throws(VaultError) -> Int {
            Int(truncatingIfNeeded: try integer(column, in: 0...Int64(Int32.max)))
        }
        let size: ChallengeFacts.Size? =
            isNull(column + 2)
            ? nil : ChallengeFacts.Size(width: try number(column + 2), height: try number(column + 3))
        return ChallengeFacts(
            kind: try word(column), profile: try word(column + 1), size: size, refreshes: try number(column + 4))
    }
}
