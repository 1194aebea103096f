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

    private let loop: EventLoop
    private let core: Core
    private let unlocks: UnlockSessions
    private let challenges: ChallengeRegistry
    private let scenes: SceneInterface
    private let server: Server
    private var seat: Seat?
    private var seatWatch: Watch?
    private var signals: [SignalWatch] = []

    /// Opens the store and makes every part; nothing is served or read yet.
    ///
    /// - Throws: ``DaemonError``, naming what is in the way.
    init(_ loaded: LoadedConfiguration, journal: Journal) throws(DaemonError) {
        let configuration = loaded.configuration
        let loop: EventLoop
        let vault: Vault
        let tokens: TokenIssuer
        let boot: BootID
        do throws(SystemError) { loop = try EventLoop() } catch { throw DaemonError(error) }
        do throws(VaultError) {
            boot = try BootID.current()
            try Vault.makeFolder(configuration.daemon.stateDirectory)
            vault = try Vault(
                path: configuration.daemon.stateDirectory + "/" + Self.vaultName,
                pepper: try Pepper.load(
                    credentials: unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) },
                    directory: configuration.daemon.stateDirectory),
                parameters: StretchParameters(
                    passes: configuration.store.hashPasses, memoryBytes: configuration.store.hashMemoryBytes)
                    ?? .standard,
                resultLimit: configuration.store.results, schedule: Schedule(configuration.unlock.schedule))
            tokens = try TokenIssuer(vault: vault, policy: .init(configuration), at: .now(boot: boot))
        } catch { throw DaemonError(error) }
        let access = Access(
            loaded.groups, isOpen: configuration.access.frontend.isEmpty, ownUser: geteuid())
        do throws(SystemError) {
            core = try Core(
                loop: loop, configuration: configuration, access: access, vault: vault, tokens: tokens,
                boot: boot, log: journal)
            challenges = try ChallengeRegistry(loop: loop)
        } catch { throw DaemonError(error) }
        self.loop = loop
        unlocks = UnlockSessions(core: core)
        scenes = SceneInterface(core: core, challenges: challenges)
        server = Self.makeServer(core, unlocks, challenges, scenes)
        core.changeView = { [unowned self] size, rotation in changeView(to: size, rotation) }
        watchConnections()
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
            ]
        } catch { throw DaemonError(error) }
        sayPolicy()
        try openSocket()
        try openSeat()
        do throws(SystemError) {
            try loop.enableWatchdog()
            try ServiceManager.notify("READY=1\nSTATUS=\(core.panels.devices.count) panels")
            return try loop.run()
        } catch { throw DaemonError(error) }
    }

    /// Ends everything in order: contacts are cancelled, waits are answered, then connections close.
    private func stop() {
        // Without a service manager nobody needs to hear it.
        _ = try? ServiceManager.notify("STOPPING=1")
        core.log.info("stopping")
        server.batch {
            seat?.stop()
            core.screen.cancelAll()
            unlocks.cancelAll()
            challenges.cancelAll()
        }
        server.stop()
        loop.exit(0)
    }

    // MARK: - Parts

    private static func makeServer(
        _ core: Core, _ unlocks: UnlockSessions, _ challenges: ChallengeRegistry, _ scenes: SceneInterface
    ) -> Server {
        let interfaces: [ServiceInterface] = [
            .captcha(core, challenges), .device(core), .manage(core, started: core.loop.nowMicroseconds),
            .result(core), scenes.interface, unlocks.interface, .verdict(core),
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
            let peer = connection.peer
            log.info(
                "connection \(connection.number) of \(peer) as \(core.access.role(of: peer).rawValue)",
                [.field("PEER_UID", peer.uid), .field("PEER_PID", peer.pid)])
        }
        server.onDisconnect = { connection, reason in
            let level: (String) -> Void =
                reason == .peerClosed || reason == .stopped ? { log.debug($0) } : { log.warning($0) }
            level("connection \(connection.number) of \(connection.peer) ended: \(reason)")
        }
        server.onRefuse = { peer, reason in log.once("refuse \(peer.uid)", .client, "\(peer): \(reason)") }
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
                SeatConfiguration(
                    seat: core.configuration.daemon.seat, view: core.panels.view, rotation: core.panels.rotation,
                    isVerbose: core.log.isLogged(.debug)),
                sink: self)
            self.seat = seat
            try seat.start()
        } catch { throw DaemonError(error) }
        do throws(SystemError) {
            seatWatch = try loop.watch(seat.descriptor, for: .input, priority: .important) { [unowned self] _ in
                server.batch { seat.dispatch() }
            }
        } catch { throw DaemonError(error) }
    }

    /// Contacts are cancelled by the seat, scenes laid out anew.
    private func changeView(to size: Size, _ rotation: Rotation) {
        server.batch {
            (core.panels.view, core.panels.rotation) = (size, rotation)
            do throws(SeatError) { try seat?.setView(size, rotation: rotation) } catch {
                core.log.error("cannot change the view: \(error)")
            }
            scenes.changeView(to: size)
        }
    }

    private func sayPolicy() {
        if core.access.isOpen { core.log.warning("group-frontend= is empty: whoever opens the socket may show scenes") }
        let allowed = core.configuration.input.allowedProvenance.map(\.rawValue).sorted()
        let line = "allow-provenance=\(allowed.joined(separator: ","))"
        if allowed == [Provenance.physical.rawValue] { return core.log.info(line) }
        core.log.warning("\(line): fingers that a program made can unlock and solve captchas")
    }
}

extension Daemon: SeatSink {
    /// A panel was plugged in.
    func deviceAdded(_ device: Device) {
        core.panels.add(device)
        core.log.info(
            "panel \(device.id.number): \(device.name) at \(device.node), \(device.provenance.rawValue)",
            [.field("DEVICE", device.node), .field("PROVENANCE", device.provenance.rawValue)])
    }

    /// A panel is gone.
    func deviceRemoved(_ id: DeviceID) {
        core.log.info("panel \(id.number) is gone")
        core.panels.remove(id)
    }

    /// Contacts changed.
    func frame(_ frame: borrowing Frame) {
        core.panels.frames += 1
        core.screen.handle(frame)
    }

    /// Something about a panel that a person should know.
    func notice(_ notice: Notice) {
        switch notice.code {
        case .permissionDenied, .cannotOpen, .noTouchDevice: core.panels.problem = notice.text
        case .libinput, .ignoredDevice, .brokenAxes, .brokenCalibration, .offPanel, .eventsLost,
            .replacedFinger, .tooManyFingers:
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
