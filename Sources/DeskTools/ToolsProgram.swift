package import Arguments
import TouchCore
import TouchDump

/// The command line of `touchd-tools`: commands that work on files, without a daemon; each is in a file of its name.
package struct ToolsProgram {
    private static let exclusions = [
        "into": ["output", "scene", "view", "rotate"], "scene": ["view"], "map": ["crop"],
    ]
    /// What each work on pictures takes.
    private static let imageOptions = [
        "import": ["output", "size"], "check": [], "puzzle": ["output"], "edit": ["output"],
    ]

    let arguments: Arguments
    let output: (String) -> Void
    /// Receives doubts about a file, a line without its end.
    let complaint: (String) -> Void

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
        case "plot": try plot(operands[0])
        case "convert": try convert(operands)
        case "image": return try image(operands)
        case "replay": try replay(operands)
        default: try measure(operands)
        }
        return .passed
    }

    private func measure(_ operands: [String]) throws(CommandError) {
        let devices = try recordings(operands)
        let found = Measurement.read(try RecordedKinds(devices).measurable(operands[0], remark: complaint))
        guard !found.isEmpty else { throw .file("\(operands[0]): contains no touchscreen") }
        output(Measurement.text(of: found))
    }

    /// The two sides of an option such as `640x400`; nil without it.
    func size(
        _ option: String = "size", in range: ClosedRange<Int> = Canvas.sides
    ) throws(CommandError) -> (width: Int, height: Int)? {
        guard let text = arguments[option] else { return nil }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            range.contains(width), range.contains(height)
        else {
            let (least, most) = (range.lowerBound, range.upperBound)
            throw .usage("--\(option) takes WIDTHxHEIGHT, each \(least) to \(most), not \(text)")
        }
        return (width, height)
    }
}
