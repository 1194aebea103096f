package import Arguments
internal import RecordingWriters
internal import TouchCore
internal import TouchDump

/// The command line of `touchd-tools`: commands that work on files, without a daemon.
package struct ToolsProgram {
    static let help = """
        Usage: touchd-tools [OPTION…] COMMAND      (or: touchctl COMMAND)
        Draws, plays and converts recordings of touch panels, and makes pictures for captchas.

        Commands:
          plot TRACE.jsonl -o OUT.png
                                plot a recorded scene and its contacts
          convert RECORDING… --to FORMAT [-o OUT]
                                convert a recording of a panel to another format
          replay RECORDING…     run a recording through the engine and print a trace; with --into play it on the panel
                                of a touchsim
          measure RECORDING     propose settings for the panel of a recording
          image import FILE… -o FOLDER
                                convert JPEG and PNG files to captcha pictures (--size, default 600x375)
          image check FOLDER    check that the daemon can use every picture: exit status 1 if not
          image puzzle simple|default -o OUT.png
                                draw a sample puzzle; its piece is written to OUT-piece.png
          image edit FILE STEP… [-o OUT.png]
                                edit a picture; touchd-tools(1) lists the steps

        Options:
          -o, --output PATH     output file of plot, convert, replay and image
              --size WxH        size in pixels of a plot (default 640 wide, in the proportions of the view) or of an
                                imported picture
              --crop            plot only the part of the view that is in use
              --from FORMAT     \(Dialect.allCases.map(\.rawValue).joined(separator: ", "))
              --to FORMAT       \(DumpFormat.allCases.map(\.name).joined(separator: ", "))
              --scene TRACE     replay: take view and widgets from this trace
              --view WxH        replay without --scene: the view (default 1920x1080), each side 1…\(Size.viewSides.upperBound)
              --rotate DEGREES  clockwise rotation of the recorded panel: 0, 90, 180 or 270
              --speed N         replay at N times the recorded speed (default: without waiting)
              --into SOCKET     replay on the panel of the touchsim with this control socket
              --device N        use only this device of a recording, counted from 1
          -h, --help            print this text
          -V, --version         print the version

        Exit status: 0 done, 1 a picture cannot be used (image check), 2 wrong usage, 3 could not run.

        """

    static let options = [
        Option("output", "o", value: .required), Option("size", value: .required), Option("crop"),
        Option("from", value: .required), Option("to", value: .required), Option("device", value: .required),
        Option("scene", value: .required), Option("view", value: .required), Option("rotate", value: .required),
        Option("speed", value: .required), Option("into", value: .required), Option("seconds", value: .required),
        Option("help", "h"), Option("version", "V"),
    ]

    /// Names of options by command, or by command and subcommand where they differ.
    static let taken: [String: Set<String>] = [
        "plot": ["output", "size", "crop"],
        "convert": ["output", "from", "to", "device"],
        "replay": ["output", "scene", "view", "rotate", "speed", "into"],
        // touchd-dump hands over its whole command line.
        "measure": ["seconds"],
        "image": ["output", "size"],
        "image import": ["output", "size"],
        "image check": [],
        "image puzzle": ["output"],
        "image edit": ["output"],
    ]

    /// Options that exclude others.
    private static let exclusions = ["into": ["output", "scene", "view", "rotate"], "scene": ["view"]]

    private let arguments: Arguments
    private let output: (String) -> Void
    /// Receives doubts about a file, a line without its end.
    private let complaint: (String) -> Void

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - words: the command line; the first word is the program that errors name.
    ///   - output: receives the output.
    ///   - complaint: receives errors, a line without its end.
    /// - Returns: the exit status.
    package static func run(
        _ words: [String], output: @escaping (String) -> Void, complaint: @escaping (String) -> Void
    ) -> ExitStatus {
        let frame = CommandFrame(words, options: options, help: help, version: "touchd-tools \(Version.text)")
        return frame.run(output: output, complaint: complaint) { arguments, complaint throws(CommandError) in
            let (command, operands) = try command(of: arguments)
            return try Self(arguments: arguments, output: output, complaint: complaint).run(command, operands)
        }
    }

    /// The command and its operands; throws if it does not accept a given option.
    private static func command(of arguments: Arguments) throws(CommandError) -> (String, [String]) {
        guard let command = arguments.operands.first else { throw .usage("missing command") }
        let name = arguments.operands.prefix(2).joined(separator: " ")
        let isNarrow = taken[name] != nil
        guard let known = taken[name] ?? taken[command] else { throw .usage("unknown command \(command)") }
        for (option, _) in arguments.options {
            guard known.contains(option) else {
                throw .usage("--\(option) cannot be used with \(isNarrow ? name : command)")
            }
            if let other = exclusions[option]?.first(where: arguments.has) {
                throw .usage("--\(other) cannot be used with --\(option)")
            }
        }
        return (command, Array(arguments.operands.dropFirst()))
    }

    private func run(_ command: String, _ operands: [String]) throws(CommandError) -> ExitStatus {
        switch command {
        case "plot": try plot(operands)
        case "convert": try convert(operands)
        case "image":
            return try ImageCommand.run(
                operands, target: arguments["output"], size: Plot.size(arguments["size"]), output: output,
                complaint: complaint)
        case "replay": try replay(operands)
        default: try measure(operands)
        }
        return .passed
    }

    private func plot(_ operands: [String]) throws(CommandError) {
        guard operands.count == 1 else { throw .usage("plot takes one trace") }
        guard let picture = arguments["output"] else { throw .usage("plot requires -o OUT.png") }
        try Plot.run(
            Plot.Request(
                trace: operands[0], picture: picture, size: Plot.size(arguments["size"]),
                isCropped: arguments.has("crop")), remark: complaint)
    }

    private func convert(_ operands: [String]) throws(CommandError) {
        guard !operands.isEmpty else { throw .usage("convert takes a recording") }
        guard let target = try DumpFormat.named(in: arguments) else { throw .usage("convert requires --to FORMAT") }
        let source = try arguments.choice("from", of: Dialect.allCases, named: \.rawValue)
        let conversion = Convert(files: operands, source: source, target: target, device: try device())
        try conversion.run(to: arguments["output"] ?? "-", remark: complaint)
    }

    private func replay(_ operands: [String]) throws(CommandError) {
        guard !operands.isEmpty else { throw .usage("replay takes a recording") }
        let speed = try arguments.number("speed", in: 0.001...1_000_000)
        if let socket = arguments["into"] {
            guard operands.count == 1 else { throw .usage("--into takes one recording") }
            return try PanelSocket.play(operands[0], speed: speed ?? 1, at: socket)
        }
        var request = Replay.Request(files: operands, scene: arguments["scene"], speed: speed)
        if let text = arguments["view"] {
            // Any view that the daemon accepts.
            let size = try Plot.size(text, option: "view", in: Size.viewSides)
            request.view = size.map { Size(width: Double($0.width), height: Double($0.height)) } ?? request.view
        }
        if let text = arguments["rotate"] {
            guard let rotation = Int(text).flatMap(Rotation.init(rawValue:)) else {
                throw .usage("--rotate takes 0, 90, 180 or 270, not \(text)")
            }
            request.rotation = rotation
        }
        guard let path = arguments["output"] else {
            return try Replay.run(request, output: output, remark: complaint)
        }
        var text = ""
        try Replay.run(request, output: { text += $0 }, remark: complaint)
        try File.write(Array(text.utf8), to: path)
    }

    private func measure(_ operands: [String]) throws(CommandError) {
        guard let first = operands.first else { throw .usage("measure takes a recording") }
        let devices = try Convert.read(operands, remark: complaint)
        let found = Measurement.read(try RecordedKinds(devices).measurable(first, remark: complaint))
        guard !found.isEmpty else { throw .file("\(first): contains no touchscreen") }
        output(Measurement.text(of: found))
    }

    private func device() throws(CommandError) -> Int? {
        guard let text = arguments["device"] else { return nil }
        guard let number = Int(text), number > 0 else {
            throw .usage("--device takes a whole number from 1, not \(text)")
        }
        return number
    }
}
