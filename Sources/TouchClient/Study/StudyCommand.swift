internal import Arguments

/// The command line of `touchctl study`.
enum StudyCommand {
    /// Default number of rounds of a visit.
    private static let rounds = 10

    static func run(_ session: Session, _ words: [String], _ arguments: Arguments) throws(CommandError) -> ExitStatus {
        if words.first == "report" {
            guard words.count > 1 else { throw .usage("study report takes one or more files") }
            var records: [StudyRecord] = []
            for path in words.dropFirst() {
                let text = try File.text(path)
                records += try StudyRecord.all(in: text, of: path)
            }
            session.output(StudyReport(records).text)
            return .passed
        }
        guard words.count == 1, StudyPlan.choices(of: words[0]) != nil else {
            throw .usage("study takes captcha, gesture, pattern or report FILE...")
        }
        guard let path = arguments["to"] else { throw .usage("study requires --to FILE") }
        let rounds = try arguments.number("rounds", in: 1...200)
        var study = try Study(session, words[0])
        return try study.run(rounds: rounds ?? Self.rounds) { line throws(CommandError) in
            try File.append(Array(line.utf8), to: path)
        }
    }
}
