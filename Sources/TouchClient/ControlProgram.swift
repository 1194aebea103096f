internal import Arguments
internal import Glibc
internal import Journal
internal import StrictJSON

/// The command line of `touchctl`.
public enum ControlProgram {
    private static let help = """
        Usage: touchctl [OPTION…] COMMAND
        Talks to a running touchd, and draws what was recorded of it.

        Commands:
          status                how the daemon is
          scenes                what is on screen, and whose it is (administrators)
          dismiss SCENE         take a scene off the screen: your own, or any for administrators
          doctor                what is wrong with this kiosk and what to do about it: exit status 0 nothing, 1 warnings,
                                2 errors
          devices [--explain]   the touch panels it reads; of every input device why it is one or not
          users                 who has a pattern or a PIN
          enroll USER           give a new pattern or PIN for USER, twice (administrators; anybody with --draw)
          unlock USER           give the pattern or PIN of USER
          demo USER             the same as a screen of its own in the terminal, with more to touch
          unlock --pam          the same for pam_exec, which names the user; see docs/pam.md
          remove USER           forget the pattern and the PIN of USER (administrators; anybody with --draw)
          clear-wait USER       forget the wrong drawings of USER and the wait for them (administrators)
          disable USER          keep USER out (administrators)
          enable USER           let USER in again (administrators)
          expire USER DATE      let pattern and PIN of USER end at YYYY-MM-DD [HH:MM], or never (administrators)
          clear-alarm           take note of an alarm of the vault (administrators)
          recovery-key USER     make a recovery key for USER and show it once (administrators)
          recover USER          read the recovery key from standard input, then give a new pattern or PIN, twice
          captcha               solve a slide captcha; with --given it is a demonstration (administrators)
          gesture               tap and hold as the terminal says: the captcha for whoever cannot see or drag
          study captcha|gesture|pattern
                                measure people on this kiosk who agree, into --to FILE (administrators)
          study report FILE...  solve rates, times and proposed settings of a study
          results [ID]          what was tried and how it ended; your own, or all for administrators
          watch [results|devices]
                                the same as it happens, until interrupted
          watch --unheard       every touch that no widget heard, and why, until interrupted (administrators)
          calibrate [PANEL]     let the front end show five (--targets 9: nine) targets, then keep the calibration if
                                the mark is touched within 15 s (administrators)
          calibrate --confirm   keep the calibration that is on trial
          calibrate --reset [PANEL]
                                forget what was kept
          calibrate --export [PANEL]
                                print it as a udev rule
          lock [SECONDS|off]    hear no finger while the screen is wiped, for 1…600 s (30 if not given); ends early
                                with off or when one finger lies still for 5 s (administrators)
          pin [-o FILE]         let only the panels count that are there now: writes pinned-panels= into
                                \(Pin.standardPath)
          reload                read the configuration again and say what changed (administrators)
          stats                 how long frames took, and what was counted (administrators)
          bundle FILE.tar.gz|FILE.tar.zst
                                gather all that a bug report needs, and nothing secret (administrators)
          audit head            where the chain of results ends; keep it outside the kiosk
          audit key             the public key that heads and checkpoints are signed with
          audit verify [HEAD]   whether results were changed, up to a head that was kept: exit status 1 if so
          redeem TOKEN          use up the token of an unlock or captcha: exit status 0 once
          keys                  the public keys of tokens, a JWK set
          keys rotate|revoke    sign with a new key; revoke: older tokens are worth nothing now (administrators)
        \(LocalCommands.help)

        Options:
          -s, --socket PATH     where the daemon listens (default \(defaultSocket), or $TOUCHD_SOCKET)
          -j, --json            print what the daemon sends, one JSON object a line
              --secret KIND     enroll, unlock, recover: pattern or pin; if not given, what USER has, or a pattern
              --draw            enroll, remove: prove an old pattern or PIN first
              --duress          enroll: the one to give when forced, with --draw
              --frame X,Y,W,H   where the widget of enroll, unlock, captcha and gesture goes, in view pixels
              --attempts N      how many drawings (1…20) or tries (1…10) are allowed
              --timeout SECONDS how long to wait for a person, 1…600
              --silence SECONDS how long the daemon may say nothing meanwhile, 0.1…600; 45 if not given
              --audience TEXT   for whom the token of unlock or captcha is, or has to be (redeem)
              --nonce TEXT      a text of your own in the token, or the one it has to carry (redeem)
              --action TEXT     what a solved captcha is for; stands in its token
              --on-screen       let the front end that serves the screen show the widget
              --prompt TEXT     what it is for, shown there
              --key TEXT        your name for a redemption: asked again with it, the answer is the same
              --rounds N        study: how many rounds of a visit, 1…200; 10 if not given
              --to FILE         study: where a line is added for each round
              --given PART      the target of the captcha, 0…1 of the way: proves nothing
              --pam             unlock: pam_exec names the user
              --explain         devices: of every input device why it is one or not
              --unheard         watch: touches that no widget heard, and why
              --targets N       calibrate: how many targets, 5 or 9
              --confirm         calibrate: keep what is on trial
              --reset           calibrate: forget what was kept
              --export          calibrate: print what was kept as a udev rule
        \(LocalCommands.optionHelp)
          -h, --help            this text
          -V, --version         the version

        Exit status: 0 passed or done, 1 refused (wrong, missed, cancelled, expired, not allowed), 2 wrong usage,
        3 could not run (no daemon, one that says nothing, no panel, an error on the way). doctor: 0 fine, 1 warnings, 2 errors.

        """

