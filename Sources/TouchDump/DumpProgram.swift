package import Arguments
import CShims
import EventNodes
import Glibc
import TouchCore

/// The command line of `touchd-dump`, which `touchd --dump`, `touchctl dump` and `touchctl measure` become.
package enum DumpProgram {
    private static let commands: [CommandTable.Command] = [
        .init(
            "dump", ["[DEVICE…]"], operands: 0...64, options: ["to", "plot", "raw", "seconds"],
            "List the touch panels with everything a technician needs, then print live touches until interrupted.",
            "At the end it assesses each panel: report rate, jitter of resting fingers, shortest contacts, losses, what the "
                + "configured filters would remove, and a verdict. touchd --dump does the same. A DEVICE is a node or its "
                + "name, such as event5.", example: "dump --to json --seconds 10 event5"),
        .init(
            "measure", ["[DEVICE…]", "RECORDING…"], operands: 0...64, options: ["seconds"],
            "Watch a panel for ten seconds alongside other readers, or read a recording (package touchd-tools), and propose "
                + "settings.",
            "It measures the report rate, the jitter of resting fingers (touch it and hold still) and contacts too short to "
                + "be fingers (leave it alone). A pen, a touchpad, a mouse or a keyboard is rejected, with the capability "
                + "that makes it one.", example: "measure --seconds 30 event5"),
    ]

    static let table = CommandTable(
        program: "touchd-dump",
        about: "Shows or measures touch panels; needs no running daemon and does not disturb one.",
        commands: [.technician: commands],
        choices: [
            .init("to", nil, "FORMAT", DumpFormat.allCases.map(\.name).joined(separator: ", ")),
            .init(
                "plot", nil, "OUT.png",
                "plot the contacts of the first panel on a map of where it was touched (package touchd-tools)"),
            .init("raw", nil, nil, "with the kernel's slots, positions and breadths (text and json)"),
            .init("seconds", nil, "N", "how long it runs (default of measure: 10)"),
        ], ending: "Exit status: 0 done, 2 wrong usage, 3 could not run (no panel that can be read, or another error).")

    /// Runs the program; a dump ends when `output` returns false.
    package static func run(
        _ words: [String], output: @escaping (String) -> Bool, complaint: @escaping (String) -> Void
    ) -> ExitStatus {
        let frame = CommandFrame(words, table)
        return frame.run(output: { _ = output($0) }, complaint: complaint) {
            command, arguments, complaint throws(CommandError) in
            let operands = Array(arguments.operands.dropFirst())
            if command == "dump" { return try dump(operands, arguments, frame.program, output, complaint) }
            if let first = operands.first, File.isRegular(first) {
                throw .file(Companion.tools.become([frame.program] + words.dropFirst()))
            }
            return try measure(operands, arguments, output)
        }
    }

    private static func dump(
        _ nodes: [String], _ arguments: Arguments, _ program: String, _ output: @escaping (String) -> Bool,
        _ complaint: @escaping (String) -> Void
    ) throws(CommandError) -> ExitStatus {
        // `touchd --dump=FORMAT` becomes `--to=FORMAT`.
        let format = try DumpFormat.named(in: arguments, called: program == "touchd" ? "dump" : "to")
        let dump = Dump(
            format: format ?? .text, limit: try arguments.number("seconds", in: 1...86_400).map { .seconds(Int64($0)) },
            nodes: nodes, isTracing: arguments.has("plot"), isRaw: arguments.has("raw"))
        guard !dump.isRaw || ["text", "json"].contains(dump.format.name) else {
            throw .usage("--raw can be used with text and json only")
        }
        try expectDevices(nodes)
        // Before the touches are shown, not after them.
        if arguments.has("plot"), let problem = Companion.tools.problem { throw .file(problem) }
        let collector: TouchCollector?
        do { collector = try dump.run(output: output, errors: complaint) } catch {
            complaint("\(error)")
            return .couldNotRun
        }
        guard let collector else { return .couldNotRun }
        if let picture = arguments["plot"], let trace = collector.trace?.text {
            throw .file(plot(trace, to: picture, as: program))
        }
        return .passed
    }

    private static func expectDevices(_ names: [String]) throws(CommandError) {
        for name in names {
            let isThere = unsafe access(TouchNodes.node(named: name), F_OK) == 0
            guard isThere, !name.isEmpty else { throw .file(NodeError.missing(name)) }
        }
    }

    /// Replaces this program by the one that draws, with the trace as its standard input; returns why it could not.
    private static func plot(_ trace: String, to picture: String, as program: String) -> String {
        let file = unsafe cshims_memory_file("trace")
        let bytes = Array(trace.utf8)
        let count = unsafe write(file, bytes, bytes.count)
        guard file >= 0, count == bytes.count, lseek(file, 0, SEEK_SET) == 0, dup2(file, STDIN_FILENO) >= 0 else {
            return "--plot: \(unsafe String(cString: strerror(errno)))"
        }
        // The loop of the dump held these signals.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigprocmask(SIG_SETMASK, &none, nil)
        return Companion.tools.become([program, "plot", "--map", "--output=\(picture)", "-"])
    }

    private static func measure(
        _ nodes: [String], _ arguments: Arguments, _ output: (String) -> Bool
    ) throws(CommandError) -> ExitStatus {
        let length = try arguments.number("seconds", in: 1.0...3_600) ?? 10
        try expectDevices(nodes)
        let found: [Measurement]
        do { found = try Measurement.watch(nodes, for: Interval(seconds: length)) } catch { throw .file("\(error)") }
        guard !found.isEmpty else { throw .file("no touchscreen found (see touchctl doctor)") }
        _ = output(Measurement.text(of: found))
        return .passed
    }
}

extension DumpFormat {
    /// The format that `--to`, or the option that the user knows, names; nil without it.
    package static func named(in arguments: Arguments, called label: String = "to") throws(CommandError) -> Self? {
        try arguments.choice("to", of: allCases, named: \.name, called: label)
    }
}
