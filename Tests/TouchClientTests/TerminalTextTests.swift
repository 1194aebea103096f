import Arguments
import StrictJSON
import Testing

@testable import TouchClient

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