    /// Where the daemon listens unless told otherwise.
    public static let defaultSocket = "/run/touchd/touchd.sock"

    static let options =
        [
            Option("socket", "s", value: .required), Option("json", "j"), Option("frame", value: .required),
            Option("attempts", value: .required), Option("timeout", value: .required),
            Option("silence", value: .required),
            Option("given", value: .required),
            Option("audience", value: .required), Option("nonce", value: .required), Option("action", value: .required),
            Option("key", value: .required), Option("on-screen"), Option("prompt", value: .required), Option("pam"),
            Option("draw"), Option("duress"), Option("secret", value: .required), Option("rounds", value: .required),
            Option("to", value: .required),
            Option("confirm"), Option("reset"), Option("export"), Option("targets", value: .required),
            Option("explain"), Option("unheard"), Option("help", "h"), Option("version", "V"),
        ] + LocalCommands.options

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - words: the command line, program first.
    ///   - output: takes what the user asked for.
    ///   - complaint: takes what went wrong, a line without its end.
    /// - Returns: how it ended.
    public static func run(
        _ words: [String], output: @escaping (String) -> Void, complaint: (String) -> Void
    ) -> ExitStatus {
        do throws(ControlError) {
            let arguments: Arguments
            do throws(ArgumentError) { arguments = try Arguments(words, known: options) } catch {
                throw .usage(error.description)
            }
            if arguments.has("help") {
                output(help)
                return .passed
            }
            if arguments.has("version") {
                output("touchctl \(Version.text)\n")
                return .passed
            }
            return try run(arguments, output) { complaint($0.onOneLine) }
        } catch {
            complaint("touchctl: \(error)".onOneLine)
            return error.status
        }
    }

