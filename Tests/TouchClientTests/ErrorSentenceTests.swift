import Arguments
import InterfaceFiles
import StrictJSON
import Testing
import TouchCore
import Varlink

@testable import TouchClient

struct ErrorSentenceTests {
    private static let declared: [String] = InterfaceFiles.all.flatMap { name, text in
        ((try? InterfaceDescription(parsing: text))?.errors.keys.map { "\(name).\($0)" } ?? []).sorted()
    }

    private static func complaint(_ words: [String], _ error: String, _ parameters: JSONObject = [:]) throws -> String {
        let run = try FakeDaemon.touchctl(words) { _ in
            [["error": .string(error), "parameters": .object(parameters)]]
        }
        #expect(run.status == .couldNotRun && run.complaints.count == 1)
        return run.complaints.first ?? ""
    }

    @Test func `every error that an interface declares has words`() throws {
        #expect(Self.declared.count > 25)
        let raw = try Self.declared.filter { error in
            let text = try Self.complaint(["status"], error)
            return text.contains("io.touchd") || text.contains("{")
        }
        #expect(raw == [])
    }

    @Test(arguments: [
        [], ["status", "now"], ["unlock"], ["--speed", "status"], ["unlock", "anna", "--attempts", "0"],
        ["captcha", "--target", "2"], ["unlock", "anna", "--frame", "1,2,3"], ["watch", "birds"],
        ["status", "--frame", "0,0,9,9"], ["bundle", "report.zip"], ["unlock", "anna", "--frame", "nan,0,1,1"],
        ["unlock", "anna", "--frame", "0,inf,1,1"], ["unlock", "anna", "--pam"], ["status", "--pam"],
        ["unlock", "--pam", "--json"], ["--pam"], ["study"], ["study", "unlock", "--to", "f"], ["study", "gesture"],
        ["study", "gesture", "--to", "f", "--rounds", "0"], ["study", "report"], ["study", "pattern", "--to", "f"],
        ["study", "report", "f", "--to", "g"], ["study", "report", "f", "--rounds", "2"],
        ["study", "report", "f", "--silence", "2"], ["study", "report", "f", "--socket", "s"],
        ["study", "captcha", "--to", "f", "--json"], ["study", "captcha", "now", "--to", "f"],
    ])
    func `a usage error is one line, before the daemon is called`(words: [String]) {
        let run = Run(words)
        #expect(run.status == .usage && run.complaints.count == 1)
    }

    private static let (unlock, seeScenes) = (["unlock", "anna", "--on-screen"], "(see touchctl scenes)")
    private static let waiting = "too many requests wait for the screen (try again when some have ended)"

    @Test(
        arguments: [
            (
                ["calibrate"], "calibration.Busy", ["reason": "screen", "uid": 1_001],
                "the screen is held by uid 1001 \(seeScenes)"
            ),
            (["dismiss", "abc"], "scene.Busy", ["uid": 1_000], "the screen is held by uid 1000 \(seeScenes)"),
            (
                ["calibrate"], "calibration.Busy", ["reason": "calibration", "uid": 1_001],
                "uid 1001 is calibrating a panel"
            ),
            (["calibrate"], "calibration.Busy", ["reason": "requests"], waiting),
            (["captcha", "--on-screen"], "captcha.Busy", ["reason": "requests"], waiting),
            (
                ["captcha", "--on-screen"], "captcha.Busy", ["reason": "study"],
                "another study is in progress (wait for its end, or interrupt it)"
            ),
            (unlock, "unlock.Busy", ["reason": "requests"], waiting),
            (
                unlock, "unlock.Busy", ["reason": "widget"],
                "another program waits for this widget already \(seeScenes)"
            ),
            (unlock, "unlock.Busy", ["reason": "screen"], "the screen is held by another user \(seeScenes)"),
            (unlock, "unlock.Busy", ["reason": "scenes"], "too many scenes are on screen \(seeScenes)"),
            (
                unlock, "unlock.RecordAltered", ["user": "anna"],
                "failed attempts of anna: record changed by another program (use the recovery key, or enroll again)"
            ),
            (
                ["remove", "anna"], "unlock.ProofRefused", ["reason": "token_used"],
                "current pattern or PIN: proof refused: it was used before (try again)"
            ),
        ] as [([String], String, JSONObject, String)])
    func `an error is a sentence with its reason, and with whom it names`(
        words: [String], error: String, parameters: JSONObject, sentence: String
    ) throws {
        #expect(try Self.complaint(words, "io.touchd.\(error)", parameters) == "touchctl: \(sentence)")
    }

    @Test(arguments: [("pattern", "connect more dots"), ("pin", "enter more digits")])
    func `an entry that is too short names no minimum, which the administrator sets`(
        secret: String, words: String
    ) throws {
        let run = try FakeDaemon.touchctl(["enroll", "anna", "--on-screen", "--secret", secret]) { _ in
            [
                ["continues": true, "parameters": ["step": "too_short"]],
                ["parameters": ["outcome": "cancelled"]],
            ]
        }
        #expect(run.output.contains("too short: \(words)\n"))
    }

