import Arguments
import SeededNumbers
import StrictJSON
import TestSupport
import Testing
import TouchCore

@testable import TouchClient

/// Studies with simulated people of known ability: the record, the report and its proposals.
@Suite struct StudyTests {
    /// Rounds of people who solve one with that probability, in a time around the given seconds.
    private static func rounds(
        _ count: Int, kind: String = "gesture", ability: Double, seconds: Double = 8, flaws: Double = 0, seed: UInt64
    ) -> [StudyRecord] {
        var dice = SplitMix64(seed: seed)
        return (0..<count).map { number in
            let isSolved = Double.random(in: 0..<1, using: &dice) < ability
            var record = StudyRecord(
                kind: kind, profile: "default", visit: "\(number / 10)", outcome: isSolved ? .solved : .missed)
            record.input = "tap"
            record.length = Interval(seconds: seconds * Double.random(in: 0.5...1.5, using: &dice))
            if Double.random(in: 0..<1, using: &dice) < flaws { record.flaw = "track_even" }
            return record
        }
    }

    /// 95 of 100 intervals contain the true rate; of 100, at least 88 do (p < 0.003 otherwise).
    @Test(arguments: [0.5, 0.9, 0.98]) func `the interval of a report contains the true ability`(ability: Double) {
        let held = (0..<100).count { seed in
            let report = StudyReport(Self.rounds(60, ability: ability, seed: UInt64(seed) * 977 + 1))
            return report.groups[0].interval.contains(ability)
        }
        #expect(held >= 88)
    }

    @Test func `a report counts each kind separately and says what was refused`() {
        let records =
            Self.rounds(40, ability: 1, flaws: 0.5, seed: 3) + Self.rounds(30, kind: "captcha", ability: 0, seed: 4)
        let text = StudyReport(records).text
        #expect(text.contains("gesture default: 40 of 40 solved, 100 % (91 % to 100 %)"))
        #expect(text.contains("captcha default: 0 of 30 solved, 0 % (0 % to 11 %)"))
        #expect(text.contains("missed 30"))
        let flaws = records.count { $0.flaw != nil }
        #expect(text.contains("refused as track_even: \(flaws) ("))
    }

    @Test func `people who solve nearly all need the present settings, and slow ones more time`() {
        let quick = StudyReport(Self.rounds(200, ability: 0.97, seed: 5)).text
        #expect(quick.contains("proposal: attempts 3:") && quick.contains("timeout=30s"))
        #expect(quick.contains("lockout=5/60s:10s,15min"))
        let slow = StudyReport(Self.rounds(200, ability: 0.6, seconds: 60, seed: 6)).text
        #expect(slow.contains("timeout=180s"))
        #expect(!slow.contains("attempts 3:") && !slow.contains("lockout=5/"))
    }

    @Test func `people who cannot solve it get another way proposed`() {
        #expect(StudyReport(Self.rounds(50, ability: 0.1, seed: 7)).text.contains("offer another kind, or staff"))
    }

    @Test func `too few rounds propose nothing, and neither do many of few people`() {
        #expect(StudyReport(Self.rounds(19, ability: 1, seed: 8)).text.contains("proposal: none"))
        #expect(StudyReport(Self.rounds(40, ability: 1, seed: 8)).text.contains("proposal: none"))
        let person = StudyReport(Self.rounds(1, ability: 1, seed: 9)).text
        #expect(person.hasPrefix("1 round of 1 visit\n") && person.contains("1 of 1 solved"))
    }

    @Test func `what a person declined, and what something else ended, decides nothing`() {
        let rounds = Self.rounds(60, ability: 1, seed: 10)
        let others = Self.rounds(100, ability: 0.5, flaws: 0.9, seed: 11).map { round in
            var other = round
            (other.input, other.outcome) = ("both", round.outcome == .solved ? .declined : .cancelled)
            return other
        }
        let (with, without) = (StudyReport(rounds + others).text, StudyReport(rounds).text)
        #expect(with.contains("60 of 60 solved") && with.contains("not counted: declined "))
        #expect(!with.contains("refused as"))
        #expect(with.split(separator: "\n").suffix(3) == without.split(separator: "\n").suffix(3))
        #expect(StudyReport(others).text.contains("0 of 0 solved\n"))
        #expect(StudyReport(others).text.contains("proposal: none"))
    }

