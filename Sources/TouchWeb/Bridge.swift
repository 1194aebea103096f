internal import System
internal import CTouchWeb
internal import CShims
internal import EventLoop
internal import Glibc
internal import TouchCore

/// The bridge: files and WebSockets for pages on the loopback addresses, connected to the daemon's socket.
///
/// One thread and one loop. libwebsockets does the waiting: sd-event, with the listening sockets, the daemon's
/// connections, timers and signals, is one of its descriptors.
@safe
final class Bridge {
    struct Settings {
        /// The folders that pages are served from; the first one that has a file wins.
        let folders: [String]
        /// The `Content-Security-Policy` of every file; empty: none.
        let policy: String
        let daemon: String
        let touchsim: String?
    }

    let loop: EventLoop
    let log: Journal
    let settings: Settings
    private(set) var rules: RequestRules
    let files: PageFiles
    private var admission: Admission
    private let diag: Descriptor
    private let host: WebHost
    private var listeners: [Watch] = []
    private var connections: [Int: PageConnection] = [:]
    private(set) var pages: [Int: PageLink] = [:]
    private var lastNumber = 0
    private var pulse: DaemonPulse?
    private var isStopping = false

    /// The users whose pages may connect to the daemon.
    var users: Set<UInt32> {
        get { admission.users }
        set { (rules, admission) = (RequestRules(users: newValue), Admission(users: newValue)) }
    }

    init(_ settings: Settings, users: Set<UInt32>, log: Journal) throws(SystemError) {
        (self.settings, self.log) = (settings, log)
        loop = try EventLoop()
        rules = RequestRules(users: users)
        files = try PageFiles(settings.folders)
        admission = Admission(users: users)
        diag = try Descriptor(ctouchweb_diag(), "socket (NETLINK_SOCK_DIAG)")
        let code = ctouchweb_try_owner(diag.number)
        guard code == 0 else {
            throw SystemError(call: "query the owner of a connection (module tcp_diag)", code: code)
        }
        host = try WebHost(watching: loop.pollDescriptor)
    }

    func run() throws(SystemError) {
        let signals = try [SIGTERM, SIGINT].map { number throws(SystemError) in
            try loop.signal(number) { [unowned self] in isStopping = true }
        }
        pulse = try DaemonPulse(self)
        try loop.enableWatchdog()
        while !isStopping {
            var rounds = 64
            while rounds > 0, !isStopping, try loop.runRound(timeout: .zero) { rounds -= 1 }
            if !isStopping { try host.wait() }
        }
        signals.forEach { $0.cancel() }
        _ = try? ServiceManager.notify("STOPPING=1")
    }

    // MARK: connections

    func listen(on descriptor: consuming Descriptor) throws(SystemError) {
        let number = descriptor.number
        var (port, isLoopback): (UInt16, Int32) = (0, 0)
        guard unsafe ctouchweb_local_port(number, &port, &isLoopback) == 0 else { throw .last("getsockname") }
        guard isLoopback == 1 else {
            throw SystemError(call: "listen on an address that is not loopback", code: EADDRNOTAVAIL)
        }
        guard cshims_set_nonblocking(number) == 0 else { throw .last("fcntl") }
        let socket = descriptor.release()
        listeners.append(try loop.watch(socket, for: .input) { [unowned self] _ in accept(socket, port: port) })
    }

    private func accept(_ listener: Int32, port: UInt16) {
        let number = cshims_accept(listener)
        guard number >= 0 else { return }
        let descriptor = Descriptor(owning: number)
        let owner = owner(of: number)
        do throws(Refusal) { try admission.check(owner, beside: connections.values.map(\.owner)) } catch {
            // Reading the request would take the resources that are missing.
            refused(error, owner)
            var scratch = [UInt8](repeating: 0, count: 2_048)
            _ = unsafe scratch.withUnsafeMutableBytes { unsafe cshims_receive(number, $0.baseAddress, $0.count) }
            let answer = error.answer
            _ = unsafe answer.withUnsafeBytes { unsafe cshims_send(number, $0.baseAddress, $0.count) }
            return
        }
        ctouchweb_no_delay(number)
        lastNumber += 1
        let connection = PageConnection(number: lastNumber, owner: owner, port: port, bridge: self)
        connections[connection.number] = connection
        if !host.adopt(descriptor, for: connection) { ended(connection) }
    }

    private func owner(of connection: Int32) -> UInt32? {
        var uid: UInt32 = 0
        let code = unsafe ctouchweb_owner(diag.number, connection, &uid)
        if code == 0 { return uid }
        log.debug("cannot read the owner of a connection: \(SystemError(call: "inet_diag", code: code))")
        return nil
    }

    func ended(_ connection: PageConnection) { connections[connection.number] = nil }

    var hasRoomForPage: Bool { connections.values.count(where: \.isPage) < admission.limits.pages }

    /// Logs a refusal, once per rule and user, so that a refused user cannot fill the log.
    func refused(_ refusal: Refusal, _ owner: UInt32?) {
        if refusal == .path { return }
        let who = owner.map { "uid \($0)" } ?? "an unknown user"
        log.once("\(refusal.rule) \(who)", "refused \(who): \(refusal.sentence)", [.field("RULE", refusal.rule)])
    }

    // MARK: pages

    func opened(_ page: PageLink, _ number: Int) {
        pages[number] = page
        pulse?.review(isWanted: true)
        if pulse?.isHung == true { page.tell(.hung) }
    }

    func closed(_ number: Int) {
        guard pages.removeValue(forKey: number) != nil else { return }
        pulse?.review(isWanted: !pages.isEmpty)
    }

    func tellPages(_ news: PageNews) {
        for page in pages.values { page.tell(news) }
    }
}
