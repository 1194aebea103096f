import System
import TouchRecording

/// The commands given with --script or --do.
struct Script {
    private static let patience = 60_000

    private let lines: [(place: String, text: String)]

    /// The script of the options; a line that is invalid is found before anything is executed.
    init(_ options: Options) throws(PanelError) {
        if let path = options.script {
            let file = try PanelError.wrap { () throws(SystemError) in
                try WholeFile(path, .given, maxBytes: RecordingFile.maxBytes)
            }
            let text = String(decoding: file.bytes.withoutByteOrderMark, as: UTF8.self)
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .map { ("\(path) line \($0 + 1)", String($1)) }
        } else {
            lines = (options.commands ?? "").split(separator: ";").enumerated()
                .map { ("command \($0 + 1)", String($1)) }
        }
        let parser = CommandParser(view: options.view)
        for line in lines {
            do throws(CommandFault) {
                _ = try parser.command(line.text)
            } catch {
                throw PanelError("\(line.place), \(error)")
            }
        }
    }

    /// Executes the commands one after another, once a reader has the panel open if that is wanted; returns the first
    /// error and its place, which ends it.
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
