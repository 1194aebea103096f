import Arguments
import SeededNumbers
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
                kind: kind, profile: "default", input: "tap", visit: "\(number / 10)",
                outcome: isSolved ? .solved : .missed)
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
        #expect(text.contains("gesture default tap: 40 of 40 solved, 100 % (91 % to 100 %)"))
        #expect(text.contains("captcha default tap: 0 of 30 solved, 0 % (0 % to 11 %)"))
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

    @Test func `too few rounds propose nothing`() {
        #expect(StudyReport(Self.rounds(19, ability: 1, seed: 8)).text.contains("proposal: none"))
    }

    @Test func `a round reads back exactly as written, and has nothing else`() throws {
        var record = StudyRecord(kind: "captcha", profile: "simple", input: "drag", visit: "ab", outcome: .declined)
        (record.length, record.corrections, record.flaw) = (.microseconds(1_234), 2, "track_even")
        #expect(StudyRecord(line: record.line.dropLast()) == record)
        #expect(try StudyRecord.all(in: record.line + "\n" + record.line, of: "f") == [record, record])
    }

    @Test(
        arguments: [
            "", "x", "{}", #"{"study":1}"#,
            #"{"study":1,"kind":"a","profile":"b","input":"c","visit":"d","outcome":"won","corrections":0}"#,
            #"{"study":1,"kind":"a","profile":"b","input":"c","visit":"d","outcome":"missed","corrections":-1}"#,
        ])
    func `a line that is not a round is rejected`(line: String) {
        #expect(StudyRecord(line: line) == nil)
    }

    @Test func `a file with an invalid line is rejected, and the line named`() throws {
        let good = StudyRecord(kind: "a", profile: "b", input: "c", visit: "d", outcome: .solved).line
        let error = #expect(throws: CommandError.self) { try StudyRecord.all(in: good + "nonsense\n", of: "s.jsonl") }
        #expect(error?.description == "s.jsonl: line 2: not a round of a study")
    }
}
