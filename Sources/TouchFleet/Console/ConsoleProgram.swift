package import Arguments
internal import Glibc
internal import System
internal import TouchConfiguration
internal import TouchCore
internal import TouchOperator

/// The command line of `touchctl fleet`.
package enum ConsoleProgram {
    /// Permissions of 100,000 kiosks take 40 MB.
    private static let maxRosterBytes = 64 << 20

    /// Runs the program and returns its exit status.
    package static func run(_ words: [String]) -> ExitStatus {
        // The words behind "--" are for the kiosks.
        let own = Array(words.prefix { $0 != "--" })
        var isHeard = true
        let status = CommandFrame(own, ConsoleTable.table, called: ConsoleTable.table.program).run(
            output: { isHeard = StandardStream.output.write($0) }, complaint: { StandardStream.errors.write($0 + "\n") }
        ) { command, arguments, _ throws(CommandError) in
            let loaded: LoadedConfiguration
            do throws(ConfigurationError) {
                // Faults in settings that the console does not use should not hide the fleet from its operator.
                loaded = try LoadedConfiguration(
                    path: arguments["config"] ?? LoadedConfiguration.standardPath, isRequired: arguments.has("config"),
                    tolerating: { !$0.concerns(section: "fleet") && !$0.isOfAWholeFile || $0.isOfAnotherVersion })
            } catch {
                for problem in error.problems { complain("\(problem)") }
                return .usage
            }
            for unused in loaded.unused { complain("ignored: \(unused)") }
            signal(SIGPIPE, SIG_IGN)
            return try run(
                command, Array(arguments.operands.dropFirst()), Array(words.dropFirst(own.count + 1)), arguments,
                loaded.configuration.fleet)
        }
        return isHeard ? status : .couldNotRun
    }

    private static func run(
        _ command: String, _ rest: [String], _ words: [String], _ arguments: Arguments, _ settings: Configuration.Fleet
    ) throws(CommandError) -> ExitStatus {
        let kiosk = arguments["kiosk"]
        if !["do", "sign"].contains(command), let word = words.first { throw .usage("unexpected argument \(word)") }
        if let kiosk, kiosk.isEmpty || kiosk.contains(where: { ".*> ".contains($0) }) {
            throw .usage("--kiosk \(kiosk): not the name of a kiosk")
        }
        if ["bundle", "forget"].contains(command), KioskName.of(named: rest[0]) == nil {
            throw .usage("\(rest[0]): not the name of a kiosk")
        }
        func console() throws(CommandError) -> Console {
            Console(bus: try connect(settings), isJSON: arguments.has("json"))
        }
        switch command {
        case "key": return try CommandLineCommand.makeKey(rest[0])
        case "sign":
            try Console.print(try CommandLineCommand.token(arguments, for: rest, words).text)
            return .passed
        case "do":
            let (token, kiosks) = try CommandLineCommand.token(arguments, for: rest, words)
            return try console().send(token, to: kiosks)
        case "bundle":
            let id = rest.dropFirst().first
            if let id, !CommandToken.isID(id) { throw .usage("\(id): not the id of a bundle") }
            return try console().fetchBundle(of: rest[0], id: id, to: arguments["output"])
        case "forget": return try console().forget(rest[0], isForced: arguments.has("force"))
        case "results":
            if arguments.has("until"), arguments.has("follow") { throw .usage("--until cannot be used with --follow") }
            let user = try arguments["user"].map { name throws(CommandError) in try pseudonym(name, settings) }
            let (since, until) = (try duration("since", arguments), try duration("until", arguments))
            return try console().results(
                of: kiosk, user: user, since: since, until: until, isFollowing: arguments.has("follow"))
        case "verify": return try console().verify(kiosk)
        case "setup":
            let replicas = try arguments.number("replicas", in: 1...5) ?? 1
            let days = try arguments.number("days", in: 1...3_650) ?? 400
            guard let text = arguments["store"] else {
                throw .usage(
                    "setup needs --store SIZE, such as 50GB: max_file_store of the servers, or of the smallest")
            }
            guard let store = StoreSize.bytes(of: text) else {
                throw .usage("--store \(text): expected a size such as 50GB, as in nats-server.conf")
            }
            return try console().setUp(StreamPlan.all(days: days, store: store), replicas: replicas)
        case "space": return try console().space()
        default:
            let expected = try roster(arguments["expect"])
            return try console().status(of: kiosk, expecting: expected, isOfFaults: arguments.has("not-ok"))
        }
    }

    private static func connect(_ settings: Configuration.Fleet) throws(CommandError) -> Bus {
        guard let name = KioskName.of(settings) else {
            throw .usage("the host name cannot be used (set kiosk= in [fleet] of touchd.conf)")
        }
        for warning in Expiry(settings).warnings(settings, at: .now) { complain(warning) }
        var failure = FleetError.unreachable(server: "any server", reason: "none is set (servers= in [fleet])")
        for server in settings.servers {
            do throws(FleetError) { return try Bus(settings, to: server, inbox: name) } catch { failure = error }
        }
        throw .bus(failure)
    }

    private static func roster(_ path: String?) throws(CommandError) -> Roster? {
        guard let path else { return nil }
        let bytes = try CommandLineCommand.read(path, maxBytes: maxRosterBytes)
        do throws(CommandError) { return try Roster(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
            throw .usage("--expect \(path): \(error)")
        }
    }

    private static func pseudonym(_ user: String, _ settings: Configuration.Fleet) throws(CommandError) -> String {
        guard !settings.pseudonymKey.isEmpty else {
            throw .usage("--user needs the key of pseudonyms (set pseudonym-key= in [fleet] of touchd.conf)")
        }
        do throws(FleetError) { return try Pseudonym(file: settings.pseudonymKey).of(user) } catch { throw .bus(error) }
    }

    /// The length of `90s`, `90min`, `24h` or `7d`.
    static func duration(_ name: String, _ arguments: Arguments) throws(CommandError) -> Interval? {
        guard let text = arguments[name] else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units: [String: Int64] = ["s": 1, "min": 60, "h": 3_600, "d": 86_400]
        guard let number = Int64(digits), let unit = units[String(text.dropFirst(digits.count))], number <= 100_000
        else {
            throw .usage("--\(name) \(text): expected a duration such as 90min, 24h or 7d")
        }
        return .seconds(number * unit)
    }

    static func complain(_ line: String) { StandardStream.errors.write("touchctl fleet: \(line)\n") }
}
