internal import Arguments
internal import EventLoop
internal import Glibc
internal import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchInput
internal import TouchVault
internal import Varlink

/// The whole daemon: panels in, results out, on one thread.
final class Daemon {
    /// The name of the file with patterns and results, in the state directory.
    static let vaultName = "vault.db"

    let loop: EventLoop
    let core: Core
    let challenges: ChallengeRegistry
    let server: Server
    private let unlocks: UnlockSessions
    private let scenes: SceneInterface
    private let calibrations: Calibrations
    private var seat: Seat?
    private var seatWatch: Watch?
    private var entry: ExclusiveEntry?
    private var machine: MachineWatch?
    private var inhibitions: [DeviceID: FileWatch] = [:]
    /// What was said of who may write to panels.
    private var exposures: Set<String> = []
    private var seatTimer: Timer?
    private var signals: [SignalWatch] = []
    /// What holds, and how to read the files again.
    private var loaded: LoadedConfiguration
    private let read: () throws(ConfigurationError) -> LoadedConfiguration
    private var metrics: MetricsFile?

    /// Opens the store and makes every part; nothing is served or read yet.
    ///
    /// - Parameters:
    ///   - loaded: the configuration.
    ///   - read: reads the files of the configuration again.
    ///   - journal: the log.
    /// - Throws: ``DaemonError``, naming what is in the way.
    init(
        _ loaded: LoadedConfiguration, read: @escaping () throws(ConfigurationError) -> LoadedConfiguration,
        journal: Journal
    ) throws(DaemonError) {
        let configuration = loaded.configuration
        let loop: EventLoop
        let vault: Vault
        let tokens: TokenIssuer
        let misses: MissLimiter?
        let boot: BootID
        do throws(SystemError) { loop = try EventLoop() } catch { throw DaemonError(error) }
        do throws(VaultError) {
            boot = try BootID.current()
            try Vault.makeFolder(configuration.daemon.stateDirectory)
            let path = configuration.daemon.stateDirectory + "/" + Self.vaultName
            let pepper = try Pepper.load(
                credentials: unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) },
                directory: configuration.daemon.stateDirectory, mayMake: !Vault.wasMade(at: path))
            let tpm = configuration.store.tpm
            let counter = tpm.isEmpty ? nil : TPMCounter(tcti: tpm, pepper: pepper)
            vault = try Vault(
                path: path, pepper: pepper,
                parameters: StretchParameters(
                    passes: configuration.store.hashPasses ?? StretchParameters.floor.passes,
                    memoryBytes: configuration.store.hashMemoryBytes)
                    ?? .standard, isCalibrated: configuration.store.hashPasses == nil,
                resultLimit: configuration.store.results, schedule: Schedule(configuration.unlock.schedule),
                counter: counter)
            tokens = try TokenIssuer(vault: vault, policy: .init(configuration), at: .now(boot: boot))
            misses = try configuration.captcha.lockout.map { rule throws(VaultError) in
                try MissLimiter(vault: vault, rule: MissRule(rule))
            }
        } catch { throw DaemonError(error) }
        let access = Access(loaded, ownUser: geteuid())
        do throws(SystemError) {
            core = try Core(
                loop: loop, configuration: configuration, access: access, vault: vault, tokens: tokens,
                misses: misses, boot: boot, log: journal)
            challenges = try ChallengeRegistry(loop: loop)
            calibrations = try Calibrations(core: core, directory: configuration.daemon.stateDirectory)
        } catch { throw DaemonError(error) }
        self.loop = loop
        (self.loaded, self.read) = (loaded, read)
        unlocks = UnlockSessions(core: core)
        scenes = SceneInterface(core: core, challenges: challenges, calibrations: calibrations)
        server = Self.makeServer(core, unlocks, challenges, scenes, calibrations)
        core.candidates = { [unowned self] in seat?.candidates ?? [] }
        core.panels.meanwhile = { [unowned calibrations] in calibrations.view(of: $0, otherwise: $1) }
        calibrations.mapPanels = { [unowned self] in mapPanels() }
        calibrations.isHeldSinceStart = { [unowned self] in seat?.isHeldSinceStart($0) ?? false }
        core.changeView = { [unowned self] size, rotation in changeView(to: size, rotation) }
        core.keys = { [unowned self] in self.loaded.told }
        core.reload = { [unowned self] in reload() }
        core.results.onRecord = { [unowned core] result in core.noteResult(result) }
        watchConnections()
        watchPauses()
    }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit status.
    /// - Throws: ``DaemonError`` if it cannot start.
    func run() throws(DaemonError) -> Int32 {
        do throws(SystemError) {
            signals = [
                try loop.signal(SIGTERM) { [unowned self] in stop() },
                try loop.signal(SIGINT) { [unowned self] in stop() },
                try loop.signal(SIGHUP) { [unowned self] in _ = reload() },
            ]
            metrics = try MetricsFile(loop: loop, log: core.log) { [core] in core.metricsText }
        } catch { throw DaemonError(error) }
        sayPolicy()
        sayVault()
        try openSocket()
        try openSeat()
        machine = MachineWatch(
            loop: loop, seat: core.configuration.daemon.seat, pauses: core.pauses, log: core.log,
            batch: { [unowned self] body in server.batch { body() } })
        do throws(SystemError) {
            metrics?.set(core.configuration.metrics)
            try loop.enableWatchdog()
            core.log.info("ready", messageID: MessageID.started)
            try ServiceManager.notify("READY=1\nSTATUS=\(core.panels.devices.count) panels")
            return try loop.run()
        } catch { throw DaemonError(error) }
    }

    /// Ends everything in order: contacts are cancelled, waits are answered, then connections close.
    private func stop() {
        // Without a service manager nobody needs to hear it.
        _ = try? ServiceManager.notify("STOPPING=1")
        core.log.info("stopping", messageID: MessageID.stopping)
        server.batch {
            seat?.stop()
            core.screen.cancelAll()
            core.writes.settle()
            unlocks.cancelAll()
            challenges.cancelAll()
            calibrations.cancel()
        }
        server.stop()
        loop.exit(0)
    }

    // MARK: - Parts

    private static func makeServer(
        _ core: Core, _ unlocks: UnlockSessions, _ challenges: ChallengeRegistry, _ scenes: SceneInterface,
        _ calibrations: Calibrations
    ) -> Server {
        let interfaces: [ServiceInterface] = [
            .captcha(core, challenges), .device(core), .manage(core, calibrations, started: core.loop.nowMicroseconds),
            .result(core), scenes.interface, unlocks.interface, .verdict(core, challenges),
        ]
        let identity = ServiceIdentity(
            vendor: "touchd", product: "touchd", version: Version.text, url: "file:///usr/share/doc/touchd")
        do throws(IDLError) {
            let server = try Server(loop: core.loop, identity: identity, interfaces: interfaces)
            core.connectionCount = { [unowned server] in server.connectionCount }
            return server
        } catch { preconditionFailure("an interface file of our own does not parse: \(error)") }
    }

    private func watchConnections() {
        let (core, log) = (core, core.log)
        server.onConnect = { connection in
            core.statistics.connections += 1
            let peer = connection.peer
            log.info(
                "connection \(connection.number) of \(peer) as \(core.access.role(of: peer).rawValue)",
                [.field("PEER_UID", peer.uid), .field("PEER_PID", peer.pid)])
        }
        server.onDisconnect = { connection, reason in
            let line = "connection \(connection.number) of \(connection.peer) ended: \(reason)"
            if reason == .peerClosed || reason == .stopped { return log.debug(line) }
            core.statistics.connectionsDropped += 1
            log.warning(line, [.field("PEER_PID", connection.peer.pid)], messageID: MessageID.connectionRefused)
        }
        server.onRefuse = { peer, reason in
            core.statistics.connectionsRefused += 1
            log.once("refuse \(peer.uid)", .client, "\(peer): \(reason)")
        }
        server.onAcceptFailure = { log.warning("cannot take connections: \($0)") }
        server.onReplyMismatch = Self.checksReplies ? { log.error("reply differs from its interface: \($0)") } : nil
    }

    /// Debug builds compare every reply with the interface files, so that tests find drift.
    private static var checksReplies: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private func openSocket() throws(DaemonError) {
        do throws(SystemError) {
            let inherited = ServiceManager.choose(try ServiceManager.inheritedSockets(), named: "varlink")
            if let inherited {
                let descriptor = Descriptor(owning: inherited.descriptor)
                if inherited.isListening {
                    try server.listen(on: descriptor)
                } else {
                    try server.adopt(connected: descriptor)
                }
                return core.log.info("serving the socket of the service manager")
            }
        } catch { throw DaemonError(error) }
        let path = core.configuration.daemon.socket
        do throws(ListenError) { try server.listen(path: path, mode: 0o660) } catch { throw DaemonError(error) }
        core.log.info("serving \(path)")
    }

    private func openSeat() throws(DaemonError) {
        let seat: Seat
        do throws(SeatError) {
            seat = try Seat(
                SeatConfiguration(seat: core.configuration.daemon.seat, isVerbose: core.log.isLogged(.debug)) {
                    [core] in core.panels.view(for: $0)
                },
                sink: self)
            self.seat = seat
            try seat.start()
        } catch { throw DaemonError(error) }
        do throws(SystemError) {
            entry = try ExclusiveEntry(core: core, seat: seat)
            seatTimer = try loop.timer { [unowned self] in
                server.batch { seat.tick() }
                core.statistics.roundDelivered(now: loop.nowMicroseconds)
                armSeat()
            }
            seatWatch = try loop.watch(seat.descriptor, for: .input, priority: .important) { [unowned self] _ in
                // What is there to be read may be older than a sleep.
                machine?.look()
                server.batch { seat.dispatch() }
                core.statistics.roundDelivered(now: loop.nowMicroseconds)
                armSeat()
            }
        } catch { throw DaemonError(error) }
    }

    /// Says and does what follows when fingers are heard no more, or again.
    private func watchPauses() {
        core.pauses.users = { [unowned self] in
            switch core.configuration.daemon.sessionUsers {
            case .automatic: core.screen.users
            case .any: []
            case .named: loaded.sessionUsers
            }
        }
        core.pauses.wakeGuard = core.configuration.input.wakeGuard
        core.pauses.cancelContacts = { [unowned self] in seat?.cancelContacts() }
        core.pauses.onChange = { [unowned self] in
            core.screen.tell(core.pauses.current)
            core.panels.tell(core.pauses.current)
            entry?.review()
        }
        core.screen.observers.append { [unowned core] in core.pauses.reviewSeat() }
    }

    /// Wakes the seat when a filter has something to say.
    private func armSeat() {
        if let seat, seat.isFiltered { core.statistics.filters = seat.filterCounts }
        if let deadline = seat?.nextDeadline {
            seatTimer?.arm(atMicroseconds: deadline.microseconds)
        } else {
            seatTimer?.disarm()
        }
    }

    /// Contacts are cancelled by the seat, scenes laid out anew.
    private func changeView(to size: Size, _ rotation: Rotation) {
        server.batch {
            calibrations.cancel()
            (core.panels.view, core.panels.rotation) = (size, rotation)
            mapPanels()
            scenes.changeView(to: size)
        }
    }

    /// Maps panels to what is wanted of them now.
    private func mapPanels() {
        seat?.setViews { [core] in core.panels.view(for: $0) }
        core.panels.tellChanges()
        armSeat()
    }

    private func sayVault() {
        if let fault = core.vault.startCounterFault { core.log.error("[store] tpm=: \(fault)") }
        if let alarm = core.vault.alarmAtOpening { return core.raise(alarm) }
        guard let alarm = core.vault.alarm else { return }
        core.log.error(alarm == .counterUnreadable ? alarm.sentence : "since a former start: \(alarm.sentence)")
    }

    // MARK: - Reload

    /// Reads the files again and takes over what a running daemon can; files with a fault change nothing.
    private func reload() -> ReloadOutcome {
        let next: LoadedConfiguration
        do throws(ConfigurationError) { next = try read() } catch {
            core.statistics.reloadsRefused += 1
            for problem in error.problems { core.log.error("\(problem)", messageID: MessageID.reloadRefused) }
            core.log.error("the configuration stays as it was", messageID: MessageID.reloadRefused)
            return ReloadOutcome(problems: error.problems, changes: [])
        }
        let changes = loaded.changes(to: next)
        loaded = loaded.taking(next)
        core.statistics.reloads += 1
        take(loaded, changes.filter { !$0.needsRestart })
        for change in changes {
            core.log.notice("\(change)", [.field("KEY", change.key)], messageID: MessageID.configurationChanged)
        }
        if changes.isEmpty { core.log.info("the configuration was read again; nothing changed") }
        return ReloadOutcome(problems: [], changes: changes)
    }

    /// Sets anew what was made from values that changed; everything else looks at the configuration when it needs it.
    private func take(_ loaded: LoadedConfiguration, _ changes: [ConfigurationChange]) {
        let configuration = loaded.configuration
        core.configuration = configuration
        // Also without a change: a display may have been turned or plugged meanwhile.
        core.panels.wishes.follow(configuration)
        server.batch {
            calibrations.cancel()
            mapPanels()
        }
        core.access.take(loaded)
        core.screen.ring.keep(configuration.input.keptFrames)
        core.tokens.policy = .init(configuration)
        core.log.level = Journal.Level(name: configuration.daemon.logLevel.rawValue) ?? .info
        metrics?.set(configuration.metrics)
        core.pauses.wakeGuard = configuration.input.wakeGuard
        core.pauses.reviewSeat()
        if changes.contains(where: { $0.section == "view" }) {
            changeView(
                to: configuration.view.size, Rotation(rawValue: configuration.view.rotationDegrees) ?? .none)
        }
        if changes.contains(where: { $0.section == "input" || $0.section == "access" }) { sayPolicy() }
    }

    private func sayPolicy() {
        if core.access.isOpen {
            core.log.warning(
                "group-frontend= is empty: whoever opens the socket may show scenes", messageID: MessageID.policy)
        }
        let allowed = core.configuration.input.allowedProvenance.map(\.rawValue).sorted()
        let line = "allow-provenance=\(allowed.joined(separator: ","))"
        let input = core.configuration.input
        if !input.pinnedPanels.isEmpty { core.log.info("only \(input.pinnedPanels.count) pinned panels count") }
        if !input.allowedEmitters.isEmpty {
            core.log.warning("allow-emitters= is set: whoever may open /dev/uinput can be a finger that counts")
        }
        if allowed == [Provenance.physical.rawValue] { return core.log.info(line) }
        core.log.warning(
            "\(line): fingers that a program made can unlock and solve captchas", messageID: MessageID.policy)
    }
}

