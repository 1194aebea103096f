internal import Arguments

/// The options of each command of `touchctl`; all accept `--help` and `--version`.
enum CommandOptions {
    /// Names of options by command.
    static let taken: [String: [String]] = {
        var taken = ["demo": ["socket", "silence", "arrows"]]
        for (command, options) in daemon { taken[command] = ["socket", "json"] + options }
        return taken
    }()

    /// Commands that call the daemon, and their options besides its socket and the output format.
    private static let daemon: [String: [String]] = [
        "status": [], "scenes": [], "dismiss": [], "doctor": ["icinga", "ignore"], "devices": ["explain"], "users": [],
        "results": [],
        "watch": ["ignored", "silence"],
        "stats": [],
        "enroll": drawing + ["draw", "duress", "secret"],
        "remove": drawing + ["draw"],
        "recover": drawing + ["secret"],
        "unlock": drawing + ["secret", "attempts", "audience", "nonce", "pam"],
        "captcha": drawing + ["attempts", "audience", "nonce", "action", "target"],
        "study": ["rounds", "to", "silence"],
        "gesture": drawing + ["attempts", "audience", "nonce", "action"],
        "redeem": ["audience", "nonce", "key"],
        "calibrate": ["targets", "confirm", "reset", "export", "silence"],
        "align": ["targets", "tolerance", "silence"],
        "clear-wait": [], "disable": [], "enable": [], "expire": [], "recovery-key": [], "clear-alarm": [],
        "keys": [], "audit": [], "clean": [], "drain": [], "reload": [], "bundle": [], "pin": ["output"],
    ]

    /// Options of commands that wait for a person.
    private static let drawing = ["frame", "timeout", "on-screen", "prompt", "silence"]

    /// Options that exclude others.
    private static let exclusions: [String: [String]] = [
        "confirm": ["targets"], "reset": ["targets"], "export": ["targets"], "on-screen": ["frame"],
        "icinga": ["json"],
    ]

    /// The command; throws if it does not accept a given option.
    ///
    /// - Throws: ``ControlError/usage(_:)``, also if there is no such command.
    static func command(of arguments: Arguments) throws(ControlError) -> String {
        guard let command = arguments.operands.first else { throw .usage("missing command") }
        guard let known = taken[command] else {
            // Their options are those of another program, which reads them from the whole command line.
            if OtherProgram(command) != nil { throw .usage("\(command) must be the first word after touchctl") }
            throw .usage("unknown command \(command)")
        }
        for (option, _) in arguments.options {
            guard known.contains(option) else {
                throw .usage("--\(option) cannot be used with \(command)")
            }
            if let other = exclusions[option]?.first(where: arguments.has) {
                throw .usage("--\(other) cannot be used with --\(option)")
            }
            if command == "remove", drawing.contains(option), !arguments.has("draw") {
                throw .usage("remove takes --\(option) only together with --draw")
            }
        }
        return command
    }
}
