internal import System
internal import Arguments
internal import CTouchWeb
internal import EventLoop
internal import Glibc
internal import TouchConfiguration

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
            try serve(loaded, touchsim: arguments["touchsim"], journal)
            return 0
        } catch {
            journal.error("cannot run: \(error)")
            return 1
        }
    }

    private static let noUser = "no user may connect to touchd here (set the browser's user in [web] user=)"

    private static func check(_ path: String, isRequired: Bool) -> Int32 {
        let complaints: [String]
        do throws(ConfigurationError) {
            complaints = problems(of: try LoadedConfiguration(path: path, isRequired: isRequired))
        } catch { complaints = error.problems.map(\.description) }
        for complaint in complaints { frame.complain(complaint) }
        return complaints.isEmpty ? frame.say("configuration OK\n") : 2
    }

    static func problems(of loaded: LoadedConfiguration) -> [String] {
        var problems: [String] = []
        for folder in loaded.configuration.web.folders {
            do throws(SystemError) { _ = try SystemPath.names(of: folder) } catch { problems.append("\(error)") }
        }
        if !loaded.configuration.web.folders.contains(where: { SystemPath.exists($0 + "/index.html") }) {
            problems.append("no folder of [web] folders= has a page, index.html")
        }
        return loaded.webUsers.isEmpty ? problems + [noUser] : problems
    }

    private static func serve(
        _ loaded: LoadedConfiguration, touchsim: String?, _ journal: Journal
    ) throws(SystemError) {
        let (web, daemon) = (loaded.configuration.web, loaded.configuration.daemon)
        let bridge = try Bridge(
            Bridge.Settings(
                users: loaded.webUsers, folders: web.folders, policy: web.policy, daemon: daemon.socket,
                touchsim: touchsim),
            log: journal)
        let port = try listen(bridge, web.port, journal)
        let users = loaded.webUsers.sorted().map(String.init).joined(separator: ", ")
        if users.isEmpty { journal.warning(noUser) }
        journal.info("serving http://127.0.0.1:\(port)/ to uids: \(users.isEmpty ? "none" : users)")
        try ServiceManager.notify("READY=1")
        try bridge.run()
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
