internal import System
internal import Arguments
internal import EventLoop
internal import Glibc
internal import TouchConfiguration
internal import TouchCore
internal import TouchOperator

/// The command line of `touchd-fleet`.
package enum FleetProgram {
    private static let help = """
        Usage: touchd-fleet [OPTION…]
               touchd-fleet --install FILE…
        Sends the results and the health of this kiosk to the operator's NATS servers, each result once. Section [fleet] of
        touchd.conf(5) sets servers, names and certificates.

          -c, --config FILE    read this file and FILE.d/*.conf (default \(LoadedConfiguration.standardPath))
              --check          check configuration and certificates, connect once, and exit
              --request        print a request for a certificate of this kiosk, whose new key stays here, and exit
              --install        install a certificate from FILE…, with key and authority if they are in it, and exit
          -h, --help           print this text
          -V, --version        print the version

        Exit status: 0 ended by a signal, 1 could not run, 2 wrong usage or configuration.

        """

    private static let frame = ServiceFrame(
        "touchd-fleet",
        [Option("config", "c", value: .required), Option("check"), Option("request"), Option("install")], help: help)

    /// Runs the program and returns its exit status.
    package static func run(_ words: [String]) -> Int32 { frame.run(words, execute) }

    private static func execute(_ arguments: Arguments) throws(CommandError) -> Int32 {
        if arguments.has("install") {
            guard !arguments.operands.isEmpty else { throw .usage("--install needs a file") }
        } else if let word = arguments.operands.first {
            throw .usage("unexpected argument \(word)")
        }
        let start: StartConfiguration
        do {
            let (path, isRequired) = (arguments["config"] ?? LoadedConfiguration.standardPath, arguments.has("config"))
            if arguments.has("check"), !isRequired { frame.becomeServiceUser() }
            start =
                ["check", "request", "install"].contains(where: arguments.has)
                ? StartConfiguration(try LoadedConfiguration(path: path, isRequired: isRequired))
                : try StartConfiguration(path: path, isRequired: isRequired, keptIn: \.fleet.stateDirectory)
        } catch {
            for problem in error.problems { frame.complain("\(problem)") }
            return 2
        }
        let fleet = start.loaded.configuration.fleet
        guard let kiosk = KioskName.of(fleet) else {
            throw CommandError(
                "the host name cannot be a kiosk's name (set kiosk= in [fleet] of touchd.conf)", status: .usage)
        }
        do throws(CommandError) {
            let enrollment = Enrollment(settings: fleet, kiosk: kiosk)
            if arguments.has("request") { return frame.say(String(decoding: try enrollment.request(), as: UTF8.self)) }
            if arguments.has("install") { return try install(arguments.operands, enrollment) }
        } catch { throw .refused(error.description) }
        guard !fleet.servers.isEmpty else {
            throw CommandError("no servers (set servers= in [fleet] of touchd.conf)", status: .usage)
        }
        signal(SIGPIPE, SIG_IGN)
        do throws(FleetError) {
            if arguments.has("check") { return try check(fleet, kiosk) }
            let pseudonym =
                fleet.pseudonymKey.isEmpty
                ? try Pseudonym(ownIn: fleet.stateDirectory) : try Pseudonym(file: fleet.pseudonymKey)
            return serve(start, kiosk, pseudonym)
        } catch { throw .refused(error.description) }
    }

    private static func serve(_ start: StartConfiguration, _ kiosk: String, _ pseudonym: Pseudonym) -> Int32 {
        let loaded = start.loaded
        EventLoop.hold([SIGTERM, SIGINT])
        let level = Journal.Level(name: loaded.configuration.daemon.logLevel.rawValue) ?? .info
        let log = Journal(level: level, sink: Journal.Sinks.standard(identifier: "touchd-fleet"))
        start.settle(
            in: loaded.configuration.fleet.stateDirectory, command: "touchd-fleet --check",
            logError: { log.error($0) }, logWarning: { log.warning($0) })
        do throws(SystemError) {
            let fleet = loaded.configuration.fleet
            // Without the fleet's key, the kiosk does not subscribe to commands.
            let gate =
                fleet.commandKey.isEmpty ? nil : CommandGate(kiosk: kiosk, socket: fleet.commandSocket, log)
            let agent = try Agent(start, Delivery(start, kiosk: kiosk, pseudonym, gate, log), log)
            log.info("sending results of kiosk \(kiosk)")
            try agent.run()
            // Threads may wait for touchd or a server until a timeout; their work can be interrupted at any time. Nothing is
            // left to flush, and exit() would release OpenSSL's memory, which they still use.
            withExtendedLifetime(agent) { _exit(0) }
        } catch {
            log.error("cannot run: \(error)")
            return 1
        }
    }

    private static func install(_ paths: [String], _ enrollment: Enrollment) throws(CommandError) -> Int32 {
        var given: [UInt8] = []
        for path in paths { given += try CommandLineCommand.read(path, maxBytes: Expiry.maxBytes) + [0x0a] }
        return frame.say(try enrollment.install(given).map { $0 + "\n" }.joined())
    }

    private static func check(_ fleet: Configuration.Fleet, _ kiosk: String) throws(FleetError) -> Int32 {
        let (expiry, now) = (Expiry(fleet), WallTime.now)
        for (path, end) in [(fleet.authority, expiry.authority), (fleet.certificate, expiry.certificate)] {
            guard let end else { continue }
            if Expiry.severity(of: end, at: now) == .ended {
                let times = (Console.time(end), Console.time(now))
                throw .file(path: path, reason: "expired on \(times.0) (by this machine's clock it is \(times.1))")
            }
            _ = frame.say("\(Expiry.text(path, end, at: now))\n")
        }
        for server in fleet.servers {
            let bus = try Bus(fleet, to: server, inbox: kiosk)
            _ = try bus.last(of: FleetNames.subject(kiosk, "result"), in: FleetNames.results)
            _ = try bus.last(of: FleetNames.subject(kiosk, "duress"), in: FleetNames.duress)
            _ = frame.say("\(bus.server): connected as kiosk \(kiosk)\n")
        }
        return 0
    }
}
