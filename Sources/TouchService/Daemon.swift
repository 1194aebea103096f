internal import Arguments
package import EventLoop
internal import Glibc
package import Journal
internal import StrictJSON
package import TouchConfiguration
internal import TouchCore
internal import TouchInput
internal import TouchPicture
internal import TouchVault
package import Varlink

/// The whole daemon: panels in, results out, on one thread.
package final class Daemon {
    /// Its loop.
    package let loop: EventLoop
    let core: Core
    let challenges: JudgedSessions
    let interfaces: [ServiceInterface]
    /// Its end of the sockets.
    package let server: Server
    let unlocks: UnlockInterface
    let scenes: SceneInterface
    let calibrations: Calibrations
    let entry: ExclusiveEntry
    var inhibitions: [DeviceID: FileWatch] = [:]
    /// Exposures of panels that were already logged.
    var exposures: Set<String> = []
    let reloading: Reloading
    private var storeCheck: StoreCheck?

    /// Opens the store and creates every part; nothing is served or read yet.
    ///
    /// - Parameters:
    ///   - start: the configuration, and the problems of its files.
    ///   - read: reads the files of the configuration again.
    ///   - journal: the log.
    ///   - surroundings: time and chance.
    ///   - checksReplies: whether every reply is compared with its interface; in debug builds, so tests find drift.
    /// - Throws: ``DaemonError``, naming the cause.
    package init(
        _ start: StartConfiguration, read: @escaping @Sendable () throws(ConfigurationError) -> LoadedConfiguration,
        journal: Journal, in surroundings: Surroundings, checksReplies: Bool = Daemon.isDebugBuild
    ) throws(DaemonError) {
        let loaded = start.loaded
        let configuration = loaded.configuration
        let store: Store
        do throws(VaultError) {
            do throws(VaultError) { store = try .open(configuration, in: surroundings) } catch {
                // Panels and models need no vault; unlocks and proofs have to wait.
                switch error {
                case .unwritable, .storage: store = try .standIn(for: error, configuration, in: surroundings)
                default: throw error
                }
            }
        } catch { throw DaemonError(error) }
        let access = Access(loaded, ownUser: geteuid())
        do throws(SystemError) {
            core = try Core(surroundings, loaded: loaded, access: access, store: store, log: journal)
            challenges = try JudgedSessions(loop: surroundings.loop)
            unlocks = try UnlockInterface(core: core)
            calibrations = try Calibrations(core: core, directory: configuration.daemon.stateDirectory)
            scenes = SceneInterface(core: core, challenges: challenges)
            entry = try ExclusiveEntry(core: core)
            reloading = try Reloading(start, read: read, core: core, scenes: scenes, calibrations: calibrations)
        } catch { throw DaemonError(error) }
        loop = surroundings.loop
        interfaces = Self.makeInterfaces(core, unlocks, challenges, scenes, calibrations, reloading)
        server = Self.makeServer(core, interfaces, checksReplies)
    }

    /// Reads panels and does what is due from now on.
    ///
    /// - Throws: ``DaemonError`` if it cannot start.
    package func start() throws(DaemonError) {
        reloading.sayProblems()
        reloading.sayExposures()
        reloading.sayPolicy()
        core.sayVault()
        do throws(SeatError) {
            try core.seat.start(for: self, views: core.panels)
        } catch { throw DaemonError(error) }
        entry.review()
        do throws(SystemError) {
            reloading.metrics.set(core.configuration.metrics)
            storeCheck = try StoreCheck(core: core)
        } catch { throw DaemonError(error) }
        reloading.keep()
    }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit status.
    /// - Throws: ``DaemonError`` if it cannot start.
    func run() throws(DaemonError) -> Int32 {
        let signals: [SignalWatch]
        do throws(SystemError) {
            signals = [
                try loop.signal(SIGTERM) { [unowned self] in stop() },
                try loop.signal(SIGINT) { [unowned self] in stop() },
                try loop.signal(SIGHUP) { [unowned self] in reloading.reload() },
            ]
        } catch { throw DaemonError(error) }
        try openSocket()
        try start()
        let machine = MachineWatch(
            loop: loop, seat: core.configuration.daemon.seat, pauses: core.pauses, log: core.log,
            batch: { [unowned self] body in server.batch { body() } })
        let seat = core.seat
        let seatWatch = seat.descriptor.map { descriptor in
            loop.watchFirst(descriptor) {
                // Pending input may be older than a sleep.
                machine.look()
                seat.dispatch()
            }
        }
        do throws(SystemError) {
            try loop.enableWatchdog()
            core.log.info("ready", messageID: MessageID.started)
            try ServiceManager.notify("READY=1\nSTATUS=\(core.panels.devices.count) panels")
            return try withExtendedLifetime((signals, seatWatch)) { () throws(SystemError) in
                try loop.run()
            }
        } catch { throw DaemonError(error) }
    }

    /// Ends everything in order: contacts are cancelled, waits are answered, then connections close.
    package func stop() {
        // Without a service manager the notification is not needed.
        _ = try? ServiceManager.notify("STOPPING=1")
        core.log.info("stopping", messageID: MessageID.stopping)
        server.batch {
            core.panels.stopTelling()
            core.seat.stop()
            core.screen.cancelAll()
            core.writes.settle()
            unlocks.sessions.stop()
            challenges.stop()
            // Their results.
            core.writes.settle()
            calibrations.cancel()
            core.screen.tellStopping()
        }
        server.stop()
        core.peerLog.say()
        loop.exit(0)
    }

    // MARK: - Parts

    /// Whether this is a debug build.
    package static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private static func makeInterfaces(
        _ core: Core, _ unlocks: UnlockInterface, _ challenges: JudgedSessions, _ scenes: SceneInterface,
        _ calibrations: Calibrations, _ reloading: Reloading
    ) -> [ServiceInterface] {
        let started = core.loop.now
        return [
            .calibration(core, calibrations), .captcha(core, challenges), .device(core),
            .manage(core, reloading, started: started), .monitor(core, started: started), .result(core),
            scenes.interface, unlocks.interface, .token(core, challenges),
        ]
    }

    private static func makeServer(
        _ core: Core, _ interfaces: [ServiceInterface], _ checksReplies: Bool
    ) -> Server {
        let identity = ServiceIdentity(
            vendor: "touchd", product: "touchd", version: Version.text, url: "file:///usr/share/doc/touchd")
        do throws(IDLError) {
            return try Server(
                loop: core.loop, identity: identity, interfaces: interfaces, observer: ConnectionLog(core: core),
                checksReplies: checksReplies
            ) { [access = core.access] in access.role(of: $0) == .administrator }
        } catch { preconditionFailure("an interface file of our own does not parse: \(error)") }
    }

    private func openSocket() throws(DaemonError) {
        do throws(SystemError) {
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
                return core.log.info("serving the socket from the service manager")
            }
        } catch { throw DaemonError(error) }
        let path = core.configuration.daemon.socket
        do throws(ListenError) { try server.listen(path: path, mode: 0o660) } catch { throw DaemonError(error) }
        core.log.info("serving \(path)")
    }
}
