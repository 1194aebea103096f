import TouchRecording

/// The commands given with --script or --do.
struct Script {
    /// How long a program may take to open the panel.
    private static let patience = 60_000

    private let lines: [(place: String, text: String)]

    /// The script of the options; empty when they have none.
    ///
    /// - Throws: when its file cannot be read or a line is no command, before anything is carried out.
    init(_ options: Options) throws(PanelError) {
        if let path = options.script {
            let text = String(decoding: try contents(of: path).withoutByteOrderMark, as: UTF8.self)
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .map { ("\(path) line \($0 + 1)", String($1)) }
        } else {
            lines = (options.commands ?? "").split(separator: ";").enumerated()
                .map { ("command \($0 + 1)", String($1)) }
        }
        let parser = CommandParser(view: options.view)
        for line in lines {
            do throws(CommandError) {
                _ = try parser.command(line.text)
            } catch {
                throw .badScript("\(line.place), \(error)")
            }
        }
    }

    /// Carries out the commands one after another.
    ///
    /// - Parameter awaitingOpen: whether the first one waits until somebody has the panel open.
    /// - Returns: what went wrong, and where; the commands behind that are left.
    func run(with runner: CommandRunner, awaitingOpen: Bool) -> String? {
        guard !lines.isEmpty else { return nil }
        if awaitingOpen {
            do throws(PanelError) {
                try runner.panel.awaitOpen(milliseconds: Self.patience)
            } catch {
                return "\(error)"
            }
        }
        for line in lines {
            if case .error(let message) = runner.run(line.text) { return "\(line.place), \(message)" }
        }
        return nil
    }
}
