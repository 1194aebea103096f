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
