internal import Arguments
internal import CShims
internal import EventLoop
internal import EventNodes
internal import Glibc
internal import TouchConfiguration
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import System
internal import TouchInput

/// The command line of `touchd`.
package enum DaemonProgram {
    private static let help = """
        Usage: touchd [OPTION…]
        Reads touch panels, runs the interaction models and serves results on a Unix socket.

          -c, --config FILE    read this file and FILE.d/*.conf (default \(LoadedConfiguration.standardPath))
              --check          check the configuration, also against this machine, and exit
              --restore        go back to the vault from before its last migration, for an older release, and exit
              --prepare-image  remove what makes this machine one kiosk, before an image of it is made, and exit
              --dump[=FORMAT] [DEVICE…]
                               show touch panels and live touches; needs no running daemon. FORMAT is one of
                               text, json, evemu, record, evtest, debug-events
              --plot FILE.png  with --dump: plot the contacts of the first panel at the end, on a map of where it was
                               touched and where never (package touchd-tools)
              --raw            with --dump: show the kernel's slots and values, too
              --seconds N      with --dump: stop after N seconds
          -h, --help           print this text
          -V, --version        print the version

        Exit status: 0 ended as requested, 1 could not run, 2 wrong usage or configuration,
        3 (--dump) no panel that can be read.

        """

    private static let frame = ServiceFrame(
        "touchd",
        [
            Option("config", "c", value: .required), Option("check"), Option("prepare-image"), Option("restore"),
            Option("dump", value: .optional), Option("plot", value: .required), Option("raw"),
            Option("seconds", value: .required),
        ], help: help)

    /// Runs the program, whose command line has the program first, and returns its exit status.
    package static func run(_ words: [String]) -> Int32 { frame.run(words, execute) }

    private static func execute(_ arguments: Arguments) throws(CommandError) -> Int32 {
        if arguments.has("dump") {
            for option in ["config", "check", "prepare-image", "restore"] where arguments.has(option) {
                throw .usage("--\(option) cannot be used with --dump")
            }
            return dump(arguments)
        }
        if let word = arguments.operands.first { throw .usage("unexpected argument \(word)") }
        for option in ["plot", "raw", "seconds"] where arguments.has(option) {
            throw .usage("--\(option) requires --dump")
        }

        let (path, isRequired) = (arguments["config"] ?? LoadedConfiguration.standardPath, arguments.has("config"))
        let read: Reloading.Read = { () throws(ConfigurationError) in
            try LoadedConfiguration(path: path, isRequired: isRequired)
        }
        do {
            if arguments.has("check") {
                if !isRequired { frame.becomeServiceUser() }
                return check(try read())
            }
            if arguments.has("restore") { return restore(try read().configuration) }
            if arguments.has("prepare-image") { return prepareImage(try read().configuration) }
            return serve(try StartConfiguration(path: path, isRequired: isRequired), read: read)
        } catch {
            for problem in error.problems { frame.complain("\(problem)") }
            sayFault("\(error)")
            return 2
        }
    }

    private static func check(_ loaded: LoadedConfiguration) -> Int32 {
        let panels = EventNode.all(isOpened: false).filter(\.isTouchscreen).map { node in
            PanelFacts(name: node.name, numbers: node.capabilities.numbers, phys: node.phys, uniq: node.uniq) {
                node.properties[$0]
            }
        }
        let findings = loaded.findings + loaded.overruled(on: panels)
        for finding in findings { frame.complain("\(finding)") }
        guard findings.isEmpty else { return 2 }
        let files = loaded.files.isEmpty ? "no file; defaults only" : loaded.files.joined(separator: ", ")
        return frame.say("configuration OK: \(files)\n")
    }

    private static func prepareImage(_ configuration: Configuration) -> Int32 {
        do throws(CommandError) {
            let removed = try ImagePreparation(configuration).run().map { "removed \($0)\n" }.joined()
            return frame.say("\(removed)an image should not have these either: \(ImagePreparation.others)\n")
        } catch {
            frame.complain("\(error)")
            return 1
        }
    }

    private static func restore(_ configuration: Configuration) -> Int32 {
        // One that cannot open the vault uses no file of it.
        if let refusal = ImagePreparation.refusal(while: ["touchd"]) {
            frame.complain("\(refusal)")
            return 1
        }
        do throws(KeptVault.Fault) {
            let kept = try KeptVault.restore(configuration.daemon.stateDirectory + "/" + Store.vaultName)
            return frame.say(
                """
                \(kept.path) is as it was before its migration. Results and secrets stored since are in \(kept.newer) alone.
                If anything was stored since, the next start locks everybody (rolled_back): users need their recovery keys, or are
                enrolled again.

                """)
        } catch {
            frame.complain("\(error)")
            return 1
        }
    }

    private static func serve(
        _ start: StartConfiguration, read: @escaping Reloading.Read
    ) -> Int32 {
        cshims_wipe_freed_memory()
        // A log whose reader is gone must not end the daemon.
        signal(SIGPIPE, SIG_IGN)
        // If this were killed between two writes of its first start, the vault would look altered at the next one.
        EventLoop.hold([SIGTERM, SIGINT, SIGHUP])
        let level = Journal.Level(name: start.loaded.configuration.daemon.logLevel.rawValue) ?? .info
        let journal = Journal(level: level, sink: Journal.Sinks.standard(identifier: "touchd"))
        if cshims_forbid_dumps() != 0 { journal.warning("cannot disable core dumps of this process") }
        do throws(DaemonError) {
            let seat = start.loaded.configuration.daemon.seat
            let machine = try Surroundings.machine(seat: seat, isVerbose: journal.isLogged(.debug))
            return try Daemon(start, read: read, journal: journal, in: machine).run()
        } catch {
            journal.error("cannot run: \(error)")
            sayFault("\(error)")
            return 1
        }
    }

    /// Becomes `touchd-dump`: code that shows panels and writes recordings is not part of the daemon's program.
    private static func dump(_ arguments: Arguments) -> Int32 {
        // In errors it calls itself by the first word.
        var words = ["touchd", "dump"]
        if let format = arguments["dump"] { words.append("--to=\(format)") }
        for option in ["plot", "seconds"] {
            if let value = arguments[option] { words.append("--\(option)=\(value)") }
        }
        if arguments.has("raw") { words.append("--raw") }
        frame.complain("--dump: \(Companion.dump.become(words + ["--"] + arguments.operands))")
        return 1
    }

    /// Tells systemd, if it started this program, and so `touchctl doctor`, why it ends.
    private static func sayFault(_ reason: String) {
        _ = try? ServiceManager.notify("STATUS=\(UnitStatus(.cannotRun, reason).text)")
    }
}

extension Surroundings {
    /// Those of this machine.
    static func machine(seat: String, isVerbose: Bool) throws(DaemonError) -> Surroundings {
        do {
            let loop = try EventLoop()
            let panels = try Seat(seat, isVerbose: isVerbose, now: { [unowned loop] in loop.now })
            return Surroundings(
                loop: loop, boot: try .current(), seat: panels, units: ServiceUnits(on: loop))
        } catch { throw DaemonError(error) }
    }
}

/// Why the daemon cannot start: the kernel or systemd's library, the store, the socket or the seat.
package struct DaemonError: Error, CustomStringConvertible {
    /// The sentence for the log.
    package let description: String

    init(_ error: any Error) { description = "\(error)" }
}
