internal import Arguments
internal import TouchCore

enum ControlTable {
    static let session = ["socket", "json"]
    /// Options of commands that wait for a person, who draws.
    static let drawing = ["frame", "on-screen", "prompt", "timeout", "silence"]

    static let table = CommandTable(
        program: "touchctl", about: "Sends requests to touchd, and starts the programs beside it.",
        commands: [
            .technician: technician, .administrator: administrator, .integrator: integrator, .technician: panels,
            .administrator: fleet, .developer: tools,
        ], choices: choices,
        ending:
            "Exit status: 0 passed or done, 1 refused (wrong, missed, cancelled, timed out, not allowed), 2 wrong usage, "
            + "3 could not run (no daemon, no reply, no panel, or another error). doctor: 0 fine, 1 warnings, 2 errors."
    )

    private static let technician: [CommandTable.Command] = [
        .init(
            "status", options: session,
            "Print the state of the daemon and its vault, users who have to wait, and what you may do."),
        .init(
            "doctor", options: session + ["icinga", "ignore"],
            "Check the machine, its panels, the socket and the units, and report each fault with the commands or the file "
                + "that fix it.",
            "It finds who may open panels or inject touches, how udev classifies them, which other programs have them open or "
                + "grabbed, missing sizes, noise, calibrations, displays and mice of the same hardware, the active session, "
                + "versions, services that systemd restarts often, and a bridge for pages or a sender of results that is "
                + "enabled and does not run. Nothing is changed; an untouched panel is grabbed for a few microseconds to find "
                + "out whether another program holds it. As root it sees more; members of group touchd-monitor may read what "
                + "it needs. With --json: one object with healthy and diagnoses, whose code stays the same.",
            "Exit status 0 if nothing is wrong, 1 with warnings, 2 with errors, 3 (with --icinga) if it could not tell.",
            example: "doctor --ignore daemon_virtual"),
        .init(
            "devices", options: session + ["explain"],
            "List the touch panels that the daemon reads.",
            "With --explain every input device of the machine, and why it is read as a panel or not: how udev classifies it "
                + "and by which capability, and why libinput rejects a touchscreen.", example: "devices --explain"),
        .init(
            "watch", ["[results|devices]", "--ignored"], operands: 0...1, options: session + ["ignored", "silence"],
            "Print results, or changes of panels, as they happen, until interrupted.",
            "With --ignored every touch that reached no widget, with the reason, the panel and the position: the last 16, then "
                + "each as it happens (administrators). While a secret or a captcha is on screen, touches are only counted, in "
                + "stats. /usr/share/doc/touchd-doc/troubleshooting.md says what each reason means and what to do.",
            example: "watch --ignored"),
        .init(
            "stats", options: session,
            "Print latencies of frames, from the kernel's timestamp to the daemon and to the sockets of front ends, and "
                + "counters, including touches that reached no widget, by reason and panel (administrators, backends)."),
        .init(
            "calibrate", ["[PANEL]", "--confirm", "--reset [PANEL]", "--export [PANEL]"], operands: 0...1,
            options: session + ["targets", "confirm", "reset", "export", "silence"],
            "Have the front end that serves the screen show targets, which a person touches on the panel, and one more that "
                + "shows the error of the new calibration (administrators).",
            "The calibration is then on trial for 15 seconds; the previous one returns unless the last mark is touched or "
                + "the new one is confirmed. Interrupting the command cancels it. A calibration applies only with the rotation of the "
                + "panel in which it was made, and as long as udev sets the matrix that it replaces.",
            "Without a working panel: hold a finger on it while touchd starts, and for ten seconds more, to remove the stored "
                + "calibrations.", example: "calibrate --targets 9"),
        .init(
            "align", ["[PANEL]"], operands: 0...1, options: session + ["targets", "tolerance", "silence"],
            "Have the front end that serves the screen show marks in the corners and the middle, which a person touches, and "
                + "print how far from each one the touch landed, in pixels and millimeters (administrators).",
            "Nothing is stored or changed. Exit status 1 if a touch was off by more than the tolerance, or if not all marks "
                + "were touched. If all are off by the same, the page does not lie over the panel; otherwise the panel needs "
                + "calibrate. On a panel that does not report its size, four pixels count as a millimeter.",
            example: "align --tolerance 3"),
        .init(
            "clean", ["[SECONDS|off]"], operands: 0...1, options: session,
            "Ignore touches while the screen is wiped, for 1 to \(TimeLimit.cleaning.wholeSeconds.upperBound) seconds, 30 if "
                + "not given (administrators).",
            "Contacts are cancelled, front ends are notified, other programs are locked out of the panels. Ends after that "
                + "time, with off, when one finger lies still for five seconds, and with the daemon.",
            example: "clean 60"),
        .init(
            "drain", ["[SECONDS]"], operands: 0...1, options: session,
            "Wait until no finger has been on a panel for two seconds, at most for that time, 0 to "
                + "\(TimeLimit.drain.wholeSeconds.upperBound) seconds, 30 if not given (administrators).",
            "For a restart that interrupts no hand; an upgrade of the package does the same. Exit status 1 if a panel is still touched.",
            example: "drain 60"),
        .init(
            "pin", options: session + ["output"],
            "Trust only the currently connected panels: write pinned-panels= into \(Management.pinnedPath).",
            "It takes effect after a reload. Run it again after replacing or moving a panel.", example: "pin -o -"),
        .init(
            "bundle", ["FILE.tar.gz|FILE.tar.zst"], operands: 1...1, options: session,
            "Gather into a file what remote support needs to find a fault (administrators).",
            "That is: the panels, the touches of the last seconds as a recording that replay plays, the configuration without "
                + "paths, groups, pins and serial numbers, statistics, the output of doctor, versions, and journal entries about "
                + "starts, panels and refused connections, as far as the caller may read them. Secrets and captchas are never "
                + "in it: while one is on screen, no touches are recorded. A system without zstd makes only .tar.gz.",
            example: "bundle /tmp/kiosk.tar.gz"),
    ]

    private static let exclusions: [String: [String]] = [
        "confirm": ["targets", "reset", "export"], "reset": ["targets", "export"], "export": ["targets"],
        "on-screen": ["frame"], "icinga": ["json"],
    ]

    static func expectNoContradiction(_ command: String, _ arguments: Arguments) throws(CommandError) {
        for (option, _) in arguments.options {
            if let other = exclusions[option]?.first(where: arguments.has) {
                throw .usage("--\(other) cannot be used with --\(option)")
            }
            if command == "remove", drawing.contains(option), !arguments.has("draw") {
                throw .usage("remove takes --\(option) only together with --draw")
            }
        }
    }
}