extension Daemon: SeatSink {
    /// A panel was plugged in.
    func deviceAdded(_ device: Device) {
        core.panels.add(device)
        warnOfExposure(device)
        if let file = device.inhibitedFile {
            // Kernels before 5.11 have no such attribute.
            inhibitions[device.id] = try? FileWatch(loop, path: file) { [unowned self] in
                server.batch { seat?.lookAtInhibition() }
            }
        }
        core.screen.ring.add(device)
        core.statistics.panelsAdded += 1
        core.log.info(
            "panel \(device.id.number): \(device.name) at \(device.node), \(device.provenance.rawValue)",
            [.field("DEVICE", device.node), .field("PROVENANCE", device.provenance.rawValue)],
            messageID: MessageID.panelAdded)
        if let doubt = core.panels.wishes.doubt(about: device, view: core.panels.view) { core.log.warning(doubt) }
        calibrations.added(device)
    }

    /// Says who else may write to the node of a panel, once for each state of it.
    private func warnOfExposure(_ device: Device) {
        guard let exposure = NodeAccess(node: device.node)?.exposure(),
            exposures.insert("\(device.place): \(exposure)").inserted
        else { return }
        core.log.warning(
            "\(device.node): \(exposure); touchctl doctor tells what to do", [.field("DEVICE", device.node)],
            messageID: MessageID.exposed)
    }

