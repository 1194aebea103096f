internal import Arguments
internal import Glibc
internal import EventLoop
internal import StrictJSON
internal import System
internal import TouchConfiguration
internal import TouchCore

/// The program `touchd-operator`: one token on standard input, one answer on standard output.
///
/// systemd starts it for each connection to its socket. It trusts neither the servers of the fleet nor touchd-fleet,
/// which forwards the token: it carries out only what the owner of the fleet's key signed.
package enum OperatorProgram {
    private static let help = """
        Usage: touchd-operator [OPTION…]
        Carries out a command signed with the fleet's key: reads one token from standard input, prints one answer on standard
        output, followed by a bundle if one was ordered. systemd starts it for touchd-fleet. Section [fleet] of
        touchd.conf(5) names the key.

          -c, --config FILE    read this file and FILE.d/*.conf (default \(LoadedConfiguration.standardPath))
          -h, --help           print this text
          -V, --version        print the version

        Exit status: 0 done, 1 refused or failed, 2 wrong usage or configuration.

        """

    private static let frame = ServiceFrame(
        "touchd-operator", [Option("config", "c", value: .required)], help: help)
    /// How long the token may take to arrive.
    private static let patience = Interval.seconds(5)

    /// Runs the program and returns its exit status.
    package static func run(_ words: [String]) -> Int32 { frame.run(words, execute) }

    private static func execute(_ arguments: Arguments) throws(CommandError) -> Int32 {
        if let word = arguments.operands.first { throw .usage("unexpected argument \(word)") }
        signal(SIGPIPE, SIG_IGN)
        let path = arguments["config"] ?? LoadedConfiguration.standardPath
        let log = Journal(level: .info, sink: Journal.Sinks.standard(identifier: "touchd-operator"))
        let loaded: LoadedConfiguration
        do {
            // A faulty file must not keep out the command that repairs it.
            loaded = try LoadedConfiguration(
                path: path, isRequired: arguments.has("config"), tolerating: { _ in true })
        } catch {
            for problem in error.problems { log.error("\(problem)") }
            return 2
        }
        let answer = answer(loaded, configuration: path)
        if answer.isDone { log.notice(answer.line) } else { log.warning(answer.line) }
        guard StandardStream.output.write(answer.bytes + [0x0a] + answer.attachment) else { return 1 }
        return answer.isDone ? 0 : 1
    }

    private static func answer(_ loaded: LoadedConfiguration, configuration path: String) -> CommandAnswer {
        let fleet = loaded.configuration.fleet
        let kiosk = KioskName.of(fleet) ?? ""
        let token: CommandToken
        do throws(CommandRefusal) {
            let key = try key(fleet.commandKey)
            let now = WallTime.now.seconds
            token = try CommandToken(verifying: read(), by: key, for: kiosk, at: now)
            try UsedTokens(in: fleet.commandDirectory).use(token, at: now)
        } catch {
            return CommandAnswer(.refused, of: kiosk, reason: error.code, error.description)
        }
        return Execution(token, on: kiosk, loaded, configuration: path).run()
    }

    /// The fleet's key; a file that users other than root may write does not count.
    static func key(_ path: String) throws(CommandRefusal) -> VerificationKey {
        guard !path.isEmpty else { throw .noKey("no fleet key (set command-key= in [fleet] of touchd.conf)") }
        let file: WholeFile
        do throws(SystemError) { file = try WholeFile(path, .own, maxBytes: 4_096) } catch {
            throw .noKey("\(error)\(error.code == ENOENT ? " (see docs/fleet.md)" : "")")
        }
        guard file.isRoots else {
            throw .noKey("\(path): not only root may write it (chown root, chmod go-w, also its folder)")
        }
        guard let key = (try? JSONObject(parsing: file.bytes)).flatMap({ VerificationKey(webKey: $0) }) else {
            throw .noKey("\(path): not the public key that touchctl fleet key made")
        }
        return key
    }

    private static func read() -> String {
        let input = Descriptor(owning: dup(STDIN_FILENO))
        var bytes: [UInt8] = []
        // What came in time is judged as it is.
        try? input.parts(of: "the standard input", within: patience) { part in
            bytes += part
            return !part.contains(0x0a) && bytes.count <= CommandToken.maxBytes
        }
        return String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
    }
}
