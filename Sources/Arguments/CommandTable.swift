/// A program's commands: what the parser accepts, and what the help, the completions and the man page say.
package struct CommandTable: Sendable {
    /// Who needs a command.
    package enum Reader: String, CaseIterable, Sendable {
        case technician = "For technicians, at a kiosk"
        case administrator = "For administrators, of users and of the daemon"
        case integrator = "For integrators, who write front ends and services"
        case developer = "For developers, on a desk"
    }

    /// A command.
    package struct Command: Sendable {
        /// Its name.
        package let name: String
        /// What may follow its name, one form a line: `USER`, `[PANEL]`.
        package let forms: [String]
        /// How many operands it takes.
        package let operands: ClosedRange<Int>
        /// The long names of its options.
        package let options: [String]
        /// What it does, one sentence; then details, one paragraph each.
        let text: [String]
        /// A command line, without the program.
        package let example: String
        /// The program that carries it out, whose options are not in this table; nil: this one.
        package let companion: Companion?

        /// Makes a row of the table; the example of one without is its name.
        package init(
            _ name: String, _ forms: [String] = [""], operands: ClosedRange<Int> = 0...0, options: [String] = [],
            _ text: String..., example: String? = nil, by companion: Companion? = nil
        ) {
            (self.name, self.forms, self.operands, self.options) = (name, forms, operands, options)
            (self.text, self.example, self.companion) = (text, example ?? name, companion)
        }
    }

    /// An option, of one or of several commands.
    package struct Choice: Sendable {
        /// How it is parsed.
        package let option: Option
        /// What the help calls its value; nil without one.
        package let value: String?
        /// What it does.
        package let meaning: String

        /// Makes a row of the table.
        package init(_ name: String, _ letter: Character? = nil, _ value: String? = nil, _ meaning: String) {
            option = Option(name, letter, value: value == nil ? .none : .required)
            (self.value, self.meaning) = (value, meaning)
        }
    }

    /// The program.
    package let program: String
    let about: String
    let rows: KeyValuePairs<Reader, [Command]>
    /// Its commands.
    package var commands: [Command] { rows.flatMap(\.1) }
    /// The options of all commands; all accept `--help` and `--version`.
    package let choices: [Choice]
    let ending: String
    private let standard: String?

    /// Makes a table, in which a reader may occur several times.
    package init(
        program: String, about: String, commands: KeyValuePairs<Reader, [Command]>, choices: [Choice], ending: String,
        standard: String? = nil
    ) {
        (self.program, self.about, rows, self.ending, self.standard) = (program, about, commands, ending, standard)
        self.choices =
            choices + [
                Choice("help", "h", nil, "print the help of the command"),
                Choice("version", "V", nil, "print the version"),
            ]
    }

    /// The command of that name; the error has the nearest one.
    package func command(named name: String) throws(CommandError) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        // How many letters are added or missing: two for each that is another one, or at another place.
        let near = commands.map { (name: $0.name, distance: name.difference(from: $0.name).count) }.min {
            $0.distance < $1.distance
        }
        let hint = near.flatMap { $0.distance <= max(2, name.count / 3 * 2) ? "; did you mean \($0.name)?" : nil } ?? ""
        throw .usage("unknown command \(name)\(hint)")
    }

    /// What a command line asks for.
    package enum Request {
        case text(String)
        case command(Command, Arguments)
    }

    /// Reads a command line, program first; `user` is its name that the user knows.
    package func request(_ words: [String], as user: String? = nil) throws(CommandError) -> Request {
        // The table itself is for programs, which the help does not mention.
        let arguments = try Arguments(words, known: choices.map(\.option) + [Option("table")])
        if arguments.has("version") { return .text("\(program) \(Version.text)\n") }
        let isHelp = arguments.operands.first == "help"
        let name = isHelp ? arguments.operands.dropFirst().first : arguments.operands.first
        if isHelp || arguments.has("help") {
            if arguments.has("table") { return .text(listing) }
            guard let name else { return .text(firstPage) }
            return .text(page(of: try command(named: name), as: user ?? program))
        }
        guard let name = name ?? standard else { throw .usage("missing command") }
        let command = try command(named: name)
        if command.companion == nil { try expect(command, in: arguments) }
        return .command(command, arguments)
    }

    /// The command line that explains the command in another one.
    package func help(for words: [String], as program: String? = nil) -> String {
        let name = words.dropFirst().first { word in commands.contains { $0.name == word } }
        return "\(program ?? self.program) help\(name.map { " " + $0 } ?? "")"
    }

    private func expect(_ command: Command, in arguments: Arguments) throws(CommandError) {
        for (option, _) in arguments.options where !command.options.contains(option) {
            throw .usage("--\(option) cannot be used with \(command.name)")
        }
        let operands = arguments.operands.dropFirst()
        if operands.count > command.operands.upperBound {
            throw .usage("unexpected argument \(operands.dropFirst(command.operands.upperBound).first ?? "")")
        }
        guard operands.count >= command.operands.lowerBound else {
            throw .usage("\(command.name) takes \(command.forms.joined(separator: ", or "))")
        }
    }
}
