internal import Arguments
internal import TouchInput

/// The commands that need no daemon: they look at files and at the machine.
struct LocalCommands {
    let arguments: Arguments
    let output: (String) -> Void

    static let help = """
          plot TRACE.jsonl -o OUT.png
                                draw a recorded scene and the fingers on it; needs no daemon
          convert RECORDING… --to FORMAT [-o OUT]
                                bring a recording of a panel into another form; needs no daemon
          image import FILE… -o FOLDER
                                make pictures for captchas of JPEG and PNG files (--size, 600x375 if not given)
          image check FOLDER    whether the daemon can use all of them: exit status 1 if not
          image puzzle simple|default|hard -o OUT.png
                                draw one to look at; the piece goes to OUT-piece.png
          image edit FILE STEP… [-o OUT.png]
                                change a picture, step by step; touchctl(1) lists the steps
        """

    static let optionHelp = """
          -o, --output PATH     where plot, convert and image write
              --size WxH        how large a plot is, in pixels (default 640 wide, as high as the view asks for), or an
                                imported picture
              --close           plot only the part of the view where something is
              --from, --to FORMAT
                                \(Dialect.allCases.map(\.rawValue).joined(separator: ", "))
              --device N        take only this device of a recording, counted from 1
        """

    static let options = [
        Option("output", "o", value: .required), Option("size", value: .required), Option("close"),
        Option("from", value: .required), Option("to", value: .required), Option("device", value: .required),
    ]

    /// Runs a command; nil if it is none of these.
    ///
    /// - Parameter complaint: takes what is doubtful about a file, a line without its end.
    func run(
        _ command: String, _ operands: [String], _ complaint: (String) -> Void
    ) throws(ControlError) -> ExitStatus? {
        switch command {
        case "plot": try plot(operands)
        case "convert": try convert(operands, complaint)
        case "image":
            return try ImageCommand.run(
                operands, target: arguments["output"], size: Plot.size(arguments["size"]), output: output)
        default: return nil
        }
        return .passed
    }

    private func plot(_ operands: [String]) throws(ControlError) {
        guard operands.count == 1 else { throw .usage("plot takes one trace") }
        guard let picture = arguments["output"] else { throw .usage("plot needs -o OUT.png") }
        try Plot.run(
            Plot.Request(
                trace: operands[0], picture: picture, size: Plot.size(arguments["size"]),
                isClose: arguments.has("close")))
    }

    private func convert(_ operands: [String], _ complaint: (String) -> Void) throws(ControlError) {
        guard !operands.isEmpty else { throw .usage("convert takes a recording") }
        guard let target = try dialect("to") else { throw .usage("convert needs --to FORMAT") }
        let conversion = Convert(files: operands, source: try dialect("from"), target: target, device: try device())
        try conversion.run(to: arguments["output"] ?? "-") { complaint("touchctl: \($0)") }
    }

    private func dialect(_ option: String) throws(ControlError) -> Dialect? {
        guard let word = arguments[option] else { return nil }
        guard let dialect = Dialect(rawValue: word) else {
            let known = Dialect.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("--\(option) takes one of \(known), not \(word)")
        }
        return dialect
    }

    private func device() throws(ControlError) -> Int? {
        guard let text = arguments["device"] else { return nil }
        guard let number = Int(text), number > 0 else { throw .usage("--device takes a number from 1, not \(text)") }
        return number
    }
}
