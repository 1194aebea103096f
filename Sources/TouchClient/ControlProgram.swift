package import Arguments
internal import Glibc
internal import StrictJSON
internal import TouchCore
internal import TouchModels

/// The command line of `touchctl`.
package enum ControlProgram {
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

    static let options = [
        Option("socket", "s", value: .required), Option("json", "j"), Option("frame", value: .required),
        Option("attempts", value: .required), Option("timeout", value: .required),
        Option("silence", value: .required),
        Option("target", value: .required),
        Option("audience", value: .required), Option("nonce", value: .required), Option("action", value: .required),
        Option("key", value: .required), Option("on-screen"), Option("prompt", value: .required), Option("pam"),
        Option("draw"), Option("duress"), Option("secret", value: .required), Option("rounds", value: .required),
        Option("to", value: .required),
        Option("confirm"), Option("reset"), Option("export"), Option("targets", value: .required),
        Option("tolerance", value: .required),
        Option("explain"), Option("arrows"), Option("ignored"), Option("icinga"),
        Option("ignore", value: .required),
        Option("output", "o", value: .required), Option("help", "h"), Option("version", "V"),
    ]

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - words: the command line, program first.
    ///   - output: receives the output.
    ///   - complaint: receives errors, a line without its end.
    /// - Returns: the exit status.
    package static func run(
        _ words: [String], output: @escaping (String) -> Void, complaint: @escaping (String) -> Void
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
            return try run(arguments, output) { complaint("touchctl: \($0)".onOneLine) }
        } catch {
            complaint("touchctl: \(error)".onOneLine)
            return error.status
        }
    }

    private static func run(
        _ arguments: Arguments, _ output: @escaping (String) -> Void, _ complaint: @escaping (String) -> Void
    ) throws(ControlError) -> ExitStatus {
        if arguments.has("pam") { return try runForPAM(arguments, output) }
        let command = try CommandOptions.command(of: arguments)
        let environment = unsafe getenv("TOUCHD_SOCKET").map { unsafe String(cString: $0) }
        let session = Session(
            socket: arguments["socket"] ?? environment ?? openSocket, isJSON: arguments.has("json"),
            silence: try silence(arguments), output: output)
        let rest = Array(arguments.operands.dropFirst())
        func operand(_ name: String) throws(ControlError) -> String {
            guard rest.count == 1 else { throw .usage("\(command) takes one \(name)") }
            return rest[0]
        }
        let interaction = Interaction(
            session: session, frame: try frame(arguments["frame"]),
            timeout: try arguments.amount("timeout", in: TimeLimit.answer.seconds).map(Interval.init(seconds:)),
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
                operand("user"), attempts: arguments.amount("attempts", in: AttemptLimit.unlock))
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
            let end: JSONObject =
                moment == .never ? ["neverExpires": true] : ["expiresWallTimeUSec": .integer(moment.microseconds)]
            return try Overview.restrict(session, user: rest[0], end)
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
            let tolerance = try arguments.amount("tolerance", in: 1.0...50) ?? AlignCommand.standardTolerance
            return try AlignCommand(session: session, tolerance: tolerance).run(
                panel: rest.first, targets: try targets(arguments))
        case "clean" where rest.count <= 1: return try Management.clean(session, rest.first)
        case "drain" where rest.count <= 1: return try Management.drain(session, rest.first)
        case "bundle": return try Bundle.run(session, to: operand("file"))
        case "watch" where arguments.has("ignored"):
            guard rest.isEmpty else { throw .usage("--ignored cannot be used with watch \(rest[0])") }
            return try Overview.unheard(session)
        case "watch" where rest.count <= 1: return try Overview.watch(session, what: rest.first ?? "results")
        case "clean": throw .usage("clean takes seconds or off")
        case "drain": throw .usage("drain takes seconds")
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
                target: arguments.amount("target", in: 0.0...1), action: arguments["action"],
                attempts: arguments.amount("attempts", in: AttemptLimit.captcha))
        case "gesture":
            return try interaction.gesture(
                action: arguments["action"], attempts: arguments.amount("attempts", in: AttemptLimit.captcha))
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
                silence: try silence(arguments), output: output),
            attempts: try arguments.amount("attempts", in: AttemptLimit.unlock),
            timeout: try arguments.amount("timeout", in: TimeLimit.answer.seconds).map(Interval.init(seconds:)))
    }

    private static func secret(_ text: String?) throws(ControlError) -> SecretScheme? {
        guard let text else { return nil }
        let known = ModelCatalog.secrets
        guard let secret = known.first(where: { $0.kind.description == text }) else {
            let words = known.map(\.kind.description).joined(separator: " or ")
            throw .usage("--secret takes \(words), not \(text)")
        }
        return secret
    }

    private static func silence(_ arguments: Arguments) throws(ControlError) -> Interval {
        let seconds = try arguments.amount("silence", in: 0.1...600)
        return seconds.map { .milliseconds(Int64($0 * 1_000)) } ?? Session.standardSilence
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

extension Arguments {
    /// The number in an option; with an integer range an integer.
    fileprivate func amount<Number: Comparable & LosslessStringConvertible>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(ControlError) -> Number? {
        try ControlError.from { () throws(CommandError) in try number(name, in: range) }
    }
}
