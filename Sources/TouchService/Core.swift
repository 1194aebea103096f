internal import EventLoop
internal import Glibc
internal import Journal
internal import TouchConfiguration
internal import TouchCore
internal import TouchInput
internal import TouchPicture
internal import TouchVault
internal import Varlink

/// Shared by the socket interfaces: one instance of each part of the daemon.
final class Core {
    /// Maximum number of patterns waiting to be stretched; a kiosk has one panel, so more than a few is an attack.
    static let maxHashes = 16

    /// Time, chance and what else comes from outside.
    let surroundings: Surroundings
    var loop: EventLoop { surroundings.loop }
    /// The configuration; a reload changes the part that a running daemon can apply.
    var configuration: Configuration
    let access: Access
    let screen: Screen
    let panels: Panels
    var seat: any PanelSource { surroundings.seat }
    /// Wakes the seat when something is due there without an event.
    private var seatTimer: Timer?
    private(set) var vault: Vault
    let results: ResultLog
    private(set) var tokens: TokenIssuer
    let captchas: CaptchaJudge
    let heartbeat: Heartbeat
    let requests: ScreenRequests
    let pauses: Pauses
    let hashing: Worker
    /// A thread for what a call needs before it changes anything, so that touches do not wait for it; begins with its first
    /// use, nil if it cannot.
    private(set) lazy var aside = try? Worker(on: loop, capacity: Self.maxAside)
    /// More than can wait at once: each belongs to a connection.
    private static let maxAside = 512
    /// Changes that wait for the disk.
    let writes: VaultWrites
    let puzzles: PuzzlePool
    /// Enrollments that an operator asked for.
    private(set) lazy var asked = AskedEnrollments(
        directory: configuration.daemon.stateDirectory, loop: loop
    ) { [unowned self] in aside }
    /// Why the vault could not be opened; a replacement then fails every operation.
    private(set) var storeFault: VaultError?
    /// Whether the disk can be written.
    let storeWatch: StoreWatch
    private var storeTimer: Timer?
    /// Landings that reached no widget.
    let unheard: UnheardLandings
    let log: Journal
    /// The log of events that peers cause.
    let peerLog: PeerLog
    /// Results that no finger caused, of each user.
    var fingerless = Ration(burst: 20, interval: .seconds(600))
    /// Counters and latencies.
    var statistics = Statistics()
    /// The errors of the configuration files; if not empty, the last valid configuration is used.
    var configurationProblems: [ConfigurationProblem] = []
    /// Number of keys and sections that this version does not know.
    var unusedSettings = 0
    /// When the daemon started, in seconds since 1970.
    let startSeconds: Int64

    init(
        _ surroundings: Surroundings, loaded: LoadedConfiguration, access: Access, store: Store, log: Journal
    ) throws(SystemError) {
        let configuration = loaded.configuration
        let loop = surroundings.loop
        self.surroundings = surroundings
        startSeconds = loop.wallTime.seconds
        self.configuration = configuration
        self.access = access
        (vault, tokens, storeFault) = (store.vault, store.tokens, store.fault)
        self.log = log
        peerLog = try PeerLog(log, loop: loop)
        panels = Panels(configuration)
        unheard = UnheardLandings(panels: panels, contacts: ContactWatch(), log: log)
        screen = try Screen(
            loop: loop, view: configuration.view.size, ring: FrameRing(keeping: configuration.input.keptFrames),
            panels: panels, unheard: unheard)
        captchas = CaptchaJudge(limiter: store.misses, panels: panels, log: log) { surroundings.moment }
        heartbeat = try Heartbeat(loop: loop)
        requests = try ScreenRequests(loop: loop)
        pauses = try Pauses(
            loaded.sessionUsers, wakeGuard: configuration.input.wakeGuard, loop: loop, log: log,
            peerLog: peerLog, unheard: unheard, screen: screen, panels: panels, seat: surroundings.seat)
        results = ResultLog(vault: store.vault, boot: surroundings.boot)
        writes = try VaultWrites(vault: store.vault, on: loop)
        hashing = try Worker(on: loop, threads: 1, capacity: Self.maxHashes)
        puzzles = try PuzzlePool(loop: loop, log: log, seed: surroundings.seed)
        storeWatch = StoreWatch(log: log)
        storeTimer = try loop.timer { [unowned self] in tryStore() }
        seatTimer = try loop.timer { surroundings.seat.tick() }
    }

    /// Maps panels as they are wanted now.
    func mapPanels() {
        seat.followViews()
        panels.tellChanges()
    }

    /// The seat was read: wakes it when something is due.
    func seatRead() {
        statistics.roundDelivered(now: loop.now)
        seatTimer?.set(at: seat.nextDeadline)
    }

    /// Records that the vault could not be read or written; errors unrelated to the disk change nothing.
    func noteStore(_ fault: VaultError) {
        if fault.isOfDisk { statistics.storageErrors += 1 }
        if storeWatch.note(fault) { armStore() }
    }

    /// Checks that the disk has room before a write needs it.
    func lookAtStore() {
        do throws(VaultError) { try vault.checkRoom() } catch { noteStore(error) }
        noteAlarm()
    }

    private func tryStore() {
        let isFailing = storeWatch.tryAgain { () throws(VaultError) in
            guard storeFault != nil else {
                try vault.checkRoom()
                return try vault.tryWriting()
            }
            try apply(.open(configuration, in: surroundings))
        }
        if isFailing { armStore() }
    }

    private func armStore() { storeTimer?.arm(at: loop.now.advanced(by: StoreWatch.period)) }

    /// Records that the vault could be opened after all.
    private func apply(_ store: Store) {
        (vault, tokens, storeFault) = (store.vault, store.tokens, nil)
        tokens.policy = .init(configuration)
        captchas.limiter = store.misses
        results.vault = store.vault
        writes.vault = store.vault
        sayVault()
    }

    /// Now, on every clock that a stored row needs.
    var moment: Moment { surroundings.moment }

    /// The problem of the configuration files, safe for any caller: where, not what they contain; nil if there is none.
    var configurationProblem: String? {
        guard let first = configurationProblems.first else { return nil }
        let more = configurationProblems.count - 1
        let others = more == 0 ? "" : " and \(more) more"
        return "\(first.place)\(others): invalid; the last configuration that worked is in use (touchd --check)"
    }

    /// Whether fingers of that panel may unlock and solve captchas.
    func trusts(_ origin: GestureOrigin) -> Bool {
        !origin.isMixed && panels.device(origin.device).map(PanelTrust(configuration.input).trusts) ?? false
    }

    /// The ports of the panels whose fingers count.
    var trustedPlaces: [String] {
        panels.devices.filter(PanelTrust(configuration.input).trusts).map(\.place)
    }

    /// Whether a drawing may be judged, considering which other programs could have seen it.
    func isPrivateEnough(_ origin: GestureOrigin) -> Bool {
        configuration.unlock.exclusive != .require
            || !origin.isMixed && origin.isExclusive && panels.isHeld(origin.device)
    }

    /// The folder of the operator's pictures for captchas, if it exists.
    var pictures: PictureFolder? {
        configuration.captcha.pictures.isEmpty ? nil : PictureFolder(path: configuration.captcha.pictures)
    }

    /// Creates an unguessable name.
    static func unguessableName() -> String {
        var generator = UnguessableNumbers()
        let digits = Array("0123456789abcdef")
        var name = ""
        for _ in 0..<2 {
            var bits = generator.next()
            for _ in 0..<16 {
                name.append(digits[Int(bits & 15)])
                bits >>= 4
            }
        }
        return name
    }
}
