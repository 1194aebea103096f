internal import EventLoop
internal import StrictJSON
internal import TouchCore
package import TouchScreen
package import TouchVault
package import Varlink

/// Outcomes: stored, counted, logged, and told to watchers.
package final class Results {
    private let keeper: VaultKeeper
    private let surroundings: Surroundings
    private let panels: Panels
    private let statistics: Statistics
    private let peerLog: PeerLog
    /// Results that no finger caused, of each user.
    private var fingerless = Ration(burst: 20, interval: .seconds(600))
    /// Users whose recovery key was used, until something of theirs passes.
    private var recovering: Set<UserName?> = []
    /// The note is whether the peer sees the results of all users.
    private var watchers = OpenCalls<() -> Bool>()
    /// Stored results not reported yet, in order; one whose moment has come waits for earlier ones.
    private var untold: [(result: StoredResult, isDue: Bool)] = []

    /// From now on, alarms of the vault are stored here.
    package init(
        _ keeper: VaultKeeper, in surroundings: Surroundings, _ panels: Panels, _ statistics: Statistics,
        _ peerLog: PeerLog
    ) {
        (self.keeper, self.surroundings, self.panels) = (keeper, surroundings, panels)
        (self.statistics, self.peerLog) = (statistics, peerLog)
        keeper.results = self
    }

    /// The levels of the last secrets that passed since the start, by their results, oldest first: of everyday ones, too, or
    /// a restart would tell them from others.
    private var levels: [(result: ResultID, level: Int)] = []
    private static let maxLevels = 256

    /// Remembers how deep the secret lies that passed.
    func note(_ level: Int, of id: ResultID) {
        if levels.count == Self.maxLevels { levels.removeFirst() }
        levels.append((id, level))
    }

    /// How deep the secret lies that passed; nil if that was before the start, or long ago.
    package func level(of id: ResultID) -> Int? { levels.first { $0.result == id }?.level }

    // MARK: - Storing

    /// Whether an outcome is kept: those that no finger caused are only counted after the first few of a user, or a
    /// program that begins and gives up would push out everything else.
    func keeps(_ result: InteractionResult) -> Bool {
        guard result.provenance == Self.noPanel, result.outcome != .passed else {
            recovering.remove(result.user)
            return true
        }
        // Wrong keys are limited already; a right one ends the user's secrets the first time.
        if result.kind == .recovery, result.outcome == .failed || recovering.insert(result.user).inserted {
            return true
        }
        if fingerless.consume(for: result.owner, now: surroundings.moment.boottime) {
            return true
        }
        statistics.count(kind: result.kind.rawValue, outcome: result.outcome.word)
        statistics.resultsLeftOut += 1
        return false
    }

    /// Stored results are on the disk, and their moment has come: notifies the watchers that may see them, in the order of
    /// all results, counts and logs them.
    func tell(_ stored: [StoredResult]) {
        for stored in stored {
            guard let place = untold.firstIndex(where: { $0.result.id == stored.id }) else { continue }
            untold[place].isDue = true
            let told = untold.prefix(while: \.isDue).map(\.result)
            untold.removeFirst(told.count)
            for result in told {
                send(result)
                note(result)
            }
        }
        // Every change to users' secrets ends in a result.
        keeper.noteAlarm()
    }

    /// Stores outcomes without waiting for the disk.
    ///
    /// - Parameters:
    ///   - user: whose records `body` may use and change; nil: nobody's.
    ///   - body: stores them by ``store(_:)``, with the changes that belong to them.
    ///   - token: the token that `body` issued; it is signed on the thread of the write.
    ///   - then: receives whether they are on the disk, and then is to ``tell(_:)`` them; if not, that is logged.
    func write(
        of user: UserName? = nil, _ body: @escaping () throws(VaultError) -> [StoredResult],
        signing token: @escaping () -> IssuedToken? = { nil }, then: @escaping (Bool) -> Void
    ) {
        var stored: [StoredResult] = []
        keeper.writes.make(in: keeper.vault, of: user) { () throws(VaultError) in
            stored = try body()
        } aside: { () -> (@Sendable () -> Void)? in
            guard let token = token() else { return nil }
            return { _ = token.text }
        } then: { [self] written in
            do throws(VaultError) {
                try written.get()
                then(true)
                keeper.trimResults()
            } catch {
                peerLog.line(.error, .storage, of: stored.first?.result.owner ?? 0, "cannot store a result: \(error)")
                keeper.note(error)
                untold.removeAll { kept in stored.contains { $0.id == kept.result.id } }
                keeper.noteAlarm()
                then(false)
            }
        }
    }

    /// Stores one outcome without waiting for the disk, and notifies the watchers once it is there.
    ///
    /// - Parameter then: gets its id; nil if it is not kept, or could not be stored, which is logged. Called at once if it
    ///   is not kept.
    func writeLater(_ result: InteractionResult, then: @escaping (String?) -> Void = { _ in }) {
        if keeps(result) { writeKept(result, then: then) } else { then(nil) }
    }

    private func writeKept(_ result: InteractionResult, then: @escaping (String?) -> Void) {
        var stored: [StoredResult] = []
        write { [self] in
            stored = store(result).map { [$0] } ?? []
            return stored
        } then: { [self] isOnDisk in
            if isOnDisk { tell(stored) }
            then(isOnDisk ? stored.first?.id.description : nil)
        }
    }

    /// Changes something that a call asked for, then records that, then answers; touches are handled while both are
    /// written to the disk.
    ///
    /// - Parameters:
    ///   - interface: the call's, for the error of a vault that cannot be read or written.
    ///   - user: whose records `body` may change; nil: nobody's.
    ///   - body: makes the change, or none.
    ///   - then: gets its result once it is on the disk; answers the call itself, or returns what is to be recorded.
    ///   - finish: answers; gets the name of the record, nil if it is not kept; without it, that is the answer. If it
    ///     could not be stored, the call fails.
    package func change<Answer>(
        for call: Call, of interface: String, user: UserName?, _ body: @escaping () throws(VaultError) -> Answer,
        then: @escaping (Answer) throws(VaultError) -> InteractionResult?, finish: ((Answer, String?) -> Void)? = nil
    ) {
        let finish = finish ?? { call.reply(["resultId": $1.map { .string($0) }]) }
        change(for: call, of: interface, user: user, body) { [self] (answer: Answer) throws(VaultError) in
            guard let result = try then(answer) else { return }
            guard keeps(result) else { return finish(answer, nil) }
            writeKept(result) { id in
                // The change is made; a reply without a record of it would say that nothing changed.
                if id == nil, call.isOpen { return call.fail(VarlinkError("\(interface).StorageFailed")) }
                finish(answer, id)
            }
        }
    }

    /// Changes something that a call asked for, of which no record is kept.
    ///
    /// - Parameter then: gets its result once it is on the disk, and answers the call.
    package func change<Answer>(
        for call: Call, of interface: String, user: UserName? = nil,
        _ body: @escaping () throws(VaultError) -> Answer, then: @escaping (Answer) throws(VaultError) -> Void
    ) {
        keeper.writes.make(in: keeper.vault, of: user, body) { [keeper] (made: Result<Answer, VaultError>) in
            do throws(VaultError) { try then(made.get()) } catch { keeper.fail(call, of: interface, error) }
        }
    }

    /// Stores one outcome; part of ``write(of:_:then:)``.
    ///
    /// - Returns: nil if it could not be stored, which is logged.
    func store(_ result: InteractionResult) -> StoredResult? {
        do throws(VaultError) {
            let stored = try keeper.vault.insert(result)
            untold.append((stored, false))
            return stored
        } catch {
            peerLog.line(.error, .storage, of: result.owner, "cannot store a result: \(error)")
            keeper.note(error)
            return nil
        }
    }

    /// What is stored of a ruling.
    func result(
        _ ruling: Ruling, of subject: ResultSubject, by owner: UInt32, attempt: Int, on place: WidgetPlace?,
        at moment: Moment?
    ) -> InteractionResult {
        let origin = ruling.origin
        return InteractionResult(
            kind: subject.kind, outcome: ruling.outcome, reason: ruling.reason, user: subject.user,
            secret: subject.secret, owner: owner,
            provenance: origin.flatMap { Word($0.provenance.rawValue) } ?? Self.noPanel,
            device: origin.flatMap { panels.identifier(of: $0.device) },
            input: origin == nil ? Self.noInput : ruling.input, isDemo: subject.isDemo, attempt: attempt,
            standing: ruling.standing.map { ResultStanding($0) }, challenge: subject.challenge,
            moment: ResultMoment(moment ?? surroundings.moment), scene: place?.scene, widget: place?.widget)
    }

    /// An act that needed no finger.
    package func result(
        _ kind: ResultKind, _ reason: Word, of user: UserName?, by owner: UInt32, as outcome: ResultOutcome = .passed,
        at moment: Moment? = nil
    ) -> InteractionResult {
        let ruling = Ruling(outcome: outcome, reason: reason)
        return result(ruling, of: ResultSubject(kind: kind, user: user), by: owner, attempt: 1, on: nil, at: moment)
    }

    /// Issues a token for the verdict of a stored result.
    ///
    /// - Parameter challenge: the name of the challenge, for a captcha.
    /// - Returns: the token; nil if the result proves nothing or the token could not be stored, which is logged.
    func token(
        for stored: StoredResult?, challenge: String, binding: TokenBinding, at moment: Moment
    ) -> IssuedToken? {
        guard let stored else { return nil }
        do {
            return try keeper.tokens.issue(for: stored, challenge: challenge, binding: binding, at: moment)
        } catch {
            peerLog.log.error("cannot issue a token: \(error)")
            return nil
        }
    }

    // MARK: - Telling

    /// Whether a stored result is not on the disk yet, or its moment has not come: then no caller sees it.
    package func isUntold(_ id: ResultID) -> Bool { untold.contains { $0.result.id == id && !$0.isDue } }

    private func send(_ stored: StoredResult) {
        for isFull in [true, false] {
            watchers.send(
                to: { call, seesAll in
                    seesAll() == isFull && (isFull || call.connection.peer.uid == stored.result.owner)
                }
            ) { writer in
                let start = writer.bytes.count
                writer.member("result", .object(stored.fields(seesAll: isFull)))
                // Without the braces around them.
                writer.pad(from: start, to: AnswerLength.result - 2)
            }
        }
    }

    /// Subscribes a call to later results that it may see; `seesAll` is asked for each, as a reload may change it.
    package func watch(_ call: Call, seesAll: @escaping () -> Bool) {
        watchers.add(call, seesAll)
    }

    /// Counts and logs a result; neither contains the drawing.
    private func note(_ stored: StoredResult) {
        let result = stored.result
        let (kind, outcome) = (result.kind.rawValue, result.outcome.word)
        statistics.count(kind: kind, outcome: outcome)
        if result.reason == Self.untrustedPanel { statistics.provenanceRefusals += 1 }
        peerLog.log.info(
            "\(kind) \(outcome)", stored.journalFields(user: result.user.map(keeper.logged)),
            messageID: MessageID.result)
    }

    /// The reason of a result whose panel does not count.
    static let untrustedPanel: Word = "untrusted_panel"

    // MARK: - Words

    /// The reason of a result that needs none.
    package static let noReason: Word = "none"
    /// The reason of a result that passed because of the pattern for duress; only for those who see all results.
    package static let duress: Word = "duress"
    /// The reason of a result that the person declined.
    static let declined: Word = "declined"
    /// The input of a result without a finger.
    static let noInput: Word = "none"
    /// The provenance of a result without a finger.
    static let noPanel: Word = "none"
}
