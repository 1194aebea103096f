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

    /// Replaces this program by the one that carries out, or explains, the command; returns the error, or nil if
    /// touchctl carries it out itself.
    package static func become(_ words: [String]) -> String? {
        let isHelp = words.dropFirst().first == "help"
        let rest = words.dropFirst(isHelp ? 2 : 1)
        guard let name = rest.first, let other = companion(name) else { return nil }
        // One that also has other commands needs this one's name.
        let own = other == .fleet ? [other.name] + rest.dropFirst() : ["touchctl"] + rest
        return "touchctl: \(other.become(own + (isHelp ? ["--help"] : [])))"
    }

    private static func companion(_ command: String) -> Companion? {
        ControlTable.table.commands.first { $0.name == command }?.companion
    }

    /// Runs the program; `complaint` receives errors, each a line without its end.
    package static func run(
        _ words: [String], output: @escaping (String) -> Void, complaint: @escaping (String) -> Void
    ) -> ExitStatus {
        CommandFrame(words, ControlTable.table).run(output: output, complaint: complaint) {
            command, arguments, _ throws(CommandError) in try run(command, arguments, output)
        }
    }

    private static func run(
        _ command: String, _ arguments: Arguments, _ output: @escaping (String) -> Void
    ) throws(CommandError) -> ExitStatus {
        // Their options are those of another program, which reads them from the whole command line.
        if companion(command) != nil { throw .usage("\(command) must be the first word after touchctl") }
        if arguments.has("pam") { return try runForPAM(arguments, output) }
        try ControlTable.expectNoContradiction(command, arguments)
        let environment = unsafe getenv("TOUCHD_SOCKET").map { unsafe String(cString: $0) }
        let session = Session(
            socket: arguments["socket"] ?? environment ?? openSocket, isJSON: arguments.has("json"),
            silence: try silence(arguments), output: output)
        let rest = Array(arguments.operands.dropFirst())
        let interaction = Interaction(
            session: session, frame: try frame(arguments["frame"]),
            timeout: try arguments.number("timeout", in: TimeLimit.answer.seconds).map(Interval.init(seconds:)),
            binding: texts(arguments, "audience", "nonce", "action"), isOnScreen: arguments.has("on-screen"),
            prompt: arguments["prompt"], secret: try secret(arguments["secret"]))
        switch command {
        case "status": return try Overview.status(session)
        case "doctor":
            return Doctor.run(
                session, ignoring: try Doctor.codes(arguments["ignore"]), isOneLine: arguments.has("icinga"))
        case "scenes": return try Overview.scenes(session)
        case "dismiss":
            return try session.run("io.touchd.scene.Dismiss", ["scene": .string(rest[0])]) { _ in "scene dismissed\n" }
        case "devices" where arguments.has("explain"): return try Overview.explain(session)
        case "devices": return try Overview.devices(session)
        case "stats": return try Management.statistics(session)
        case "reload": return try Management.reload(session)
        case "clean": return try Management.clean(session, rest.first)
        case "drain": return try Management.drain(session, rest.first)
        case "pin": return try Management.pin(session, to: arguments["output"] ?? Management.pinnedPath)
        case "bundle": return try Bundle.run(session, to: rest[0])
        case "calibrate": return try calibrate(arguments, session, rest.first)
        case "align":
            let tolerance = try arguments.number("tolerance", in: 1.0...50) ?? AlignCommand.standardTolerance
            return try AlignCommand(session: session, tolerance: tolerance)
                .run(panel: rest.first, targets: targets(arguments))
        case "watch" where arguments.has("ignored"):
            guard rest.isEmpty else { throw .usage("--ignored cannot be used with watch \(rest[0])") }
            return try Overview.unheard(session)
        case "watch": return try Overview.watch(session, what: rest.first ?? "results")
        case "results": return try Overview.results(session, id: rest.first)
        case "audit": return try audit(session, rest)
        case "clear-alarm":
            return try session.run("io.touchd.manage.ClearAlarm") { _ in
                "alarm cleared; users it locked need a new enrollment or a recovery key\n"
            }
        case "keys": return try keys(session, rest.first)
        case "redeem":
            var request = texts(arguments, "audience", "nonce", "key")
            request["token"] = .string(rest[0])
            return try Management.redeem(session, request)
        case "captcha":
            return try interaction.captcha(
                target: arguments.number("target", in: 0.0...1),
                attempts: arguments.number("attempts", in: AttemptLimit.captcha))
        case _ where ModelCatalog.rhythms.contains { $0.kind == command }:
            return try interaction.rhythm(command, attempts: arguments.number("attempts", in: AttemptLimit.captcha))
        case "users": return try Overview.users(session)
        case "study": return try StudyCommand.run(session, rest, arguments)
        case "enroll":
            let (draws, isForDuress) = (arguments.has("draw"), arguments.has("duress"))
            return try interaction.enroll(rest[0], draws: draws || isForDuress, isForDuress: isForDuress)
        case "remove" where arguments.has("draw"): return try interaction.remove(rest[0])
        case "remove": return try Overview.remove(session, user: rest[0])
        case "unlock":
            guard let user = rest.first else { throw .usage("unlock takes USER, or --pam") }
            return try interaction.unlock(user, attempts: arguments.number("attempts", in: AttemptLimit.unlock))
        case "demo":
            guard isatty(STDOUT_FILENO) == 1 else { throw .file("demo: standard output is not a terminal") }
            return try Demo.run(session, user: rest[0], hasArrows: arguments.has("arrows"))
        case "recover": return try interaction.recover(rest[0])
        case "recovery-key":
            return try session.run("io.touchd.unlock.MakeRecoveryKey", ["user": .string(rest[0])]) { reply in
                "\(reply.text("key") ?? "?")\nWrite it down: it is not shown again.\n"
            }
        case "clear-wait":
            return try session.run("io.touchd.unlock.ClearWait", ["user": .string(rest[0])]) { _ in
                "failed attempts of \(rest[0]) cleared\n"
            }
        case "disable": return try Overview.restrict(session, user: rest[0], ["disabled": true])
        case "enable": return try Overview.restrict(session, user: rest[0], ["disabled": false])
        case "expire":
            guard let moment = Words.moment(rest[1]) else {
                throw .usage("expire takes a user and YYYY-MM-DD, 'YYYY-MM-DD HH:MM' or never")
            }
            let end: JSONObject =
                moment == .never ? ["neverExpires": true] : ["expiresWallTimeUSec": .integer(moment.microseconds)]
            return try Overview.restrict(session, user: rest[0], end)
        default: preconditionFailure("\(command) is in the table, and nothing carries it out")
        }
    }

    private static func audit(_ session: Session, _ rest: [String]) throws(CommandError) -> ExitStatus {
        switch (rest[0], rest.count) {
        case ("head", 1): return try session.run("io.touchd.result.Head") { "\($0.text("head") ?? "?")\n" }
        // The public key of heads and checkpoints.
        case ("key", 1):
            return try session.run("io.touchd.result.Head") { "\($0["key"]?.objectValue?.description ?? "?")\n" }
        case ("verify", _): return try Management.verify(session, head: rest.dropFirst().first)
        default: throw .usage("audit takes head, key, verify or verify HEAD")
        }
    }

    private static func keys(_ session: Session, _ change: String?) throws(CommandError) -> ExitStatus {
        switch change {
        // The JWK set unchanged, for a file read by JWT libraries.
        case nil: return try session.run("io.touchd.token.Keys") { "\($0["jwks"]?.description ?? "{}")\n" }
        case "rotate": return try Management.rotateKeys(session, atOnce: false)
        case "revoke": return try Management.rotateKeys(session, atOnce: true)
        case .some(let word): throw .usage("keys takes rotate, revoke or nothing, not \(word)")
        }
    }

    private static func calibrate(
        _ arguments: Arguments, _ session: Session, _ panel: String?
    ) throws(CommandError) -> ExitStatus {
        let ways = ["confirm", "reset", "export"].filter(arguments.has)
        switch ways.first {
        case "confirm":
            guard panel == nil else { throw .usage("--confirm takes no panel: only one calibration can be on trial") }
            return try session.run("io.touchd.calibration.Confirm") { _ in "calibration kept\n" }
        case "reset":
            return try session.run("io.touchd.calibration.Reset", ["panel": panel.map { .string($0) }]) { reply in
                let count = reply.whole("removed") ?? 0
                return count == 0 ? "no stored calibration\n" : "calibrations removed: \(count)\n"
            }
        case "export": return try CalibrateCommand.export(session, panel: panel)
        default: return try CalibrateCommand.run(session, panel: panel, targets: targets(arguments))
        }
    }

    private static func targets(_ arguments: Arguments) throws(CommandError) -> Int64? {
        guard let text = arguments["targets"] else { return nil }
        guard ["5", "9"].contains(text) else { throw .usage("--targets takes 5 or 9, not \(text)") }
        return Int64(text)
    }

    /// `touchctl unlock --pam`: the user comes from PAM; the daemon's address never comes from the environment, which
    /// users may influence.
    private static func runForPAM(
        _ arguments: Arguments, _ output: @escaping (String) -> Void
    ) throws(CommandError) -> ExitStatus {
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
            attempts: try arguments.number("attempts", in: AttemptLimit.unlock),
            timeout: try arguments.number("timeout", in: TimeLimit.answer.seconds).map(Interval.init(seconds:)))
    }

    private static func secret(_ text: String?) throws(CommandError) -> SecretScheme? {
        guard let text else { return nil }
        if let secret = ModelCatalog.secrets.first(where: { $0.kind.description == text }) { return secret }
        throw .usage("--secret takes \(SecretScheme.anyWord), not \(text)")
    }

    private static func silence(_ arguments: Arguments) throws(CommandError) -> Interval {
        let seconds = try arguments.number("silence", in: 0.1...600)
        return seconds.map { .milliseconds(Int64($0 * 1_000)) } ?? Session.standardSilence
    }

    private static func texts(_ arguments: Arguments, _ names: String...) -> JSONObject {
        JSONObject(names.map { name in (name, arguments[name].map { .string($0) }) })
    }

    private static func frame(_ text: String?) throws(CommandError) -> [Double]? {
        guard let text else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), text.split(separator: ",").count == 4 else {
            throw .usage("--frame takes X,Y,WIDTH,HEIGHT, not \(text)")
        }
        return numbers
    }
}