    @Test func `rounds that nobody solved propose no time and no limit`() {
        let text = StudyReport(Self.rounds(60, ability: 0, seed: 12)).text
        #expect(text.contains("offer another kind, or staff"))
        #expect(!text.contains("timeout=") && !text.contains("lockout=") && !text.contains("prefer"))
    }

    private static func all(_ text: String) throws -> (records: [StudyRecord], notes: [String]) {
        var notes: [String] = []
        return (try StudyRecord.all(in: text, of: "f") { notes.append($0) }, notes)
    }

    private static var round: StudyRecord {
        var record = StudyRecord(kind: "captcha", profile: "simple", visit: "ab", outcome: .declined)
        (record.length, record.corrections, record.flaw) = (.microseconds(1_234), 2, "track_even")
        return record
    }

    @Test func `a round reads back exactly as written, and has nothing else`() throws {
        let record = Self.round
        #expect(try StudyRecord(line: record.line.dropLast()) == record)
        let (records, notes) = try Self.all(record.line + "\n" + record.line)
        #expect(records == [record, record] && notes == [])
    }

    @Test func `half a line, wherever it was cut, is reported with its place, and nothing else is lost`() throws {
        let line = Self.round.line
        for count in 1..<line.count - 1 {
            for rest in ["", "\n" + line] {
                let (records, notes) = try Self.all(line + line.prefix(count) + rest)
                #expect(records.count == (rest.isEmpty ? 1 : 2) && notes == ["f: line 2: half a line, left out\n"])
            }
        }
    }

    @Test(arguments: [
        ("nonsense", "not a round of a study"), ("{}", "not a round of a study"),
        (#"{"study":2,"kind":"captcha"}"#, "made by another version of touchctl (study 2)"),
        (#"{"study":1}"#, "kind is missing or invalid"),
        (round("outcome", "won"), "outcome is missing or invalid"), (round("kind", "a"), "kind is missing or invalid"),
        (round("visit", "\u{1b}[2J"), "visit is missing or invalid"), (round("name", "anna"), "unknown member name"),
        (round("corrections", -1), "corrections is missing or invalid"),
        (round("timeUSec", -1), "timeUSec is missing or invalid"),
        (round("timeUSec", 600_000_001), "timeUSec is missing or invalid"),
        (round("timeUSec", "soon"), "timeUSec is missing or invalid"),
    ])
    func `a line that is not a round is named, with its fault`(line: String, fault: String) throws {
        let error = #expect(throws: CommandError.self) { try Self.all(Self.round.line + line + "\n") }
        #expect(error?.description == "f: line 2: \(fault)")
    }

    /// The line of a round of which one member is another.
    private static func round(_ member: String, _ value: JSON) -> String {
        var object = (try? JSONObject(parsing: String(round.line.dropLast()))) ?? [:]
        object[member] = value
        return object.description
    }

    @Test func `a report of a file without rounds says so`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "empty")
        let path = folder.path(of: "empty")
        let run = Run(["study", "report", path])
        #expect(run.status == .couldNotRun && run.complaints == ["touchctl: \(path): no rounds of a study"])
    }

    /// Nothing answers at the socket: the file is opened before.
    @Test func `a file that cannot be written, or is no study, is refused before the daemon is called`() throws {
        let folder = try TemporaryFolder()
        try folder.write("nonsense\n", to: "other")
        try folder.makeFolder("folder")
        for (name, fault) in [
            ("other", "line 1: not a round of a study"), ("folder", "Is a directory"),
            ("none/file", "No such file or directory"),
        ] {
            let path = folder.path(of: name)
            let run = Run(["--socket", "/nonexistent", "study", "captcha", "--to", path])
            #expect(run.status == .couldNotRun && run.complaints == ["touchctl: \(path): \(fault)"])
        }
        #expect(try folder.text(of: "other") == "nonsense\n")
    }
}
