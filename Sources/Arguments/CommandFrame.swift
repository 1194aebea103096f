internal import TouchCore

/// What the programs whose commands throw a ``CommandError`` have in common: options, help, version, errors.
package struct CommandFrame {
    /// The name of the program, by which errors call it: `touchctl` and `touchd` start others under their own name.
    package let program: String
    private let words: [String]
    private let options: [Option]
    private let help: String
    private let version: String

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - words: the command line, program first.
    ///   - help: the text of `--help`.
    ///   - version: the line of `--version`, without its end.
    package init(_ words: [String], options: [Option], help: String, version: String) {
        (self.words, self.options, self.help, self.version) = (words, options, help, version)
        program = words.first?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - output: receives the output.
    ///   - complaint: receives errors, a line without its end.
    ///   - command: receives the arguments, and to whom it complains; errors of its own get the name of the program.
    package func run(
        output: (String) -> Void, complaint: @escaping (String) -> Void,
        _ command: (Arguments, @escaping (String) -> Void) throws(CommandError) -> ExitStatus
    ) -> ExitStatus {
        let program = program
        do throws(CommandError) {
            let arguments: Arguments
            do throws(ArgumentError) { arguments = try Arguments(words, known: options) } catch {
                throw .usage(error.description)
            }
            if arguments.has("help") {
                output(help)
                return .passed
            }
            if arguments.has("version") {
                output(version + "\n")
                return .passed
            }
            return try command(arguments) { complaint("\(program): \($0)".onOneLine) }
        } catch {
            complaint("\(program): \(error.sentence(see: helpCommand))".onOneLine)
            return error.status
        }
    }

    /// The command line that prints the help; that of touchctl does not list the options of other programs.
    private var helpCommand: String {
        let command = words.dropFirst().first.flatMap { $0.hasPrefix("-") ? nil : $0 + " " } ?? ""
        return "\(program) \(program == "touchctl" ? command : "")--help"
    }
}
