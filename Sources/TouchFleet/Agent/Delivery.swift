internal import EventLoop
internal import System
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore

/// The worker's part: one round after the other, each as far as it gets.
///
/// Unchecked, because ``Agent`` starts a round only when the last one has ended.
final class Delivery: @unchecked Sendable {
    enum Ending: Sendable {
        case done(sequence: Int64)
        case more
        /// Nothing more can be sent now; if the fault is touchd's, its next result may change that.
        case failed(FleetError)
    }

    private let settings: Configuration.Fleet
    private let kiosk: String
    private let daemon: Daemon
    private let facts: KioskFacts
    private let pseudonym: Pseudonym
    private let cursor: String
    private let log: Journal
    private let gate: CommandGate?
    private var commands: CommandSubscription?
    private var bus: Bus?
    private var outbox: Outbox?
    private var nextServer: Int
    /// The last values that the servers have.
    private var told: [String: [UInt8]] = [:]
    private var toldHead: String?
    private var namesake = Namesake()
    /// The number of the stream's last head; nil: not requested since the connection.
    private var lastHead: UInt64?
    /// When it is told again; nil: at once.
    private var healthDue: Instant?
    private var headDue: Instant?
    private var findings: JSON?
    private var findingsDue: Instant?
    private var chain: JSON?
    private var chainDue: Instant?
    private var troubles = Troubles()
    private var warningDue: Instant?

    /// Intervals of the doctor and of verifying the chain.
    private static let (doctorPause, chainPause) = (Interval.seconds(600), Interval.seconds(86_400))
    /// Interval of what is logged about certificates that end.
    private static let warningPause = Interval.seconds(86_400)

    init(_ start: StartConfiguration, kiosk: String, _ pseudonym: Pseudonym, _ gate: CommandGate?, _ log: Journal) {
        settings = start.loaded.configuration.fleet
        (self.kiosk, self.pseudonym, self.gate, self.log) = (kiosk, pseudonym, gate, log)
        facts = KioskFacts(kiosk: kiosk, start)
        daemon = Daemon(facts.socket)
        cursor = settings.stateDirectory + "/cursor"
        nextServer = Int.random(in: 0..<settings.servers.count)
    }

    /// Sends as much as possible, health first.
    ///
    /// So a kiosk that catches up for hours, whose touchd is down, or whose results the servers refuse is not silent.
    /// Nor do results wait for a bucket that refuses health.
    func round() -> Ending {
        do throws(FleetError) {
            let bus = try connect()
            let (head, refusal): (Daemon.Head, FleetError?)
            do throws(FleetError) { head = try prepare(bus) } catch {
                try tellHealth(bus)
                throw error
            }
            guard var outbox else { return .more }
            do throws(FleetError) {
                try tellHealth(bus)
                refusal = nil
            } catch { refusal = error }
            let count = try send(&outbox, bus)
            self.outbox = outbox
            if count >= Outbox.batch { return .more }
            try tellFacts(bus, head, outbox)
            if let refusal { throw refusal }
            return .done(sequence: outbox.sequence)
        } catch {
            outbox = nil
            if !error.isOfDaemon { (commands, bus) = (nil, nil) }
            return .failed(error)
        }
    }

    /// Requests the head of the chain from touchd and, after a connection, the last stored messages from the servers.
    ///
    /// If ``outbox`` is nil afterward, this has to be repeated.
    private func prepare(_ bus: Bus) throws(FleetError) -> Daemon.Head {
        let head = try daemon.head()
        if let outbox {
            // A new vault, or an older copy, since this program started.
            if outbox.epoch.key != head.keyID || outbox.sequence > head.sequence { self.outbox = nil }
        } else {
            do throws(FleetError) {
                let fresh = try Outbox(bus, daemon, kiosk: kiosk, pseudonym, cursor: cursor, head: head)
                if fresh.isShared {
                    note(
                        "another machine uses the name \(kiosk), or files of this one are an older copy: the servers have "
                            + "results that it did not send")
                    healthDue = nil
                }
                outbox = fresh
            } catch {
                noteRefusal(error, bus)
                throw error
            }
        }
        return head
    }

    private func note(_ problem: String) {
        namesake.note(at: .now)
        if troubles.name == nil { log.error("\(problem)") }
        troubles.name = problem
    }

    private func send(_ outbox: inout Outbox, _ bus: Bus) throws(FleetError) -> Int {
        let count: Int
        do throws(FleetError) { count = try outbox.send(from: daemon) } catch {
            noteRefusal(error, bus)
            throw error
        }
        if troubles.results != nil { (troubles.results, healthDue) = (nil, nil) }
        let problem = outbox.cursorProblem.map { "\($0)" }
        if let problem, problem != troubles.cursor {
            log.warning("cannot keep the cursor: \(problem); results are read again after a restart")
        }
        troubles.cursor = problem
        return count
    }

    /// A closed connection is not a fault of the streams.
    private func noteRefusal(_ error: FleetError, _ bus: Bus) {
        if !error.isOfDaemon, bus.isOpen { troubles.results = "\(error)" }
    }

