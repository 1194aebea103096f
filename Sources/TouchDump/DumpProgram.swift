package import Arguments
import CShims
import Glibc
import RecordingWriters
import TouchCore

/// The command line of `touchd-dump`, which `touchd --dump`, `touchctl dump` and `touchctl measure` become.
package enum DumpProgram {
    private static let help = """
        Usage: touchctl dump [OPTION…] [DEVICE…]
               touchctl measure [--seconds N] [DEVICE…|RECORDING]
        Shows or measures touch panels; needs no running daemon and does not disturb one.

        Commands:
          dump [DEVICE…]        show panels and live touches until interrupted (touchd --dump does the same)
          measure [DEVICE…]     watch a panel for ten seconds and propose settings
          measure RECORDING     the same for a recording (package touchd-tools)

        Options:
              --to FORMAT       dump: \(DumpFormat.allCases.map(\.name).joined(separator: ", "))
              --plot OUT.png    dump: plot the contacts of the first panel at the end (package touchd-tools)
              --raw             dump: with the kernel's slots and values (text and json)
              --seconds N       how long dump and measure run
          -h, --help            print this text
          -V, --version         print the version

        Exit status: 0 done, 2 wrong usage, 3 could not run (no panel that can be read, or another error).

        """

    private static let options = [
        Option("to", value: .required), Option("plot", value: .required), Option("raw"),
        Option("seconds", value: .required),
        Option("help", "h"), Option("version", "V"),
    ]

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - words: the command line; the first word is the program that errors name.
    ///   - output: receives the output; false ends a dump.
    ///   - complaint: receives errors, a line without its end.
    /// - Returns: the exit status.
    package static func run(
        _ words: [String], output: @escaping (String) -> Bool, complaint: @escaping (String) -> Void
    ) -> ExitStatus {
        let frame = CommandFrame(words, options: options, help: help, version: "touchd-dump \(Version.text)")
        return frame.run(output: { _ = output($0) }, complaint: complaint) {
            arguments, complaint throws(CommandError) in
            let operands = Array(arguments.operands.dropFirst())
            switch arguments.operands.first {
            case "dump": return try dump(operands, arguments, frame.program, output, complaint)
            case "measure":
                if let first = operands.first, File.isRegular(first) {
                    throw .file(Companion.tools.become([frame.program] + words.dropFirst()))
                }
                return try measure(operands, arguments, output)
            case nil: throw .usage("missing command")
            case .some(let command): throw .usage("unknown command \(command)")
            }
        }
    }

    private static func dump(
        _ nodes: [String], _ arguments: Arguments, _ program: String, _ output: @escaping (String) -> Bool,
        _ complaint: @escaping (String) -> Void
    ) throws(CommandError) -> ExitStatus {
        // `touchd --dump=FORMAT` becomes `--to=FORMAT`.
        let format = try DumpFormat.named(in: arguments, called: program == "touchd" ? "dump" : "to")
        guard !nodes.contains("") else { throw .usage("DEVICE is empty") }
        var dump = Dump(format: format ?? .text)
        (dump.nodes, dump.isTracing, dump.isRaw) = (nodes, arguments.has("plot"), arguments.has("raw"))
        guard !dump.isRaw || ["text", "json"].contains(dump.format.name) else {
            throw .usage("--raw can be used with text and json only")
        }
        dump.limit = try arguments.number("seconds", in: 1...86_400).map { .seconds(Int64($0)) }
        // Before the touches are shown, not after them.
        if arguments.has("plot"), let problem = Companion.tools.problem { throw .file(problem) }
        guard case .done(let trace) = dump.run(output: output, errors: complaint) else { return .couldNotRun }
        if let picture = arguments["plot"], let trace { throw .file(plot(trace, to: picture, as: program)) }
        return .passed
    }

    /// Replaces this program by the one that draws, with the trace as its standard input.
    ///
    /// - Returns: why it could not.
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
        return Companion.tools.become([program, "plot", "--crop", "--output=\(picture)", "-"])
    }

    private static func measure(
        _ nodes: [String], _ arguments: Arguments, _ output: (String) -> Bool
    ) throws(CommandError) -> ExitStatus {
        for option in ["to", "plot", "raw"] where arguments.has(option) {
            throw .usage("--\(option) cannot be used with measure")
        }
        let length = try arguments.number("seconds", in: 1.0...3_600) ?? 10
        let found: [Measurement]
        do { found = try Measurement.watch(nodes, for: Interval(seconds: length)) } catch { throw .file("\(error)") }
        guard !found.isEmpty else { throw .file("no touchscreen found (see touchctl doctor)") }
        _ = output(Measurement.text(of: found))
        return .passed
    }
}

extension DumpFormat {
    /// The format that `--to` names; nil without it.
    ///
    /// - Parameter label: the option that the user knows.
    package static func named(in arguments: Arguments, called label: String = "to") throws(CommandError) -> Self? {
        try arguments.choice("to", of: allCases, named: \.name, called: label)
    }
}
