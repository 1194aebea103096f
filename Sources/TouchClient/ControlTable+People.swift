internal import Arguments
internal import TouchCore
internal import TouchModels

extension ControlTable {
    private static let anySecret = SecretScheme.anyName

    static let administrator: [CommandTable.Command] = [
        .init("users", options: session, "List who has a \(anySecret), and who has to wait."),
        .init(
            "enroll", ["USER"], operands: 1...1, options: session + drawing + ["secret", "draw", "duress"],
            "Enter a new \(anySecret) for USER, twice (administrators; any user with --draw).",
            "With --duress it is the one to enter under duress, which passes like the other, but is reported to those who see "
                + "all results.", example: "enroll anna --secret \(ModelCatalog.secrets[1].kind)"),
        .init(
            "remove", ["USER"], operands: 1...1, options: session + drawing + ["draw"],
            "Remove every \(anySecret) of USER (administrators; any user with --draw).", example: "remove anna"),
        ofUser("clear-wait", "Clear the failed attempts of USER and the resulting wait (administrators)."),
        ofUser("disable", "Refuse every unlock of USER, until enable (administrators)."),
        ofUser("enable", "Allow unlocks of USER again (administrators)."),
        .init(
            "expire", ["USER YYYY-MM-DD", "USER 'YYYY-MM-DD HH:MM'", "USER never"], operands: 2...2, options: session,
            "Make every secret of USER expire at a moment in local time, or never (administrators).",
            "From then on the user cannot unlock; an administrator or a recovery key sets a new secret.",
            example: "expire anna 2027-01-31"),
        ofUser("recovery-key", "Create a recovery key for USER and show it once (administrators)."),
        .init(
            "recover", ["USER"], operands: 1...1, options: session + drawing + ["secret"],
            "Enter a new \(anySecret) for USER with a recovery key, which is read from standard input.",
            "The key is 64 of the letters cbdefghijklnrtuv, in upper or lower case, with spaces and hyphens anywhere.",
            example: "recover anna <key.txt"),
        .init(
            "results", ["[ID]"], operands: 0...1, options: session,
            "List attempts and their outcomes: your own, or all for administrators; the newest thousand, or all with --json.",
            example: "results --json"),
        .init(
            "audit", ["head", "key", "verify [HEAD]"], operands: 1...2, options: session,
            "Show that no stored result was changed.",
            "head prints the head of the chain of results, to be stored outside the kiosk; key the public key that signs heads "
                + "and checkpoints (both with signature: --json). verify checks the chain, also up to a stored HEAD: exit status "
                + "1 if a result was changed, or if HEAD is older than the oldest stored result.",
            example: "audit verify"),
        .init(
            "clear-alarm", options: session,
            "Acknowledge an alarm of the vault; users that it locked stay locked (administrators)."),
        .init(
            "keys", ["", "rotate", "revoke"], operands: 0...1, options: session,
            "Print the public keys of tokens as a JWK set.",
            "rotate signs with a new key from now on; revoke also makes older tokens invalid at once (administrators).",
            example: "keys rotate"),
        .init(
            "reload", options: session,
            "Reload the configuration, and print what changed and which settings need a restart (administrators).",
            "Files with errors change nothing: every error is reported, and the exit status is 1."),
        .init(
            "scenes", options: session,
            "List what is on screen: the scene's id, user, widgets, whether it blocks other users' scenes, and how long it has "
                + "been there (administrators)."),
        .init(
            "dismiss", ["SCENE"], operands: 1...1, options: session,
            "Take a scene off the screen: one of your own, or any (administrators).", example: "dismiss s3"),
    ]

    private static func ofUser(_ name: String, _ text: String) -> CommandTable.Command {
        .init(name, ["USER"], operands: 1...1, options: session, text, example: "\(name) anna")
    }

    static let integrator = asking + rhythms + using

    /// The kinds of challenges, which are also commands.
    static let challenges = ["captcha"] + ModelCatalog.rhythms.map { $0.kind }

    private static let asking: [CommandTable.Command] = [
        .init(
            "unlock", ["USER", "--pam"], operands: 0...1,
            options: session + drawing + ["secret", "attempts", "audience", "nonce", "pam"],
            "Enter the \(anySecret) of USER, whichever the user has; if several, the first, or the one named by --secret.",
            "For others than administrators a user who has none is like one who enters a wrong one.",
            "With --pam it unlocks for pam_exec(8), which sets PAM_USER: on the screen of the front end that serves it, for "
                + "no remote login (PAM_RHOST) and no type but auth, and never at TOUCHD_SOCKET. See "
                + "/usr/share/doc/touchd-doc/pam.md.", example: "unlock anna --attempts 3"),
        .init(
            "captcha", options: session + drawing + ["attempts", "audience", "nonce", "action", "target"],
            "Solve a slide captcha; with --target it is a demonstration (administrators).",
            example: "captcha --on-screen"),
    ]

    private static let rhythms: [CommandTable.Command] = ModelCatalog.rhythms.map { model in
        .init(
            model.kind, options: session + drawing + ["attempts", "audience", "nonce", "action"],
            model.instruction, example: "\(model.kind) --attempts 2")
    }

    private static let using: [CommandTable.Command] = [
        .init(
            "redeem", ["TOKEN"], operands: 1...1, options: session + ["audience", "nonce", "key"],
            "Redeem the token of a passed unlock or captcha: exit status 0 only the first time.",
            example: "redeem TOKEN --audience shop"),
        .init(
            "demo", ["USER"], operands: 1...1, options: ["socket", "silence", "arrows"],
            "As unlock, with a full screen in the terminal: dots or a keypad, a slider, and a button to leave.",
            "Uses the language of the locale if the daemon has it. Exit status 1 when a user leaves the demo.",
            example: "demo anna --arrows"),
        .init(
            "study", ["\(challenges.joined(separator: "|")) --to FILE", "report FILE…"], operands: 1...1_000,
            options: ["socket", "rounds", "to", "silence"],
            "Measure how well consenting people solve captchas or gestures on this kiosk: a line for each round, without names "
                + "or finger positions (administrators).",
            "The page study.html shows the rounds to a person who agrees; until then, the command waits. report "
                + "prints solve rates with Wilson intervals, times, what was refused, and proposed settings. See "
                + "/usr/share/doc/touchd-doc/study.md.", example: "study captcha --to captcha.jsonl --rounds 20"),
    ]
}
