internal import Arguments
internal import TouchCore

extension ControlTable {
    private static let anySecret = SecretScheme.anyName

    /// Commands that other programs carry out, which explain them.
    static let panels = [
        other(.dump, "dump", "[DEVICE…]", "Show touch panels and live touches until interrupted.", "--seconds 5"),
        other(.dump, "measure", "[DEVICE…|RECORDING]", "Watch a panel and propose settings.", "event5"),
    ]
    static let fleet = [
        other(.fleet, "fleet", "…", "Show and command the kiosks of a fleet (package touchd-fleet).", "status")
    ]
    static let tools = [
        other(.tools, "plot", "TRACE -o OUT.png", "Draw a trace or a recording.", "trace.jsonl -o trace.png"),
        other(.tools, "convert", "RECORDING… --to FORMAT", "Convert a recording of a panel.", "panel.evemu --to json"),
        other(.tools, "replay", "RECORDING…", "Play a recording, and print a trace.", "panel.evemu"),
        other(.tools, "image", "import|check|puzzle|edit …", "Make pictures for captchas.", "check pictures"),
    ]

    private static func other(
        _ program: Companion, _ name: String, _ form: String, _ text: String, _ operands: String
    ) -> CommandTable.Command {
        let needs = program == .tools ? " Needs the package touchd-tools." : ""
        return .init(name, [form], text + needs, example: "\(name) \(operands)", by: program)
    }

    static let choices: [CommandTable.Choice] = [
        .init(
            "socket", "s", "PATH",
            "socket of the daemon (default \(ControlProgram.defaultSocket), or \(ControlProgram.monitorSocket) for group "
                + "touchd-monitor, or $TOUCHD_SOCKET)"),
        .init("json", "j", nil, "print the daemon's replies, one JSON object per line"),
        .init(
            "secret", nil, "KIND", "\(SecretScheme.anyWord) (default: what USER has, or the first)"),
        .init("draw", nil, nil, "enter the current \(anySecret) first, instead of acting as an administrator"),
        .init("duress", nil, nil, "the \(anySecret) to enter under duress; implies --draw"),
        .init("frame", nil, "X,Y,W,H", "frame of the widget, in pixels of the view"),
        .init("attempts", nil, "N", "allowed attempts: 1…20 for secrets, or 1…10 for captchas"),
        .init("timeout", nil, "SECONDS", "how long to wait for a person, 1…600"),
        .init(
            "silence", nil, "SECONDS",
            "how long to wait for the next reply of the daemon, 0.1…600 (default 45); it sends a keep-alive every 15 s"),
        .init("audience", nil, "TEXT", "audience of the token; redeem: the expected one"),
        .init("nonce", nil, "TEXT", "your own text in the token; redeem: the expected one"),
        .init("action", nil, "TEXT", "what a solved captcha is for; part of its token"),
        .init("on-screen", nil, nil, "let the front end that serves the screen show the widget"),
        .init("prompt", nil, "TEXT", "text that the front end shows with it"),
        .init("key", nil, "TEXT", "your name for this request; repeating it repeats the reply"),
        .init("rounds", nil, "N", "rounds per visit, 1…200 (default 10)"),
        .init("to", nil, "FILE", "file that gets a line for each round"),
        .init("target", nil, "PART", "target of the captcha, 0…1 of the way (a demonstration, proves nothing)"),
        .init("pam", nil, nil, "pam_exec sets the user"),
        .init("arrows", nil, nil, "show the direction of each line of the pattern, which others can read, too"),
        .init("explain", nil, nil, "why each input device is a touch panel or not"),
        .init("icinga", nil, nil, "one line with figures, for Icinga, Nagios and others"),
        .init("ignore", nil, "CODE,...", "findings that are known and accepted"),
        .init("ignored", nil, nil, "touches that no widget received, and why"),
        .init("targets", nil, "N", "number of targets, 5 or 9"),
        .init("tolerance", nil, "MM", "how far off a touch may land, 1…50 mm (default 5)"),
        .init("confirm", nil, nil, "keep the calibration on trial"),
        .init("reset", nil, nil, "remove the stored calibration"),
        .init("export", nil, nil, "print the stored calibration as a udev rule"),
        .init("output", "o", "PATH", "the file; - is standard output"),
    ]
}