    private static func run(
        _ arguments: Arguments, _ output: @escaping (String) -> Void, _ complaint: (String) -> Void
    ) throws(ControlError) -> ExitStatus {
        if arguments.has("pam") { return try runForPAM(arguments, output) }
        let command = try CommandOptions.command(of: arguments)
        let environment = unsafe getenv("TOUCHD_SOCKET").map { unsafe String(cString: $0) }
        let session = Session(
            socket: arguments["socket"] ?? environment ?? defaultSocket, isJSON: arguments.has("json"),
            silenceMilliseconds: try silence(arguments), output: output)
        let rest = Array(arguments.operands.dropFirst())
        func operand(_ name: String) throws(ControlError) -> String {
            guard rest.count == 1 else { throw .usage("\(command) takes one \(name)") }
            return rest[0]
        }
        let local = LocalCommands(arguments: arguments, output: output)
        if let status = try local.run(command, rest, complaint) { return status }
        let interaction = Interaction(
            session: session, frame: try frame(arguments["frame"]),
            timeout: try arguments.number("timeout", in: 1.0...600).map { Int64($0 * 1_000_000) },
            binding: texts(arguments, "audience", "nonce"), isOnScreen: arguments.has("on-screen"),
            prompt: arguments["prompt"], secret: try secret(arguments["secret"]))
        switch command {
        case "enroll":
            return try interaction.enroll(
                operand("user"), draws: arguments.has("draw") || arguments.has("duress"),
                isForDuress: arguments.has("duress"))
        case "remove" where arguments.has("draw"): return try interaction.remove(operand("user"))
        case "unlock":
            return try interaction.unlock(operand("user"), attempts: arguments.number("attempts", in: 1...20))
        case "remove": return try Overview.remove(session, user: operand("user"))
        case "recovery-key": return try Overview.recoveryKey(session, user: operand("user"))
        case "demo":
            let user = try operand("user")
            guard isatty(STDOUT_FILENO) == 1 else { throw .usage("demo draws on a terminal; its output is none") }
            return try Demo.run(session, user: user)
        case "recover": return try interaction.recover(operand("user"))
        case "dismiss": return try Scenes.dismiss(session, operand("scene"))
        case "clear-wait": return try Overview.clearWait(session, user: operand("user"))
        case "disable": return try Overview.restrict(session, user: operand("user"), ["disabled": true])
        case "enable": return try Overview.restrict(session, user: operand("user"), ["disabled": false])
        case "expire":
            guard rest.count == 2, let moment = Words.moment(rest[1]) else {
                throw .usage("expire takes a user and YYYY-MM-DD, 'YYYY-MM-DD HH:MM' or never")
            }
            return try Overview.restrict(session, user: rest[0], ["expiresWallTimeUSec": .integer(moment)])
        case "clear-alarm" where rest.isEmpty: return try Overview.clearAlarm(session)
        case "results" where rest.count <= 1: return try Overview.results(session, id: rest.first)
        case "study": return try StudyCommand.run(session, rest, arguments)
        case "audit" where rest == ["head"]: return try Audit.head(session)
        case "audit" where rest == ["key"]: return try Audit.key(session)
        case "audit" where rest.first == "verify" && rest.count <= 2:
            return try Audit.verify(session, head: rest.dropFirst().first)
        case "audit": throw .usage("audit takes head, key, verify or verify HEAD")
        case "redeem":
            var request = texts(arguments, "audience", "nonce", "key")
            request["token"] = .string(try operand("token"))
            return try Tokens.redeem(session, request)
        case "keys" where rest == ["rotate"]: return try Tokens.rotate(session, atOnce: false)
        case "keys" where rest == ["revoke"]: return try Tokens.rotate(session, atOnce: true)
        case "keys" where !rest.isEmpty:
            throw .usage("keys takes rotate, revoke or nothing, not \(rest.joined(separator: " "))")
        case "calibrate":
            guard rest.count <= 1 else { throw .usage("calibrate takes one panel, not also \(rest[1])") }
            return try calibrate(arguments, session, rest.first)
        case "lock" where rest.count <= 1: return try Management.lock(session, rest.first)
        case "bundle": return try Bundle.run(session, to: operand("file"))
        case "watch" where arguments.has("unheard"):
            guard rest.isEmpty else { throw .usage("--unheard goes with watch alone, not with \(rest[0])") }
            return try Overview.unheard(session)
        case "watch" where rest.count <= 1: return try Overview.watch(session, what: rest.first ?? "results")
        case "lock": throw .usage("lock takes seconds or off")
        case "results", "watch": throw .usage("unexpected argument \(rest[1])")
        default: guard rest.isEmpty else { throw .usage("unexpected argument \(rest[0])") }
        }
        switch command {
        case "doctor": return Doctor.run(session)
        case "scenes": return try Scenes.list(session)
        case "reload": return try Management.reload(session)
        case "pin": return try Pin.run(session, to: arguments["output"] ?? Pin.standardPath)
        case "stats": return try Management.statistics(session)
        case "status": return try Overview.status(session)
        case "devices" where arguments.has("explain"): return try Overview.explain(session)
        case "devices": return try Overview.devices(session)
        case "users": return try Overview.users(session)
        case "keys": return try Tokens.keys(session)
        case "captcha":
            return try interaction.captcha(
                given: arguments.number("given", in: 0.0...1), action: arguments["action"],
                attempts: arguments.number("attempts", in: 1...10))
        case "gesture":
            return try interaction.gesture(
                action: arguments["action"], attempts: arguments.number("attempts", in: 1...10))
        default: throw .usage("unknown command \(command)")
        }
    }

