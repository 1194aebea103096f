internal import System
internal import Arguments
internal import CTouchWeb
internal import EventLoop
internal import Glibc
internal import TouchConfiguration
internal import TouchCore

/// The command line of `touchd-web`.
package enum WebProgram {
    private static let help = """
        Usage: touchd-web [OPTION…]
        Serves a kiosk's page on the loopback addresses and relays its messages to touchd's socket. Section [web] of
        touchd.conf(5) sets the page's folders, users and port.

          -c, --config FILE    read this file and FILE.d/*.conf (default \(LoadedConfiguration.standardPath))
              --check          check the configuration, also against this machine, and exit
              --touchsim PATH  relay messages to touchsim's control socket too: for demonstrations, never on a kiosk
          -h, --help           print this text
          -V, --version        print the version

        Exit status: 0 ended by a signal, 1 could not run, 2 wrong usage or configuration.

        """

    private static let frame = ServiceFrame(
        "touchd-web",
        [Option("config", "c", value: .required), Option("check"), Option("touchsim", value: .required)], help: help)

    /// Runs the program and returns its exit status.
    package static func run(_ words: [String]) -> Int32 { frame.run(words, execute) }

    private static func execute(_ arguments: Arguments) throws(CommandError) -> Int32 {
        if let word = arguments.operands.first { throw .usage("unexpected argument \(word)") }
        let (path, isRequired) = (arguments["config"] ?? LoadedConfiguration.standardPath, arguments.has("config"))
        if arguments.has("check") { return check(path, isRequired: isRequired) }
        // StateDirectory= of the unit; without one nothing is kept.
        let folder = unsafe getenv("STATE_DIRECTORY").map { unsafe String(cString: $0) }
        let start: StartConfiguration
        do {
            start = try StartConfiguration(
                path: path, isRequired: isRequired, keptIn: { folder ?? $0.daemon.stateDirectory })
        } catch {
            for problem in error.problems { frame.complain("\(problem)") }
            return 2
        }
        let loaded = start.loaded
        signal(SIGPIPE, SIG_IGN)
        let level = Journal.Level(name: loaded.configuration.daemon.logLevel.rawValue) ?? .info
        let journal = Journal(level: level, sink: Journal.Sinks.standard(identifier: "touchd-web"))
        start.settle(
            in: folder, command: "touchd --check", logError: { journal.error($0) }, logWarning: { journal.warning($0) })
        do throws(SystemError) {
            try serve(start, touchsim: arguments["touchsim"], journal)
            return 0
        } catch {
            journal.error("cannot run: \(error)")
            return 1
        }
    }

    private static func check(_ path: String, isRequired: Bool) -> Int32 {
        if !isRequired { frame.becomeServiceUser() }
        let complaints: [String]
        do throws(ConfigurationError) {
            let loaded = try LoadedConfiguration(path: path, isRequired: isRequired)
            complaints = problems(of: loaded.configuration.web, users: loaded.webUsers)
        } catch { complaints = error.problems.map(\.description) }
        for complaint in complaints { frame.complain(complaint) }
        return complaints.isEmpty ? frame.say("configuration OK\n") : 2
    }

    /// Why no page could use touchd now.
    static func problems(
        of web: Configuration.Web, users: Set<UInt32>, kit: [String] = Configuration().web.folders
    ) -> [String] {
        var (problems, pages): ([String], [String]) = ([], [])
        for folder in web.folders {
            do throws(SystemError) {
                let files = try PageFiles([folder])
                if let index = PagePath("/"), (try? files.open(index)) != nil { pages.append(folder) }
            } catch { problems.append("\(error)") }
        }
        // That page shows whether the bridge works, and nothing of a kiosk.
        if pages.isEmpty || web.folders != kit && [pages[0]] == kit {
            problems.append(
                "no folder of [web] folders= has a page, index.html" + (pages.isEmpty ? "" : ", before touchd's own"))
        }
        return users.isEmpty
            ? problems + ["no user may connect to touchd here (set the browser's user in [web] user=)"] : problems
    }

    private static func serve(
        _ start: StartConfiguration, touchsim: String?, _ journal: Journal
    ) throws(SystemError) {
        let loaded = start.loaded
        let (web, daemon) = (loaded.configuration.web, loaded.configuration.daemon)
        let bridge = try Bridge(
            Bridge.Settings(folders: web.folders, policy: web.policy, daemon: daemon.socket, touchsim: touchsim),
            users: loaded.webUsers, log: journal)
        let port = try listen(bridge, web.port, journal)
        let users = bridge.users.sorted().map(String.init).joined(separator: ", ")
        journal.info("serving http://127.0.0.1:\(port)/ to uids: \(users.isEmpty ? "none" : users)")
        try ServiceManager.notify("READY=1")
        var told = UnitStatus()
        var timer: Timer?
        func review() {
            if bridge.users.count < web.users.count { bridge.users = loaded.webUsers }
            let problem = problems(of: web, users: bridge.users).first
            let status = UnitStatus(problem == nil ? .lastConfiguration : .noPage, problem ?? start.problemPlaces)
            if status != told { say(status, journal) }
            told = status
            timer?.arm(at: bridge.loop.now.advanced(by: reviewPause))
        }
        timer = try bridge.loop.timer { review() }
        review()
        try bridge.run()
    }

    /// Interval of ``problems(of:users:kit:)``: the page may be removed, and a user may be created later.
    private static let reviewPause = Interval.seconds(5)

    /// Tells the journal and systemd, and so `touchctl doctor`.
    private static func say(_ status: UnitStatus, _ journal: Journal) {
        if status.fault == .noPage { journal.warning(status.text) } else { journal.notice("pages can use touchd") }
        _ = try? ServiceManager.notify("STATUS=\(status.text)")
    }

    /// Listens on the sockets of the service manager, or else on both loopback addresses.
    private static func listen(_ bridge: Bridge, _ wanted: Int, _ journal: Journal) throws(SystemError) -> UInt16 {
        let inherited = try ServiceManager.inheritedSockets().filter(\.isListening)
        var (port, isLoopback): (UInt16, Int32) = (UInt16(wanted), 0)
        let first =
            inherited.first.map { Descriptor(owning: $0.descriptor) } ?? Descriptor(owning: ctouchweb_listen(0, port))
        guard first.number >= 0 else { throw .last("listen on 127.0.0.1:\(port)") }
        _ = unsafe ctouchweb_local_port(first.number, &port, &isLoopback)
        try bridge.listen(on: first)
        for socket in inherited.dropFirst() { try bridge.listen(on: Descriptor(owning: socket.descriptor)) }
        guard inherited.count < 2 else { return port }
        // IPv6 may be missing, and a program that uses the port there must not end the bridge.
        let second = ctouchweb_listen(1, port)
        if second >= 0 {
            try bridge.listen(on: Descriptor(owning: second))
        } else if errno != EAFNOSUPPORT && errno != EADDRNOTAVAIL {
            let error = SystemError.last("listen on [::1]:\(port)")
            journal.warning("\(error) (open http://127.0.0.1:\(port)/, not localhost)")
        }
        return port
    }
}