    /// A panel is gone.
    func deviceRemoved(_ id: DeviceID) {
        core.log.info("panel \(id.number) is gone", messageID: MessageID.panelRemoved)
        calibrations.removed(id)
        inhibitions[id] = nil
        core.panels.remove(id)
        core.statistics.panelsRemoved += 1
    }

    /// Contacts changed.
    func frame(_ frame: borrowing Frame) {
        core.panels.note(frame)
        core.statistics.frameRead(stamp: frame.time, now: loop.nowMicroseconds)
        core.pauses.admit(frame) { hand($0) }
    }

    /// Gives a frame to the calibration that is under way, or to what is on screen.
    private func hand(_ frame: borrowing Frame) {
        guard calibrations.concerns(frame.device) else { return core.screen.handle(frame) }
        if let rest = calibrations.take(frame) { core.screen.handle(rest) }
    }

    /// The kernel ignores a panel, or hears it again.
    func inhibitionChanged(of id: DeviceID, to isInhibited: Bool) {
        core.panels.setInhibited(id, isInhibited)
        let line =
            isInhibited
            ? "panel \(id.number) is inhibited: the kernel ignores it, because somebody wrote 1 into its attribute"
            : "panel \(id.number) is not inhibited any more"
        core.log.notice(line, messageID: MessageID.inhibited)
    }

