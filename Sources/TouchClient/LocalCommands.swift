internal import Arguments
internal import TouchCore
internal import TouchDump
internal import TouchRecording

/// The commands that need no daemon: they work on files and on the machine.
struct LocalCommands {
    let arguments: Arguments
    let output: (String) -> Void

    static let help = """
          plot TRACE.jsonl -o OUT.png
                                plot a recorded scene and its contacts; needs no daemon
          convert RECORDING… --to FORMAT [-o OUT]
                                convert a recording of a panel to another format; needs no daemon
          replay RECORDING…     run a recording through the engine and print a trace; with --into play it on the panel
                                of a touchsim
          dump [DEVICE…]        show touch panels and live touches until interrupted (--to FORMAT, --plot OUT.png,
                                --seconds N); needs no daemon and does not disturb one
          measure [DEVICE|RECORDING]
                                watch a panel for ten seconds (--seconds N) and propose settings
          image import FILE… -o FOLDER
                                convert JPEG and PNG files to captcha pictures (--size, default 600x375)
          image check FOLDER    check that the daemon can use every picture: exit status 1 if not
          image puzzle simple|default -o OUT.png
                                draw a sample puzzle; its piece is written to OUT-piece.png
          image edit FILE STEP… [-o OUT.png]
                                edit a picture; touchctl(1) lists the steps
        """

    static let optionHelp = """
          -o, --output PATH     output file of plot, convert, replay, image and pin
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
              --seconds N       how long measure and dump run
              --plot OUT.png    dump: plot the contacts of the first panel at the end
              --device N        use only this device of a recording, counted from 1
        """

    static let options = [
        Option("output", "o", value: .required), Option("size", value: .required), Option("crop"),
        Option("from", value: .required), Option("to", value: .required), Option("device", value: .required),
        Option("scene", value: .required), Option("view", value: .required), Option("rotate", value: .required),
        Option("speed", value: .required), Option("into", value: .required), Option("seconds", value: .required),
        Option("plot", value: .required),
    ]

    /// Runs a command; nil if it is not one of these.
    ///
    /// - Parameter complaint: receives doubts about a file, a line without its end.
    func run(
        _ command: String, _ operands: [String], _ complaint: @escaping (String) -> Void
    ) throws(ControlError) -> ExitStatus? {
        switch command {
        case "plot": try plot(operands, complaint)
        case "convert": try convert(operands, complaint)
        case "image":
            return try ImageCommand.run(
                operands, target: arguments["output"], size: Plot.size(arguments["size"]), output: output,
                complaint: complaint)
        case "replay": try replay(operands, complaint)
        case "measure": try measure(operands, complaint)
        case "dump": return try dump(operands, complaint)
        default: return nil
        }
        return .passed
    }

    private func plot(_ operands: [String], _ complaint: (String) -> Void) throws(ControlError) {
        guard operands.count == 1 else { throw .usage("plot takes one trace") }
        guard let picture = arguments["output"] else { throw .usage("plot requires -o OUT.png") }
        try Plot.run(
            Plot.Request(
                trace: operands[0], picture: picture, size: Plot.size(arguments["size"]),
                isCropped: arguments.has("crop")), remark: complaint)
    }

    private func convert(_ operands: [String], _ complaint: (String) -> Void) throws(ControlError) {
        guard !operands.isEmpty else { throw .usage("convert takes a recording") }
        guard let target = try target() else { throw .usage("convert requires --to FORMAT") }
        let conversion = Convert(files: operands, source: try source(), target: target, device: try device())
        try conversion.run(to: arguments["output"] ?? "-", remark: complaint)
    }

    private func replay(_ operands: [String], _ complaint: (String) -> Void) throws(ControlError) {
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

    private func dump(
        _ operands: [String], _ complaint: @escaping (String) -> Void
    ) throws(ControlError) -> ExitStatus {
        var dump = Dump(format: try target() ?? .text)
        (dump.nodes, dump.isTracing) = (operands, arguments.has("plot"))
        dump.limit = try arguments.number("seconds", in: 1...86_400).map { .seconds(Int64($0)) }
        guard case .done(let trace) = dump.run(output: StandardStream.output.write, errors: complaint) else {
            return .couldNotRun
        }
        if let picture = arguments["plot"], let trace { try Plot.draw(trace, to: picture) }
        return .passed
    }

    private func measure(_ operands: [String], _ complaint: (String) -> Void) throws(ControlError) {
        let length = try arguments.number("seconds", in: 1.0...3_600) ?? 10
        let found: [Measurement]
        if let first = operands.first, File.isRegular(first) {
            let devices = try Convert.read(operands, remark: complaint)
            found = Measurement.read(try RecordedKinds(devices).measurable(first, remark: complaint))
        } else {
            do { found = try Measurement.watch(operands, for: Interval(seconds: length)) } catch {
                throw .file("\(error)")
            }
        }
        guard !found.isEmpty else { throw .file("no touchscreen found (see touchctl doctor)") }
        for (index, measurement) in found.enumerated() { output((index == 0 ? "" : "\n") + measurement.text) }
    }

    private func source() throws(ControlError) -> Dialect? {
        try format("from", of: Dialect.allCases, named: \.rawValue)
    }

    private func target() throws(ControlError) -> DumpFormat? {
        try format("to", of: DumpFormat.allCases, named: \.name)
    }

    private func format<Format>(
        _ option: String, of all: [Format], named name: (Format) -> String
    ) throws(ControlError) -> Format? {
        guard let word = arguments[option] else { return nil }
        guard let format = all.first(where: { name($0) == word }) else {
            // `touchd --dump=FORMAT` becomes `--to=FORMAT`.
            let option = arguments.program == "touchd" ? "dump" : option
            throw .usage("--\(option) takes one of \(all.map(name).joined(separator: ", ")), not \(word)")
        }
        return format
    }

    private func device() throws(ControlError) -> Int? {
        guard let text = arguments["device"] else { return nil }
        guard let number = Int(text), number > 0 else {
            throw .usage("--device takes a whole number from 1, not \(text)")
        }
        return number
    }
}