    private func connect() throws(FleetError) -> Bus {
        if let bus, bus.isOpen { return bus }
        (commands, bus, outbox, told) = (nil, nil, nil, [:])
        (toldHead, lastHead) = (nil, nil)
        (healthDue, headDue) = (nil, nil)
        let server = settings.servers[nextServer % settings.servers.count]
        nextServer += 1
        let fresh = try Bus(settings, to: server, inbox: kiosk)
        if let gate { commands = try CommandSubscription(fresh, FleetNames.subject(kiosk, "do"), gate) }
        bus = fresh
        return fresh
    }

    // MARK: last values

    private func tellFacts(_ bus: Bus, _ head: Daemon.Head, _ outbox: Outbox) throws(FleetError) {
        let (state, keys) = (try facts.state(daemon), try facts.keys(daemon, head))
        try put("state", state, on: bus)
        try put("keys", keys, on: bus)
        if head.sequence == outbox.sequence, head.text != toldHead, Self.isDue(headDue) {
            try tell(head, outbox.epoch, on: bus)
        }
        if Self.isDue(chainDue) {
            try verifyChain(bus, outbox)
            healthDue = nil
        }
        try tellHealth(bus)
    }

    private func tellHealth(_ bus: Bus) throws(FleetError) {
        let isDoctorDue = Self.isDue(findingsDue)
        // The doctor may take a minute, which should not look like silence. The first health waits for it.
        if Self.isDue(healthDue), !isDoctorDue || findingsDue != nil { try putHealth(bus) }
        guard isDoctorDue else { return }
        findings = facts.findings()
        findingsDue = Instant.now.advanced(by: Self.doctorPause)
        try putHealth(bus)
    }

    private func putHealth(_ bus: Bus) throws(FleetError) {
        if troubles.name != nil, namesake.isGone(at: .now, settings.interval) {
            troubles.name = nil
            log.notice("the name \(kiosk) is used by this machine alone")
        }
        healthDue = Instant.now.advanced(by: pause)
        warnOfEnds()
        let former = namesake.health
        // Unknown until the servers have replied.
        namesake.health = nil
        do throws(FleetError) { namesake.health = try publishHealth(bus, after: former) } catch {
            guard case .moved = error, former != nil else { throw error }
            if namesake.healthMoved(at: .now, settings.interval) {
                note("another machine uses the name \(kiosk): the servers have health that this one did not send")
            }
            namesake.health = try publishHealth(bus, after: nil)
        }
    }

    /// Logs once a day which certificates end soon; also when nothing can be sent because of that, ``BusOpening`` says so.
    private func warnOfEnds() {
        guard Self.isDue(warningDue) else { return }
        let warnings = Expiry(settings).warnings(settings, at: .now)
        for warning in warnings { log.warning("\(warning) (renew it: touchd-fleet(8), --request)") }
        if !warnings.isEmpty { warningDue = Instant.now.advanced(by: Self.warningPause) }
    }

    private func publishHealth(_ bus: Bus, after former: UInt64?) throws(FleetError) -> UInt64 {
        let json = facts.health(
            daemon, at: .now, sequence: outbox?.sequence, outbox?.epoch, findings: findings, chain: chain, troubles)
        return try bus.publish(FleetMessage.padded(json), to: FleetNames.key(kiosk, "health"), after: former)
    }

    private func put(_ name: String, _ json: JSONObject, on bus: Bus) throws(FleetError) {
        let body = FleetMessage.padded(json)
        guard told[name] != body else { return }
        try bus.publish(body, to: FleetNames.key(kiosk, name))
        told[name] = body
    }

    private func tell(_ head: Daemon.Head, _ epoch: Place.Epoch, on bus: Bus) throws(FleetError) {
        let members: JSONObject = [
            "sequence": .integer(head.sequence), "signed": .string(head.signed), "key": .object(head.key),
            "wallTimeUSec": .integer(WallTime.now.microseconds),
        ]
        let subject = FleetNames.subject(kiosk, "audit")
        if lastHead == nil { lastHead = try bus.last(of: subject, in: FleetNames.results)?.number ?? 0 }
        // A head that an earlier connection still delivers must not follow a newer one.
        lastHead = try bus.publish(
            FleetMessage.padded(FleetMessage.head("audit", kiosk, epoch, members)), to: subject,
            id: "\(kiosk):\(epoch):audit:\(head.text)", after: lastHead)
        toldHead = head.text
        headDue = Instant.now.advanced(by: pause)
    }

    /// Time between two healths, or heads: a little less than between two rounds.
    private var pause: Interval { .microseconds(settings.interval.microseconds - 100_000) }

    /// Compares the vault with the head that the stream keeps outside the kiosk.
    private func verifyChain(_ bus: Bus, _ outbox: Outbox) throws(FleetError) {
        let kept = try bus.last(of: FleetNames.subject(kiosk, "audit"), in: FleetNames.results)
        guard let json = kept.flatMap({ try? JSONObject(parsing: $0.body) }),
            // That of another copy of the vault proves nothing.
            json.text("epoch") == outbox.epoch.description,
            let head = json.text("signed").flatMap({ SignedHead($0) })
        else { return }
        let found = try daemon.verify(head.text)
        let names = ["intact", "checked", "compared", "broken", "sequence"]
        chain = .object(JSONObject(names.map { ($0, found[$0]) }))
        chainDue = Instant.now.advanced(by: Self.chainPause)
    }

    private static func isDue(_ time: Instant?) -> Bool { time.map { $0 <= .now } ?? true }
}
