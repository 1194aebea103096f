internal import Arguments
internal import Glibc
internal import StrictJSON
internal import TouchConfiguration

/// The command line of `touchctl fleet`.
package enum ConsoleProgram {
    private static let help = """
        Usage: touchctl fleet [OPTION…] [COMMAND]
        Shows what kiosks sent to the servers of the fleet. Section [fleet] of touchd.conf(5) sets servers and certificates.

        Commands:
          status                show every kiosk and how it is (the default)
          results               show results, the oldest first
          verify                check that no result is missing or stored twice, and the signatures of heads
          setup                 make the streams and the bucket, or change them: once for a fleet

          -c, --config FILE     read this file and FILE.d/*.conf (default \(LoadedConfiguration.standardPath))
          -j, --json            print JSON, one object a line
              --kiosk NAME      only this kiosk
              --user NAME       results: only of this user; needs the key of pseudonyms, pseudonym-key=
              --since DURATION  results: only those stored since then, such as 90min, 24h or 7d
              --follow          results: go on with new ones until interrupted
              --replicas N      setup: servers that keep each message, 1 to 5 (default 1)
              --days N          setup: how long results are kept, 1 to 3650 days (default 400)
          -h, --help            print this text
          -V, --version         print the version

        Exit status: 0 fine, 1 something is wrong with a kiosk, 2 wrong usage or configuration, 3 could not run.

        """

    private static let options = [
        Option("config", "c", value: .required), Option("json", "j"), Option("kiosk", value: .required),
        Option("user", value: .required), Option("since", value: .required), Option("follow"),
        Option("replicas", value: .required), Option("days", value: .required), Option("help", "h"),
        Option("version", "V"),
    ]

    /// Runs the program.
    ///
    /// - Parameter words: the command line, program first.
    /// - Returns: the exit status.
    package static func run(_ words: [String]) -> Int32 {
        let arguments: Arguments
        do { arguments = try Arguments(words, known: options) } catch { return usage(error.description) }
        if arguments.has("help") { return StandardStream.output.write(help) ? 0 : 3 }
        if arguments.has("version") {
            return StandardStream.output.write("touchctl-fleet \(Version.text)\n") ? 0 : 3
        }
        let loaded: LoadedConfiguration
        do {
            loaded = try LoadedConfiguration(
                path: arguments["config"] ?? LoadedConfiguration.standardPath, isRequired: arguments.has("config"))
        } catch {
            for problem in error.problems { complain("\(problem)") }
            return 2
        }
        signal(SIGPIPE, SIG_IGN)
        do throws(ConsoleError) { return try run(arguments, loaded.configuration.fleet) } catch {
            complain(error.description)
            return error.status
        }
    }

    private static func run(
        _ arguments: Arguments, _ settings: Configuration.Fleet
    ) throws(ConsoleError) -> Int32 {
        let command = arguments.operands.first ?? "status"
        guard arguments.operands.count <= 1 else { throw .usage("unexpected argument \(arguments.operands[1])") }
        let kiosk = arguments["kiosk"]
        if let kiosk, kiosk.isEmpty || kiosk.contains(where: { ".*> ".contains($0) }) {
            throw .usage("--kiosk \(kiosk): not the name of a kiosk")
        }
        let isJSON = arguments.has("json")
        switch command {
        case "status": return try StatusCommand(try connect(settings), kiosk: kiosk, isJSON: isJSON).run()
        case "results":
            let query = ResultsCommand.Query(
                kiosk: kiosk,
                user: try arguments["user"].map { name throws(ConsoleError) in try pseudonym(name, settings) },
                since: try arguments["since"].map { text throws(ConsoleError) in try duration(text) },
                isFollowing: arguments.has("follow"))
            return try ResultsCommand(try connect(settings), query, isJSON: isJSON).run()
        case "verify": return try VerifyCommand(try connect(settings), kiosk: kiosk, isJSON: isJSON).run()
        case "setup":
            let replicas = try number("replicas", arguments, in: 1...5) ?? 1
            let days = try number("days", arguments, in: 1...3_650) ?? 400
            let bus = try connect(settings)
            do throws(BusError) { try bus.makeStreams(replicas: replicas, days: days) } catch { throw .bus(error) }
            return say("streams \(FleetNames.results) and \(FleetNames.duress), bucket \(FleetNames.bucket)\n")
        default: throw .usage("unknown command \(command)")
        }
    }

    private static func connect(_ settings: Configuration.Fleet) throws(ConsoleError) -> Bus {
        guard let name = KioskName.of(settings) else {
            throw .usage("the host name cannot be used (set kiosk= in [fleet] of touchd.conf)")
        }
        var failure = BusError.unreachable(server: "any server", reason: "none is set (servers= in [fleet])")
        for server in settings.servers {
            do throws(BusError) { return try Bus(settings, to: server, inbox: name) } catch { failure = error }
        }
        throw .bus(failure)
    }

    private static func pseudonym(_ user: String, _ settings: Configuration.Fleet) throws(ConsoleError) -> String {
        guard !settings.pseudonymKey.isEmpty else {
            throw .usage("--user needs the key of pseudonyms (set pseudonym-key= in [fleet] of touchd.conf)")
        }
        do throws(BusError) { return try Pseudonym(file: settings.pseudonymKey).of(user) } catch { throw .bus(error) }
    }

    /// Microseconds of `90s`, `90min`, `24h` or `7d`.
    static func duration(_ text: String) throws(ConsoleError) -> Int64 {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [String: Int64] = ["s": 1, "min": 60, "h": 3_600, "d": 86_400]
        guard let number = Int64(digits), let unit = units[String(text.dropFirst(digits.count))], number <= 100_000
        else {
            throw .usage("--since \(text): expected a duration such as 90min, 24h or 7d")
        }
        return number * unit * 1_000_000
    }

    private static func number(
        _ name: String, _ arguments: Arguments, in range: ClosedRange<Int>
    ) throws(ConsoleError) -> Int? {
        guard let text = arguments[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage("--\(name) \(text): expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func say(_ text: String) -> Int32 { StandardStream.output.write(text) ? 0 : 3 }

    private static func complain(_ line: String) { StandardStream.errors.write("touchctl fleet: \(line)\n") }

    private static func usage(_ problem: String) -> Int32 {
        complain("\(problem) (see touchctl fleet --help)")
        return 2
    }
}

/// Why a command of the console ended.
enum ConsoleError: Error, CustomStringConvertible {
    /// The command line or the configuration.
    case usage(String)
    /// The servers.
    case bus(BusError)
    /// The reader of the output has closed the pipe.
    case unread

    var description: String {
        switch self {
        case .usage(let problem): problem
        case .bus(let error): error.description
        case .unread: "cannot write the output"
        }
    }

    var status: Int32 {
        if case .usage = self { 2 } else { 3 }
    }
}