    @Test(arguments: [
        (Int64(1), "wait", Int64(1)), (1_000_000, "wait", 1), (1_000_001, "wait", 2), (119_000_000, "wait", 119),
        (119_000_001, "wait_minutes", 2), (120_000_000, "wait_minutes", 2), (120_000_001, "wait_minutes", 3),
        (3_600_000_000, "wait_minutes", 60),
    ])
    func `a wait is told in seconds, and in minutes from two minutes on`(left: Int64, key: String, number: Int64) {
        let told = Words.waiting(.microseconds(left))
        #expect(told.key == key && told.number == number)
    }
}

@Suite(.timeLimit(.minutes(10))) struct TerminalTextTests {
    private static let text = "a\u{1b}]0;b\u{7}\u{9b}31m\r\nc\u{202e}d\u{2066}é"
    private static let shown = #"a\x1b]0;b\x07\x9b31m\x0d\nc\u{202e}d\u{2066}é"#

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x0a, 0x0b..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: false
            default: true
            }
        }
    }

    @Test(arguments: [
        "status", "users", "devices", "devices --explain", "results", "results 7", "watch results", "watch devices",
        "watch --ignored", "redeem a.b.c", "audit head", "audit key", "audit verify", "stats", "reload",
        "recovery-key anna", "keys",
        "keys rotate", "calibrate", "calibrate --export", "unlock anna --on-screen",
    ])
    func `control characters in every text are escaped`(command: String) throws {
        let text = JSON.string(Self.text)
        let item: JSON = .object(
            JSONObject(
                [
                    "name", "node", "kind", "outcome", "user", "reason", "provenance", "id", "pin", "panel", "why",
                    "exposure", "section", "key", "before", "after", "issuer", "resultId", "stage",
                ].map { ($0, text) } + [("matrix", [1, 0, 0, 0, 1, 0])]))
        var reply: JSONObject = [
            "version": text, "panels": ["problem": text], "vault": ["problem": text], "pause": ["paused": [text]],
            "access": ["rights": [text], "allowProvenance": [text], "standing": [item]], "paused": [text], "head": text,
            "kid": text, "passed": true, "applied": true, "intact": true,
            "outcome": "passed", "stage": "refused", "reason": text,
        ]
        for name in [
            "users", "devices", "candidates", "results", "counters", "latencies", "changes", "calibrations",
            "landings",
        ] { reply[name] = [item] }
        for name in ["result", "claims", "jwks", "key", "added"] { reply[name] = item }
        if command == "recovery-key anna" { reply["key"] = text }
        if command == "unlock anna --on-screen" { reply["resultId"] = text }
        let answer: JSONObject = ["parameters": .object(reply)]
        let words = command.split(separator: " ").map(String.init)
        let run = try FakeDaemon.touchctl(words) { _ in [answer] }
        #expect(Self.isPlain(run.output))
        #expect(run.output.contains(Self.shown) || run.output.contains(#"a\\x1b]0;b"#), "\(run)")
        let json = try FakeDaemon.touchctl(words + ["--json"]) { _ in [answer] }
        #expect(json.output == reply.description + "\n")
    }

    @Test func `an error is one line whatever its text`() throws {
        let text = JSON.string(Self.text)
        for name in ["io.touchd.scene.BadWidget", "io.touchd." + Self.text, "org.varlink.service.InvalidParameter"] {
            let run = try FakeDaemon.touchctl(["users"]) { _ in
                [["error": .string(name), "parameters": ["reason": text, "parameter": text]]]
            }
            #expect(run.status != .passed && run.complaints.count == 1)
            #expect(run.complaints.allSatisfy { Self.isPlain($0) && $0.contains("\\x") && !$0.contains("\n") })
        }
    }

    @Test func `a diagnosis is escaped too, its remedy line by line`() {
        let text = Diagnosis(.error, "c", at: Self.text, Self.text, remedy: "one\n\u{1b}two").text
        #expect(text == "error: \(Self.shown): \(Self.shown) [c]\n    one\n    \\x1btwo\n")
    }

    @Test func `a picture contains no control character`() {
        var picture = TerminalPicture(width: 100, height: 100)
        let empty = picture.text.unicodeScalars.count { $0 == "\u{1b}" }
        picture.write("\u{1b}[2J", .quiet, x: 50, y: 50)
        #expect(picture.text.unicodeScalars.count { $0 == "\u{1b}" } == empty)
        #expect(picture.text.contains("\\x1b[2J"))
    }

    @Test func `a sentence is wrapped between words`() {
        var picture = TerminalPicture(width: 200, height: 160, columns: 20, rows: 8)
        picture.write("one two three four", .ink, x: 100, y: 0, within: 120)
        let rows = picture.text.split(separator: "\r\n")
        #expect(rows[0].contains("mone two\u{1b}") && rows[1].contains("mthree four\u{1b}"))
    }
}