    private static func calibrate(
        _ arguments: Arguments, _ session: Session, _ panel: String?
    ) throws(ControlError) -> ExitStatus {
        let ways = ["confirm", "reset", "export"].filter(arguments.has)
        guard ways.count <= 1 else { throw .usage("--\(ways[0]) and --\(ways[1]) do not go together") }
        switch ways.first {
        case "confirm":
            guard panel == nil else { throw .usage("--confirm takes no panel: only one can be on trial") }
            return try Calibration.confirm(session)
        case "reset": return try Calibration.reset(session, panel: panel)
        case "export": return try Calibration.export(session, panel: panel)
        default:
            let targets = arguments["targets"]
            guard targets.map(["5", "9"].contains) ?? true else {
                throw .usage("--targets takes 5 or 9, not \(targets ?? "")")
            }
            return try Calibration.run(session, panel: panel, targets: targets.flatMap { Int64($0) })
        }
    }

    /// `touchctl unlock --pam`: the user comes from PAM; the way to the daemon never comes from the environment, which
    /// users can have a say in.
    private static func runForPAM(
        _ arguments: Arguments, _ output: @escaping (String) -> Void
    ) throws(ControlError) -> ExitStatus {
        guard arguments.operands == ["unlock"] else { throw .usage("--pam goes with unlock alone, without a user") }
        let known = ["pam", "socket", "attempts", "timeout", "silence"]
        if let other = arguments.options.first(where: { !known.contains($0.name) }) {
            throw .usage("--\(other.name) does not go with --pam")
        }
        let request = try PAMRequest { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
        return try request.run(
            Session(
                socket: arguments["socket"] ?? defaultSocket, isJSON: false,
                silenceMilliseconds: try silence(arguments), output: output),
            attempts: try arguments.number("attempts", in: 1...20),
            timeout: try arguments.number("timeout", in: 1.0...600).map { Int64($0 * 1_000_000) })
    }

    private static func secret(_ text: String?) throws(ControlError) -> String? {
        guard let text else { return nil }
        guard ["pattern", "pin"].contains(text) else { throw .usage("--secret takes pattern or pin, not \(text)") }
        return text
    }

    private static func silence(_ arguments: Arguments) throws(ControlError) -> Int {
        let seconds = try arguments.number("silence", in: 0.1...600)
        return seconds.map { Int($0 * 1_000) } ?? Session.standardSilenceMilliseconds
    }

    /// The options that are given, as members of a call.
    private static func texts(_ arguments: Arguments, _ names: String...) -> JSONObject {
        JSONObject(names.map { name in (name, arguments[name].map { .string($0) }) })
    }

    private static func frame(_ text: String?) throws(ControlError) -> [Double]? {
        guard let text else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), text.split(separator: ",").count == 4 else {
            throw .usage("--frame takes X,Y,WIDTH,HEIGHT, not \(text)")
        }
        return numbers
    }
}
