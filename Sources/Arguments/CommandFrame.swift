internal import TouchCore

/// What the programs whose commands throw a ``CommandError`` have in common: help, version, errors.
package struct CommandFrame {
    /// The name of the program, by which errors call it: `touchctl` and `touchd` start others under their own name.
    package let program: String
    private let words: [String]
    private let table: CommandTable

    /// Makes a frame of a program that users call by `name`, or by its first word.
    package init(_ words: [String], _ table: CommandTable, called name: String? = nil) {
        (self.words, self.table) = (words, table)
        program = name ?? words.first?.split(separator: "/").last.map(String.init) ?? table.program
    }

    /// Runs a command; `complaint` receives errors, with the name of the program and without the end of the line.
    package func run(
        output: (String) -> Void, complaint: @escaping (String) -> Void,
        _ body: (String, Arguments, @escaping (String) -> Void) throws(CommandError) -> ExitStatus
    ) -> ExitStatus {
        let program = program
        do throws(CommandError) {
            switch try table.request(words, as: program) {
            case .text(let text):
                output(text)
                return .passed
            case .command(let command, let arguments):
                return try body(command.name, arguments) { complaint("\(program): \($0)".onOneLine) }
            }
        } catch {
            // touchd has no commands, only --dump.
            let help = program == "touchd" ? "touchd --help" : table.help(for: words, as: program)
            complaint("\(program): \(error.sentence(see: help))".onOneLine)
            return error.status
        }
    }
}
