internal import Arguments
internal import TouchConfiguration

enum ConsoleTable {
    private static let all = ["config", "json"]
    private static let signing = ["key", "valid"]
    private static let orders = """
        The words behind -- are the command: disable, enable or clear-wait USER, expire USER WHEN, ask-enroll USER [WHEN], \
        reload, drop-in FILE, bundle. WHEN is never, now, YYYY-MM-DD or YYYY-MM-DDTHH:MM in UTC.
        """

    private static let commands: [CommandTable.Command] = [
        .init(
            "status", options: all + ["kiosk", "expect", "not-ok"],
            "Show every kiosk and its condition. Without a command this is what happens.",
            example: "status --expect kiosks.conf --not-ok"),
        .init(
            "results", options: all + ["kiosk", "user", "since", "until", "follow"],
            "Show results, the oldest first.", example: "results --kiosk lobby --since 24h"),
        .init(
            "verify", options: all + ["kiosk"],
            "Check that no result is missing or stored twice, and the signatures of heads."),
        .init(
            "bundle", ["KIOSK [ID]"], operands: 1...2, options: all + ["output"],
            "Fetch the last bundle that do ordered from a kiosk, or the one with that id.",
            example: "bundle lobby --output lobby.tar.gz"),
        .init(
            "forget", ["KIOSK"], operands: 1...1, options: all + ["force"],
            "Remove the last values of a kiosk that is gone; its results stay.", example: "forget lobby"),
        .init("space", options: all, "Show how full the streams are."),
        .init(
            "setup", options: all + ["replicas", "days", "store"],
            "Create or change the streams and the bucket: once for a fleet.", example: "setup --store 50GB"),
        .init(
            "key", ["FILE"], operands: 1...1, options: all,
            "Create the key that signs commands: FILE, and FILE.pub for the kiosks.", example: "key fleet.key"),
        .init(
            "sign", ["KIOSK… -- COMMAND"], operands: 0...100_000, options: all + signing,
            "Print a signed command; needs no network.",
            orders, example: "sign lobby --key fleet.key -- reload"),
        .init(
            "do", ["KIOSK… -- COMMAND", "[KIOSK…] --token FILE"], operands: 0...100_000,
            options: all + signing + ["token"],
            "Send a command that --key signs or --token contains, and show each kiosk's answer.",
            orders, example: "do lobby gate --key fleet.key -- disable anna"),
    ]

    static let table = CommandTable(
        program: "touchctl fleet",
        about: "Shows what kiosks sent to the servers of the fleet. Section [fleet] of touchd.conf(5) sets servers and "
            + "certificates.",
        commands: [.administrator: commands],
        choices: [
            .init(
                "config", "c", "FILE",
                "read this file and FILE.d/*.conf (default \(LoadedConfiguration.standardPath))"),
            .init("json", "j", nil, "print JSON, one object per line"),
            .init("kiosk", nil, "NAME", "only this kiosk"),
            .init(
                "expect", nil, "FILE",
                "the kiosks that should exist: a name a line, or kiosks.conf of the servers; - is standard input"),
            .init("not-ok", nil, nil, "only kiosks that are not well; the totals are of all"),
            .init("force", nil, nil, "also a kiosk that reports now"),
            .init("user", nil, "NAME", "only of this user; needs the key of pseudonyms, pseudonym-key="),
            .init("since", nil, "DURATION", "only those stored no longer ago than 90min, 24h, 7d, for instance"),
            .init("until", nil, "DURATION", "only those stored at least that long ago"),
            .init("follow", nil, nil, "keep showing new ones until interrupted"),
            .init("output", nil, "FILE", "a file for it, which must not exist (default KIOSK-ID.tar.gz)"),
            .init("replicas", nil, "N", "servers that keep each message, 1 to 5 (default 1)"),
            .init("days", nil, "N", "how long results are kept, 1 to 3650 days (default 400)"),
            .init("store", nil, "SIZE", "max_file_store of the servers, of the smallest, such as 50GB"),
            .init("key", nil, "FILE", "the key of touchctl fleet key"),
            .init(
                "token", nil, "FILE",
                "output of sign, - for standard input; without KIOSK… it goes to those that the token names"),
            .init("valid", nil, "DURATION", "how long the command is valid, at most 24h (default 10min)"),
        ],
        ending: "Exit status: 0 fine, 1 a kiosk has a problem or failed a command, 2 wrong usage or configuration, "
            + "3 could not run.", standard: "status")
}
