import Arguments
import InterfaceFiles
import StrictJSON
import Testing
import TouchCore
import Varlink

@testable import TouchClient

/// Errors of the daemon in plain words.
struct ErrorSentenceTests {
    /// Every error that the interfaces declare.
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
        ["status", "--frame", "0,0,9,9"], ["bundle", "report.zip"],
    ])
    func `a usage error is one line, before the daemon is called`(words: [String]) {
        var complaints: [String] = []
        let status = ControlProgram.run(["touchctl"] + words, output: { _ in }, complaint: { complaints.append($0) })
        #expect(status == .usage && complaints.count == 1)
    }

    @Test(arguments: [
        ("screen", "the screen is held by uid 1001 (see touchctl scenes)"),
        ("calibration", "uid 1001 is calibrating a panel"),
    ])
    func `who is in the way is named if the daemon names them`(reason: String, sentence: String) throws {
        let parameters: JSONObject = ["reason": .string(reason), "uid": 1_001]
        #expect(try Self.complaint(["calibrate"], "io.touchd.calibration.Busy", parameters) == "touchctl: \(sentence)")
    }

    @Test(
        arguments: [
            (["unlock", "anna", "--on-screen"], "io.touchd.unlock.Busy", ["reason": "requests"]),
            (["captcha", "--on-screen"], "io.touchd.captcha.Busy", ["reason": "requests"]),
            (["calibrate"], "io.touchd.calibration.Busy", ["reason": "requests"]),
        ] as [([String], String, JSONObject)])
    func `too many requests are not another program's use of the screen`(
        words: [String], error: String, parameters: JSONObject
    ) throws {
        let sentence = "touchctl: too many requests wait for the screen (try again when some have ended)"
        #expect(try Self.complaint(words, error, parameters) == sentence)
    }

    @Test(arguments: [
        ("widget", "another program waits for this widget already (see touchctl scenes)"),
        ("screen", "the screen is held by another user (see touchctl scenes)"),
        ("scenes", "too many scenes are on screen (see touchctl scenes)"),
    ])
    func `what is in the way is not too many requests`(reason: String, sentence: String) throws {
        let told = try Self.complaint(
            ["unlock", "anna", "--on-screen"], "io.touchd.unlock.Busy", ["reason": .string(reason)])
        #expect(told == "touchctl: \(sentence)")
    }

    @Test func `an altered record names the user and the way out`() throws {
        let words = ["unlock", "anna", "--on-screen"]
        let text = try Self.complaint(words, "io.touchd.unlock.RecordAltered", ["user": "anna"])
        #expect(text.contains("anna") && text.contains("recovery key"))
    }

    @Test func `a refused proof says why`() throws {
        let text = try Self.complaint(["remove", "anna"], "io.touchd.unlock.ProofRefused", ["reason": "token_used"])
        #expect(text == "touchctl: current pattern or PIN: proof refused: it was used before (try again)")
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
