internal import Arguments
internal import Glibc
internal import StrictJSON
internal import System
internal import TouchCore

/// One round of a study, a line of its file; without names and places of fingers.
struct StudyRecord: Equatable {
    enum Outcome: String, CaseIterable {
        case solved, missed, refused, expired
        /// The person chose not to, or something else ended it: neither says how well people do.
        case declined, cancelled

        var counts: Bool { self != .declined && self != .cancelled }
    }

    /// Why a line is not a round.
    enum Fault: Error, Equatable {
        /// It was cut off.
        case half
        /// Why.
        case wrong(String)
    }

    /// The kind of the challenge.
    var kind: String
    /// How the challenge was made.
    var profile: String
    /// How it was driven; `both` if nobody did.
    var input = "both"
    /// Identifies the visit of a round, and nothing else.
    var visit: String
    var outcome: Outcome
    /// From showing it to the end of the gesture.
    var length: Interval?
    /// Number of restarts, or of further taps, before it was handed in.
    var corrections = 0
    /// Why it was refused, whether the answer was right or wrong.
    var flaw: String?

    var line: String {
        let object: JSONObject = [
            "study": 1, "kind": .string(kind), "profile": .string(profile), "input": .string(input),
            "visit": .string(visit), "outcome": .string(outcome.rawValue),
            "timeUSec": length.map { .integer($0.microseconds) }, "corrections": .integer(Int64(corrections)),
            "flaw": flaw.map { .string($0) },
        ]
        return object.description + "\n"
    }

    init(kind: String, profile: String, visit: String, outcome: Outcome) {
        (self.kind, self.profile, self.visit, self.outcome) = (kind, profile, visit, outcome)
    }

    static let maxCorrections: Int64 = 10_000

    /// Reads a line.
    init(line: some StringProtocol) throws(Fault) {
        guard let object = try? JSONObject(parsing: String(line)) else {
            throw line.hasPrefix("{") && !line.hasSuffix("}") ? .half : .wrong("not a round of a study")
        }
        guard let version = object.whole("study") else { throw .wrong("not a round of a study") }
        guard version == 1 else { throw .wrong("made by another version of touchctl (study \(version))") }
        var known: Set<String> = ["study"]
        func member<Value>(_ name: String, _ value: Value?, _ isValid: (Value) -> Bool = { _ in true }) throws(Fault)
            -> Value
        {
            known.insert(name)
            guard let value, isValid(value) else { throw .wrong("\(name) is missing or invalid") }
            return value
        }
        func word(_ name: String, of words: String...) throws(Fault) -> String {
            try member(name, object.text(name)) { words.isEmpty ? Self.isPlain($0) : words.contains($0) }
        }
        kind = try member("kind", object.text("kind")) { ControlTable.challenges.contains($0) }
        profile = try word("profile", of: "simple", "default")
        input = try word("input", of: "drag", "tap", "both")
        visit = try word("visit")
        outcome = try member("outcome", object.text("outcome").flatMap { Outcome(rawValue: $0) })
        corrections = Int(
            try member("corrections", object.whole("corrections")) { (0...Self.maxCorrections).contains($0) })
        if object["timeUSec"] != nil {
            length = try member("timeUSec", object["timeUSec"]?.intervalValue) {
                (.zero...TimeLimit.answer.upperBound).contains($0)
            }
        }
        if object["flaw"] != nil { flaw = try word("flaw") }
        if let other = object.first(where: { !known.contains($0.key) }) {
            throw .wrong("unknown member \(other.key.onOneLine)")
        }
    }

    /// Whether it is a word as the daemon has them.
    private static func isPlain(_ word: String) -> Bool {
        (1...64).contains(word.utf8.count)
            && word.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
    }

    /// Reads the rounds of a file; `note` gets a sentence for each half line, which a full disk may have left.
    static func all(
        in text: String, of path: String, _ note: (String) -> Void
    ) throws(CommandError) -> [StudyRecord] {
        var records: [StudyRecord] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty { continue }
            do throws(Fault) { records.append(try StudyRecord(line: line)) } catch {
                let place = "\(path): line \(number + 1)"
                guard case .wrong(let why) = error else {
                    note("\(place): half a line, left out\n")
                    continue
                }
                throw .file("\(place): \(why)")
            }
        }
        return records
    }
}

/// The file of a study, open from before its first round until the end.
struct StudyFile: ~Copyable {
    private let path: String
    private let file: Descriptor
    /// Half a line of an earlier study stays by itself.
    private var isAfterHalf: Bool

    /// Opens it, or creates it for its owner only.
    ///
    /// - Throws: if it cannot be written, or has something else than rounds.
    init(_ path: String, _ note: (String) -> Void) throws(CommandError) {
        // Reading and writing does not wait for the other end of a pipe.
        let file = Descriptor(owning: unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
        guard file.number >= 0 else { throw .file("\(path): \(SystemError.text())") }
        guard File.isRegular(path) else { throw .file("\(path): not a regular file") }
        let text = try File.text(path)
        _ = try StudyRecord.all(in: text, of: path, note)
        self.path = path
        self.file = file
        isAfterHalf = !(text.utf8.last == UInt8(ascii: "\n") || text.isEmpty)
    }

    /// Appends a round, as a whole or not at all.
    mutating func append(_ record: StudyRecord) throws(CommandError) {
        let end = lseek(file.number, 0, SEEK_END)
        do throws(SystemError) {
            try file.write(Array(((isAfterHalf ? "\n" : "") + record.line).utf8), to: path)
            isAfterHalf = false
        } catch {
            _ = ftruncate(file.number, end)
            throw .file("\(path): \(error.reason); the rounds before this one are in it")
        }
    }
}
