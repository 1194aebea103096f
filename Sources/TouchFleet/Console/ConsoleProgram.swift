internal import Arguments
internal import EventLoop
internal import Glibc
internal import System
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchOperator

/// The command line of `touchctl fleet`.
package enum ConsoleProgram {
    private static let help = """
        Usage: touchctl fleet [OPTION…] [COMMAND]
               touchctl fleet [OPTION…] do|sign KIOSK… -- disable|enable|clear-wait USER
               touchctl fleet [OPTION…] do|sign KIOSK… -- expire USER WHEN | ask-enroll USER [WHEN]
               touchctl fleet [OPTION…] do|sign KIOSK… -- reload | drop-in FILE | bundle
        Shows what kiosks sent to the servers of the fleet. Section [fleet] of touchd.conf(5) sets servers and certificates.

        Commands:
          status                show every kiosk and its condition (the default)
          forget KIOSK          remove the last values of a kiosk that is gone; its results stay
          results               show results, the oldest first
          verify                check that no result is missing or stored twice, and the signatures of heads
          bundle KIOSK [ID]     fetch the last bundle that do ordered from a kiosk, or the one with that id
          space                 show how full the streams are
          setup                 create or change the streams and the bucket: once for a fleet
          key FILE              create the key that signs commands: FILE, and FILE.pub for the kiosks
          sign                  print a signed command; needs no network
          do                    send a command that --key signs or --token contains, and show each kiosk's answer

          -c, --config FILE     read this file and FILE.d/*.conf (default \(LoadedConfiguration.standardPath))
          -j, --json            print JSON, one object per line
              --kiosk NAME      only this kiosk
              --expect FILE     status: the kiosks that should exist, a name a line, or kiosks.conf of the servers
              --not-ok          status: only kiosks that are not well
              --force           forget: also a kiosk that reports now
              --user NAME       results: only of this user; needs the key of pseudonyms, pseudonym-key=
              --since DURATION  results: only those stored no longer ago than 90min, 24h, 7d, for instance
              --until DURATION  results: only those stored at least that long ago
              --follow          results: keep showing new ones until interrupted
              --output FILE     bundle: a new file for it (default KIOSK-ID.tar.gz)
              --replicas N      setup: servers that keep each message, 1 to 5 (default 1)
              --days N          setup: how long results are kept, 1 to 3650 days (default 400)
              --store SIZE      setup: max_file_store of the servers, of the smallest, such as 50GB
              --key FILE        do, sign: the key of touchctl fleet key
              --token FILE      do: output of sign, - for standard input; KIOSK… may be left out
              --valid DURATION  do, sign: how long the command is valid, at most 24h (default 10min)
          -h, --help            print this text
          -V, --version         print the version

        WHEN is never, now, YYYY-MM-DD or YYYY-MM-DDTHH:MM in UTC.

        Exit status: 0 fine, 1 a kiosk has a problem or failed a command, 2 wrong usage or configuration, 3 could not run.

        """

    /// Permissions of 100,000 kiosks take 40 MB.
    private static let maxRosterBytes = 64 << 20

    private static let options = [
        Option("config", "c", value: .required), Option("json", "j"), Option("kiosk", value: .required),
        Option("user", value: .required), Option("since", value: .required), Option("until", value: .required),
        Option("follow"), Option("replicas", value: .required), Option("days", value: .required),
        Option("key", value: .required), Option("token", value: .required), Option("valid", value: .required),
        Option("output", value: .required), Option("expect", value: .required), Option("not-ok"), Option("force"),
        Option("store", value: .required),
        Option("help", "h"), Option("version", "V"),
    ]

    /// Runs the program.
    ///
    /// - Parameter words: the command line, program first.
    /// - Returns: the exit status.
    package static func run(_ words: [String]) -> Int32 {
        let arguments: Arguments
        // The words behind "--" are for the kiosks.
        let own = words.prefix { $0 != "--" }
        do { arguments = try Arguments(Array(own), known: options) } catch { return usage(error.description) }
        if arguments.has("help") { return StandardStream.output.write(help) ? 0 : 3 }
        if arguments.has("version") {
            return StandardStream.output.write("touchctl-fleet \(Version.text)\n") ? 0 : 3
        }
        let loaded: LoadedConfiguration
        do {
            // Faults in settings that the console does not use should not hide the fleet from its operator.
            loaded = try LoadedConfiguration(
                path: arguments["config"] ?? LoadedConfiguration.standardPath, isRequired: arguments.has("config"),
                tolerating: { !$0.concerns(section: "fleet") && !$0.isOfAWholeFile || $0.isOfAnotherVersion })
        } catch {
            for problem in error.problems { complain("\(problem)") }
            return 2
        }
        for unused in loaded.unused { complain("ignored: \(unused)") }
        signal(SIGPIPE, SIG_IGN)
        do throws(ConsoleError) {
            return try run(arguments, Array(words.dropFirst(own.count + 1)), loaded.configuration.fleet)
        } catch {
            complain(error.description)
            return error.status
        }
    }

    private static func run(
        _ arguments: Arguments, _ words: [String], _ settings: Configuration.Fleet
    ) throws(ConsoleError) -> Int32 {
        let command = arguments.operands.first ?? "status"
        let rest = Array(arguments.operands.dropFirst())
        switch command {
        case "key" where rest.count == 1 && words.isEmpty: return try CommandLineCommand.makeKey(rest[0])
        case "key": throw .usage("key takes one FILE")
        case "sign" where arguments.has("token"): throw .usage("sign makes a token; --token is for do")
        case "sign": return say(try CommandLineCommand.token(arguments, for: rest, words).text + "\n")
        case "do":
            let (token, kiosks) = try CommandLineCommand.token(arguments, for: rest, words)
            return try DoCommand(try connect(settings), token, isJSON: arguments.has("json")).run(on: kiosks)
        case "bundle":
            guard (1...2).contains(rest.count), words.isEmpty, KioskName.of(named: rest[0]) != nil,
                rest.dropFirst().allSatisfy({ CommandToken.isID($0) })
            else { throw .usage("bundle takes the name of one kiosk and perhaps the id of a bundle") }
            let id = rest.dropFirst().first
            return try BundleCommand(try connect(settings), rest[0], id, isJSON: arguments.has("json"))
                .run(to: arguments["output"])
        case "forget":
            guard rest.count == 1, words.isEmpty, KioskName.of(named: rest[0]) != nil else {
                throw .usage("forget takes the name of one kiosk")
            }
            return try ForgetCommand(try connect(settings), rest[0], isForced: arguments.has("force")).run()
        default: break
        }
        if let word = (rest + words).first { throw .usage("unexpected argument \(word)") }
        let kiosk = arguments["kiosk"]
        if let kiosk, kiosk.isEmpty || kiosk.contains(where: { ".*> ".contains($0) }) {
            throw .usage("--kiosk \(kiosk): not the name of a kiosk")
        }
        let isJSON = arguments.has("json")
        switch command {
        case "status":
            let query = StatusCommand.Query(
                kiosk: kiosk, expected: try roster(arguments["expect"]), isOfFaults: arguments.has("not-ok"))
            return try StatusCommand(try connect(settings), query, isJSON: isJSON).run()
        case "results":
            if arguments.has("until"), arguments.has("follow") { throw .usage("--until cannot be used with --follow") }
            let query = ResultsCommand.Query(
                kiosk: kiosk,
                user: try arguments["user"].map { name throws(ConsoleError) in try pseudonym(name, settings) },
                since: try duration("since", arguments), until: try duration("until", arguments),
                isFollowing: arguments.has("follow"))
            return try ResultsCommand(try connect(settings), query, isJSON: isJSON).run()
        case "verify": return try VerifyCommand(try connect(settings), kiosk: kiosk, isJSON: isJSON).run()
        case "setup":
            let replicas = try number("replicas", arguments, in: 1...5) ?? 1
            let days = try number("days", arguments, in: 1...3_650) ?? 400
            guard let text = arguments["store"] else {
                throw .usage(
                    "setup needs --store SIZE, such as 50GB: max_file_store of the servers, or of the smallest")
            }
            guard let store = StoreSize.bytes(of: text) else {
                throw .usage("--store \(text): expected a size such as 50GB, as in nats-server.conf")
            }
            return try SetupCommand(try connect(settings), replicas: replicas, days: days, store: store).run()
        case "space": return try SpaceCommand(try connect(settings), isJSON: isJSON).run()
        default: throw .usage("unknown command \(command)")
        }
    }

    private static func connect(_ settings: Configuration.Fleet) throws(ConsoleError) -> Bus {
        guard let name = KioskName.of(settings) else {
            throw .usage("the host name cannot be used (set kiosk= in [fleet] of touchd.conf)")
        }
        for warning in Expiry(settings).warnings(settings, at: .now) { complain(warning) }
        var failure = BusError.unreachable(server: "any server", reason: "none is set (servers= in [fleet])")
        for server in settings.servers {
            do throws(BusError) { return try Bus(settings, to: server, inbox: name) } catch { failure = error }
        }
        throw .bus(failure)
    }

    private static func roster(_ path: String?) throws(ConsoleError) -> Roster? {
        guard let path else { return nil }
        let bytes = try CommandLineCommand.read(path, maxBytes: maxRosterBytes)
        do throws(Roster.Fault) { return try Roster(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
            throw .usage("--expect \(path): \(error)")
        }
    }

    private static func pseudonym(_ user: String, _ settings: Configuration.Fleet) throws(ConsoleError) -> String {
        guard !settings.pseudonymKey.isEmpty else {
            throw .usage("--user needs the key of pseudonyms (set pseudonym-key= in [fleet] of touchd.conf)")
        }
        do throws(BusError) { return try Pseudonym(file: settings.pseudonymKey).of(user) } catch { throw .bus(error) }
    }

    /// The length of `90s`, `90min`, `24h` or `7d`.
    static func duration(_ name: String, _ arguments: Arguments) throws(ConsoleError) -> Interval? {
        guard let text = arguments[name] else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [String: Int64] = ["s": 1, "min": 60, "h": 3_600, "d": 86_400]
        guard let number = Int64(digits), let unit = units[String(text.dropFirst(digits.count))], number <= 100_000
        else {
            throw .usage("--\(name) \(text): expected a duration such as 90min, 24h or 7d")
        }
        return .seconds(number * unit)
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

    /// Says on standard error what is wrong.
    static func complain(_ line: String) { StandardStream.errors.write("touchctl fleet: \(line)\n") }

    private static func usage(_ problem: String) -> Int32 {
        complain("\(problem) (see touchctl fleet --help)")
        return 2
    }
}
