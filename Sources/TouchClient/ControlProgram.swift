internal import Arguments
internal import Glibc
internal import Journal
internal import StrictJSON
internal import TouchCore

/// The command line of `touchctl`.
package enum ControlProgram {
    private static let help = """
        Usage: touchctl [OPTION…] COMMAND
        Sends requests to touchd, and converts, replays and plots recordings.

        Commands:
          status                state of the daemon
          scenes                scenes on screen and their owners (administrators)
          dismiss SCENE         take a scene off the screen: your own, or any (administrators)
          doctor                find what is wrong with this kiosk and how to fix it: exit status 0 nothing, 1 warnings,
                                2 errors; --icinga: one line and figures, 3 if it could not tell
          devices [--explain]   touch panels in use; --explain: why each input device is one or not
          users                 users with a pattern or PIN
          enroll USER           set a new pattern or PIN for USER, twice (administrators; any user with --draw)
          unlock USER           enter the pattern or PIN of USER
          demo USER             the same with a drawn screen in the terminal and more to touch
          unlock --pam          the same for pam_exec, which sets the user; see docs/pam.md
          remove USER           remove the pattern and the PIN of USER (administrators; any user with --draw)
          clear-wait USER       clear the failed attempts of USER and the wait (administrators)
          disable USER          refuse every unlock of USER (administrators)
          enable USER           allow unlocks of USER again (administrators)
          expire USER DATE      let pattern and PIN of USER expire at YYYY-MM-DD [HH:MM], or never (administrators)
          clear-alarm           acknowledge an alarm of the vault (administrators)
          recovery-key USER     create a recovery key for USER and show it once (administrators)
          recover USER          read the recovery key from standard input, then set a new pattern or PIN, twice
          captcha               solve a slide captcha; a demonstration with --given (administrators)
          gesture               tap and hold as the terminal says: a captcha for people who cannot see or drag
          study captcha|gesture|pattern
                                measure consenting people on this kiosk, into --to FILE (administrators)
          study report FILE...  solve rates, times and proposed settings from a study
          results [ID]          stored results: your own, or all (administrators)
          watch [results|devices]
                                print results or panel changes as they happen, until interrupted
          watch --unheard       every touch that no widget received, and why, until interrupted (administrators)
          calibrate [PANEL]     calibrate on five targets (nine: --targets 9) that the front end shows; kept if the last
                                target is touched within 15 s (administrators)
          calibrate --confirm   keep the calibration on trial
          calibrate --reset [PANEL]
                                remove the stored calibration
          calibrate --export [PANEL]
                                print the stored calibration as a udev rule
          align [PANEL]         touch marks that the front end shows, and see how far off touches land: exit status 1
                                if by more than --tolerance (administrators)
          lock [SECONDS|off]    ignore touches for cleaning, for 1…\(TimeLimit.cleaning.wholeSeconds.upperBound) s (default 30); ends early with off or when one
                                finger is held still for 5 s (administrators)
          pin [-o FILE]         accept only the panels connected now: writes pinned-panels= to
                                \(Pin.standardPath)
          reload                reload the configuration and print what changed (administrators)
          stats                 frame latencies and counters (administrators, backends)
          fleet …               kiosks of a fleet, on NATS servers; see touchctl fleet --help (package touchd-fleet)
          bundle FILE.tar.gz|FILE.tar.zst
                                collect everything for a bug report, without secrets (administrators)
          audit head            head of the chain of results; store it outside the kiosk
          audit key             public key that signs heads and checkpoints
          audit verify [HEAD]   check that no result was changed, up to a stored HEAD: exit status 1 if one was
          redeem TOKEN          redeem the token of an unlock or captcha: exit status 0 once
          keys                  public keys of tokens, as a JWK set
          keys rotate|revoke    sign with a new key; revoke: older tokens become invalid at once (administrators)
        \(LocalCommands.help)

        Options:
          -s, --socket PATH     socket of the daemon (default \(defaultSocket), or
                                \(monitorSocket) for group touchd-monitor, or $TOUCHD_SOCKET)
          -j, --json            print the daemon's replies, one JSON object per line
              --secret KIND     enroll, unlock, recover: pattern or pin (default: what USER has, or a pattern)
              --draw            enroll, remove: enter the current pattern or PIN first
              --duress          enroll: the pattern or PIN to enter under duress; implies --draw
              --frame X,Y,W,H   frame of the widget of enroll, unlock, captcha and gesture, in view pixels
              --attempts N      allowed attempts: 1…20 drawings or PINs, or 1…10 for captchas
              --timeout SECONDS how long to wait for a person, 1…600
              --silence SECONDS how long to wait for the next reply of the daemon, 0.1…600 (default 45)
              --audience TEXT   audience of the token of unlock or captcha; redeem: the expected one
              --nonce TEXT      your own text in the token; redeem: the expected one
              --action TEXT     what a solved captcha is for; part of its token
              --on-screen       let the front end that serves the screen show the widget
              --prompt TEXT     text that the front end shows with it
              --key TEXT        redeem: your name for this request; repeating it repeats the reply
              --rounds N        study: rounds per visit, 1…200 (default 10)
              --to FILE         study: file that gets a line for each round
              --given PART      target of the captcha, 0…1 of the way (a demonstration, proves nothing)
              --pam             unlock: pam_exec sets the user
              --arrows          demo: show the direction of each line of the pattern
              --explain         devices: why each input device is a touch panel or not
              --icinga          doctor: one line with figures, for Icinga, Nagios and others
              --ignore CODE,... doctor: findings that are known and accepted
              --unheard         watch: touches that no widget received, and why
              --targets N       calibrate, align: number of targets, 5 or 9
              --tolerance MM    align: how far off a touch may land, 1…50 mm (default 5)
              --confirm         calibrate: keep the calibration on trial
              --reset           calibrate: remove the stored calibration
              --export          calibrate: print the stored calibration as a udev rule
        \(LocalCommands.optionHelp)
          -h, --help            print this text
          -V, --version         print the version

        Exit status: 0 passed or done, 1 refused (wrong, missed, cancelled, expired, not allowed), 2 wrong usage,
        3 could not run (no daemon, no reply, no panel, or another error). doctor: 0 fine, 1 warnings, 2 errors,
        3 (--icinga) could not tell.

        """

    /// The default socket of the daemon.
    package static let defaultSocket = "/run/touchd/touchd.sock"
    /// Its socket for processes that may only read.
    static let monitorSocket = "/run/touchd/monitor.sock"

    /// The socket that this user may open; the default socket if there is none.
    private static var openSocket: String {
        guard unsafe access(defaultSocket, W_OK) != 0, errno == EACCES, unsafe access(monitorSocket, W_OK) == 0 else {
            return defaultSocket
        }
        return monitorSocket
    }

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
            Option("tolerance", value: .required),
            Option("explain"), Option("arrows"), Option("unheard"), Option("icinga"),
            Option("ignore", value: .required),
            Option("help", "h"), Option("version", "V"),
        ] + LocalCommands.options

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - words: the command line, program first.
    ///   - output: receives the output.
    ///   - complaint: receives errors, a line without its end.
    /// - Returns: the exit status.
    package static func run(
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
            socket: arguments["socket"] ?? environment ?? openSocket, isJSON: arguments.has("json"),
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
            timeout: try arguments.number("timeout", in: TimeLimit.answer.seconds).map { Int64($0 * 1_000_000) },
            binding: texts(arguments, "audience", "nonce"), isOnScreen: arguments.has("on-screen"),
            prompt: arguments["prompt"], secret: try secret(arguments["secret"]))
        switch command {
        case "enroll":
            return try interaction.enroll(
                operand("user"), draws: arguments.has("draw") || arguments.has("duress"),
                isForDuress: arguments.has("duress"))
        case "remove" where arguments.has("draw"): return try interaction.remove(operand("user"))
        case "unlock":
            return try interaction.unlock(
                operand("user"), attempts: arguments.number("attempts", in: AttemptLimit.unlock))
        case "remove": return try Overview.remove(session, user: operand("user"))
        case "recovery-key": return try Overview.recoveryKey(session, user: operand("user"))
        case "demo":
            let user = try operand("user")
            guard isatty(STDOUT_FILENO) == 1 else { throw .usage("demo: stdout is not a terminal") }
            return try Demo.run(session, user: user, hasArrows: arguments.has("arrows"))
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
            guard rest.count <= 1 else { throw .usage("calibrate takes one panel: unexpected argument \(rest[1])") }
            return try calibrate(arguments, session, rest.first)
        case "align":
            guard rest.count <= 1 else { throw .usage("align takes one panel: unexpected argument \(rest[1])") }
            let tolerance = try arguments.number("tolerance", in: 1.0...50) ?? AlignCommand.standardTolerance
            return try AlignCommand(session: session, tolerance: tolerance).run(
                panel: rest.first, targets: try targets(arguments))
        case "lock" where rest.count <= 1: return try Management.lock(session, rest.first)
        case "bundle": return try Bundle.run(session, to: operand("file"))
        case "watch" where arguments.has("unheard"):
            guard rest.isEmpty else { throw .usage("--unheard cannot be used with watch \(rest[0])") }
            return try Overview.unheard(session)
        case "watch" where rest.count <= 1: return try Overview.watch(session, what: rest.first ?? "results")
        case "lock": throw .usage("lock takes seconds or off")
        case "results", "watch": throw .usage("unexpected argument \(rest[1])")
        default: guard rest.isEmpty else { throw .usage("unexpected argument \(rest[0])") }
        }
        switch command {
        case "doctor":
            return Doctor.run(
                session, ignoring: try Doctor.codes(arguments["ignore"]), isOneLine: arguments.has("icinga"))
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
                attempts: arguments.number("attempts", in: AttemptLimit.captcha))
        case "gesture":
            return try interaction.gesture(
                action: arguments["action"], attempts: arguments.number("attempts", in: AttemptLimit.captcha))
        default: throw .usage("unknown command \(command)")
        }
    }

    private static func calibrate(
        _ arguments: Arguments, _ session: Session, _ panel: String?
    ) throws(ControlError) -> ExitStatus {
        let ways = ["confirm", "reset", "export"].filter(arguments.has)
        guard ways.count <= 1 else { throw .usage("--\(ways[0]) cannot be used with --\(ways[1])") }
        switch ways.first {
        case "confirm":
            guard panel == nil else { throw .usage("--confirm takes no panel: only one calibration can be on trial") }
            return try CalibrateCommand.confirm(session)
        case "reset": return try CalibrateCommand.reset(session, panel: panel)
        case "export": return try CalibrateCommand.export(session, panel: panel)
        default:
            return try CalibrateCommand.run(session, panel: panel, targets: try targets(arguments))
        }
    }

    private static func targets(_ arguments: Arguments) throws(ControlError) -> Int64? {
        guard let text = arguments["targets"] else { return nil }
        guard ["5", "9"].contains(text) else { throw .usage("--targets takes 5 or 9, not \(text)") }
        return Int64(text)
    }

    /// `touchctl unlock --pam`: the user comes from PAM; the daemon's address never comes from the environment, which
    /// users may influence.
    private static func runForPAM(
        _ arguments: Arguments, _ output: @escaping (String) -> Void
    ) throws(ControlError) -> ExitStatus {
        guard arguments.operands == ["unlock"] else { throw .usage("--pam takes the command unlock without a user") }
        let known = ["pam", "socket", "attempts", "timeout", "silence"]
        if let other = arguments.options.first(where: { !known.contains($0.name) }) {
            throw .usage("--\(other.name) cannot be used with --pam")
        }
        let request = try PAMRequest { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
        return try request.run(
            Session(
                socket: arguments["socket"] ?? defaultSocket, isJSON: false,
                silenceMilliseconds: try silence(arguments), output: output),
            attempts: try arguments.number("attempts", in: AttemptLimit.unlock),
            timeout: try arguments.number("timeout", in: TimeLimit.answer.seconds).map { Int64($0 * 1_000_000) })
    }

    private static func secret(_ text: String?) throws(ControlError) -> SecretKind? {
        guard let text else { return nil }
        guard let kind = SecretKind(rawValue: text) else {
            let known = SecretKind.allCases.map(\.rawValue).joined(separator: " or ")
            throw .usage("--secret takes \(known), not \(text)")
        }
        return kind
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
