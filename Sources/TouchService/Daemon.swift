internal import System
internal import Arguments
package import EventLoop
internal import Glibc
package import TouchConfiguration
internal import TouchInput
package import TouchScreen
internal import TouchSessions
internal import TouchVault
package import Varlink

/// The whole daemon: panels in, results out, on one thread.
package final class Daemon {
    /// Its loop.
    package let loop: EventLoop
    let configuration: LiveConfiguration
    let access: Access
    let statistics = Statistics()
    let log: Journal
    let peerLog: PeerLog
    let keeper: VaultKeeper
    let results: Results
    let seat: any PanelSource
    let panels: Panels
    let screen: Screen
    let pauses: Pauses
    let unheard: UnheardLandings
    let calibrations: Calibrations
    let entry: ExclusiveEntry
    let idle: IdleCalls
    let storms: StormWatch
    let asked: AskedEnrollments
    let unlocks: UnlockInterface
    let challenges: JudgedSessions
    let reloading: Reloading
    let outcomes: ResultInterface
    let interfaces: [ServiceInterface]
    /// Its end of the sockets.
    package let server: Server
    let input: PanelInput
    private var storeCheck: StoreCheck?

    /// Opens the store and creates every part; nothing is served or read yet.
    ///
    /// - Parameter checksReplies: whether every reply is compared with its interface; in debug builds, so tests find drift.
    package init(
        _ start: StartConfiguration, read: @escaping @Sendable () throws(ConfigurationError) -> LoadedConfiguration,
        journal: Journal, in surroundings: Surroundings, checksReplies: Bool = Daemon.isDebugBuild
    ) throws(DaemonError) {
        let loaded = start.loaded
        let configuration = loaded.configuration
        do {
            let store: Store
            do throws(VaultError) { store = try .open(configuration, in: surroundings) } catch {
                // Panels and models need no vault; unlocks and proofs have to wait: for the disk, or for the other release.
                switch error {
                case .unwritable, .storage, .newerSchema:
                    store = try .standIn(for: error, configuration, in: surroundings)
                default: throw error
                }
            }
            (loop, seat, log) = (surroundings.loop, surroundings.seat, journal)
            self.configuration = LiveConfiguration(start)
            access = Access(loaded, ownUser: geteuid())
            panels = Panels(configuration, on: seat)
            unheard = UnheardLandings(panels: panels, contacts: ContactWatch(), log: log)
            let sockets = ServedSockets()
            peerLog = try PeerLog(log, statistics, loop: loop)
            keeper = try VaultKeeper(
                store, in: surroundings, self.configuration, statistics, peerLog, ownUser: access.ownUser)
            results = Results(keeper, in: surroundings, panels, statistics, peerLog)
            screen = try Screen(
                loop: loop, view: configuration.view.size, ring: FrameRing(keeping: configuration.input.keptFrames),
                panels: panels, unheard: unheard)
            let heartbeat = try Heartbeat(loop: loop)
            let requests = try ScreenRequests(
                kinds: [ScreenRequest.unlock, ScreenRequest.enrollment, ScreenRequest.calibration, ScreenRequest.study]
                    + ChallengeDesk.requestKinds,
                loop: loop, access: access, units: surroundings.units)
            pauses = try Pauses(
                loaded.sessionUsers, wakeGuard: configuration.input.wakeGuard, loop: loop, log: log, peerLog: peerLog,
                unheard: unheard, screen: screen, panels: panels, seat: seat,
                darkScreen: try DarkScreen(
                    configuration.input.darkScreen, sysfs: surroundings.sysfs, loop: loop, log: log))
            entry = try ExclusiveEntry(surroundings, self.configuration, screen, panels, pauses)
            storms = StormWatch(panels: panels, log: log)
            idle = try IdleCalls(screen, panels, access)
            let aside = AsideWork(loop: loop)
            let directory = configuration.daemon.stateDirectory
            calibrations = try Calibrations(
                in: surroundings, panels, screen, requests, heartbeat, log, directory: directory)

            asked = AskedEnrollments(
                directory: directory, on: loop, aside, peerLog, ownUser: access.ownUser)
            let desk = try SecretDesk(
                surroundings, self.configuration, keeper, results, screen, panels, asked, peerLog)
            let sessions = try JudgedSessions(in: surroundings, screen, requests, results, heartbeat)
            unlocks = UnlockInterface(access, desk, sessions)
            challenges = try JudgedSessions(in: surroundings, screen, requests, results, heartbeat)
            let challengeDesk = try ChallengeDesk(
                surroundings, self.configuration, access, keeper, screen, panels, log, challenges)

            let builder = SceneBuilder(
                configuration: self.configuration, screen: screen, panels: panels, requests: requests,
                challenges: challenges)
            let scenes = SceneInterface(
                access: access, pauses: pauses, heartbeat: heartbeat, aside: aside, log: log, builder: builder)
            let state = DaemonState(
                surroundings: surroundings, configuration: self.configuration, access: access, statistics: statistics,
                peerLog: peerLog, keeper: keeper, panels: panels, screen: screen, pauses: pauses, idle: idle,
                storms: storms,
                unheard: unheard, sockets: sockets, started: surroundings.moment)
            reloading = try Reloading(
                self.configuration, read: read, access, statistics, keeper, panels, screen, pauses, scenes,
                calibrations,
                aside, log, state)
            outcomes = ResultInterface(
                access: access, surroundings: surroundings, keeper: keeper, results: results, heartbeat: heartbeat,
                log: log)
            let token = TokenInterface(
                access: access, surroundings: surroundings, keeper: keeper, results: results, challenges: challenges,
                peerLog: peerLog)
            let manage = ManageInterface(
                access: access, configuration: self.configuration, state: state, panels: panels, screen: screen,
                pauses: pauses, quiet: try QuietCalls(loop: loop, panels: panels), keeper: keeper, results: results,
                reloading: reloading, log: log)
            interfaces = [
                .calibration(access, calibrations), .captcha(challengeDesk, needs: keeper),
                .device(access, panels, on: seat, pauses, idle, heartbeat), manage.interface,
                .monitor(access, state, screen, unheard, heartbeat),
                outcomes.interface, scenes.interface, unlocks.interface, token.interface,
            ]
            let observer = ConnectionLog(access: access, statistics: statistics, peerLog: peerLog, requests: requests)
            server = Self.makeServer(loop, interfaces, observer, access, checksReplies)
            sockets.link = server.link
            input = try PanelInput(
                seat, server, screen, panels, pauses, unheard, calibrations, entry, idle, storms, statistics, peerLog
            ) { [sessions = unlocks.sessions, panels] in
                sessions.panelsChanged()
                if panels.devices.isEmpty { requests.endRounds() }
            }
        } catch { throw DaemonError(error) }
    }

    /// Reads panels and does what is due from now on.
    package func start() throws(DaemonError) {
        reloading.sayProblems()
        reloading.sayExposures()
        reloading.sayPolicy()
        keeper.sayVault()
        keeper.trimResults()
        do {
            try seat.start(for: input, views: panels)
            entry.review()
            reloading.metrics.set(configuration.values.metrics)
            storeCheck = try StoreCheck(keeper, statistics, on: loop)
        } catch { throw DaemonError(error) }
        reloading.keep()
    }

    /// Serves until SIGTERM or SIGINT; returns the exit status.
    func run() throws(DaemonError) -> Int32 {
        do {
            let signals = [
                try loop.signal(SIGTERM) { [unowned self] in stop() },
                try loop.signal(SIGINT) { [unowned self] in stop() },
                try loop.signal(SIGHUP) { [unowned self] in reloading.reload() },
            ]
            try openSocket()
            try start()
            let machine = MachineWatch(
                loop: loop, seat: configuration.values.daemon.seat, pauses: pauses, log: log,
                batch: { [unowned self] body in server.batch { body() } })
            let seatWatch = seat.descriptor.map { [seat, input] descriptor in
                loop.watchFirst(descriptor) {
                    // Pending input may be older than a sleep.
                    input.reads(at: machine.look())
                    seat.dispatch()
                }
            }
            try loop.enableWatchdog()
            log.info("ready", messageID: MessageID.started)
            try ServiceManager.notify("READY=1\nSTATUS=\(panels.devices.count) panels")
            return try withExtendedLifetime((signals, seatWatch)) { try loop.run() }
        } catch { throw DaemonError(error) }
    }

    /// Ends everything in order: contacts are cancelled, waits are answered, then connections close.
    package func stop() {
        // Without a service manager the notification is not needed.
        _ = try? ServiceManager.notify("STOPPING=1")
        log.info("stopping", messageID: MessageID.stopping)
        server.batch {
            panels.stopTelling()
            seat.stop()
            screen.cancelAll()
            keeper.writes.settle()
            unlocks.sessions.stop()
            challenges.stop()
            // Their results.
            keeper.writes.settle()
            calibrations.cancel()
            screen.tellStopping()
        }
        server.stop()
        // What waits for its turn keeps what it would change.
        reloading.turns.stop()
        asked.stop()
        peerLog.say()
        loop.exit(0)
    }

    /// Whether this is a debug build.
    package static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private static func makeServer(
        _ loop: EventLoop, _ interfaces: [ServiceInterface], _ observer: ConnectionLog, _ access: Access,
        _ checksReplies: Bool
    ) -> Server {
        let identity = ServiceIdentity(
            vendor: "touchd", product: "touchd", version: Version.text, url: "file:///usr/share/doc/touchd")
        return Server(
            loop: loop, identity: identity, interfaces: interfaces, observer: observer, checksReplies: checksReplies
        ) { access.role(of: $0) == .administrator }
    }

    private func openSocket() throws {
        let sockets = try ServiceManager.inheritedSockets()
        // touchd-monitor.socket: its peers may only read.
        for socket in sockets where socket.name == "monitor" && socket.isListening {
            try server.listen(on: Descriptor(owning: socket.descriptor), isForReaders: true)
        }
        let inherited = ServiceManager.choose(sockets.filter { $0.name != "monitor" }, named: "varlink")
        if let inherited {
            let descriptor = Descriptor(owning: inherited.descriptor)
            if inherited.isListening {
                try server.listen(on: descriptor)
            } else {
                try server.adopt(connected: descriptor)
            }
            return log.info("serving the socket from the service manager")
        }
        let path = configuration.values.daemon.socket
        try server.listen(path: path, mode: 0o660)
        log.info("serving \(path)")
    }
}
