package import Arguments
import RecordingWriters
import TouchCore
import TouchDump

/// The command line of `touchd-tools`: commands that work on files, without a daemon.
package struct ToolsProgram {
    private static let exclusions = [
        "into": ["output", "scene", "view", "rotate"], "scene": ["view"], "map": ["crop"],
    ]
    /// What each work on pictures takes.
    private static let imageOptions = [
        "import": ["output", "size"], "check": [], "puzzle": ["output"], "edit": ["output"],
    ]

    private let arguments: Arguments
    private let output: (String) -> Void
    /// Receives doubts about a file, a line without its end.
    private let complaint: (String) -> Void

    /// Runs the program; errors name the first word, and `complaint` receives them without the end of the line.
    package static func run(
        _ words: [String], output: @escaping (String) -> Void, complaint: @escaping (String) -> Void
    ) -> ExitStatus {
        CommandFrame(words, table).run(output: output, complaint: complaint) {
            command, arguments, complaint throws(CommandError) in
            try expectNoContradiction(command, arguments)
            return try Self(arguments: arguments, output: output, complaint: complaint)
                .run(command, Array(arguments.operands.dropFirst()))
        }
    }

    /// Makes sure that the options of a command can be used together, and with its first operand.
    private static func expectNoContradiction(_ command: String, _ arguments: Arguments) throws(CommandError) {
        for (option, _) in arguments.options {
            if let other = exclusions[option]?.first(where: arguments.has) {
                throw .usage("--\(other) cannot be used with --\(option)")
            }
        }
        guard command == "image", let work = arguments.operands.dropFirst().first, let taken = imageOptions[work] else {
            return
        }
        if let option = arguments.options.first(where: { !taken.contains($0.name) }) {
            throw .usage("--\(option.name) cannot be used with image \(work)")
        }
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
        guard let picture = arguments["output"] else { throw .usage("plot requires -o OUT.png") }
        try Plot.run(
            operands[0], to: picture, size: Plot.size(arguments["size"]),
            showing: arguments.has("map") ? Plot.map : arguments.has("crop") ? .used : .view, remark: complaint)
    }

    private func convert(_ operands: [String]) throws(CommandError) {
        guard let target = try DumpFormat.named(in: arguments) else { throw .usage("convert requires --to FORMAT") }
        let source = try arguments.choice("from", of: Dialect.allCases, named: \.rawValue)
        try Convert.run(
            operands, as: source, to: target, device: try device(), into: arguments["output"] ?? "-", remark: complaint)
    }

    private func replay(_ operands: [String]) throws(CommandError) {
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
        let devices = try Convert.read(operands, remark: complaint)
        let found = Measurement.read(try RecordedKinds(devices).measurable(operands[0], remark: complaint))
        guard !found.isEmpty else { throw .file("\(operands[0]): contains no touchscreen") }
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