    /// A panel is read by this daemon alone, or is not any more.
    func holdChanged(of id: DeviceID, to hold: Hold) {
        core.panels.holds[id] = hold
        switch hold {
        case .shared: core.log.info("panel \(id.number) is given back: other programs get its touches again")
        case .held: core.log.info("panel \(id.number) is held: no other program gets its touches")
        case .elsewhere: core.log.warning("panel \(id.number) is held by another program: no touch of it arrives")
        case .refused(let reason): core.log.error("panel \(id.number) cannot be held: error \(reason)")
        }
        entry?.holdChanged()
        unlocks.panelsChanged()
    }

    /// Something about a panel that a person should know.
    func notice(_ notice: Notice) {
        switch notice.code {
        case .permissionDenied, .cannotOpen, .noTouchDevice: core.panels.problem = notice.text
        case .eventsLost: core.statistics.lossesOfEvents += 1
        case .lostNode: if notice.priority == .error { core.panels.problem = notice.text }
        case .libinput, .ignoredDevice, .brokenAxes, .brokenCalibration, .offPanel, .replacedFinger, .tooManyFingers,
            .held:
            break
        }
        switch notice.priority {
        case .error: core.log.error(notice.text)
        case .warning: core.log.warning(notice.text)
        case .info: core.log.info(notice.text)
        case .debug: core.log.debug(notice.text)
        }
    }
}
