import StrictJSON
import TestSupport
import Testing

/// The same by `touchctl`, and for PAM.
@Suite(.showsLogs) struct DialsProgramTests {
    private static func enter(_ numbers: String, on line: Line) throws {
        for (dial, number) in numbers.enumerated() {
            for _ in 0..<(number.wholeNumberValue ?? 0) { try line.draw("tap \(150 + 100 * dial),200") }
        }
        try line.draw("tap 300,400")
    }

    private static func launch(_ words: String..., on line: Line) throws -> Program {
        let program = try line.launch(
            "touchctl", ["--socket", line.socket, "--frame", "100,100,400,400"] + words)
        _ = try program.output.first { $0.hasPrefix("on screen") }
        return program
    }

    @Test func `touchctl and PAM ask for a combination in its words`() throws {
        let line = try Line()
        let enrollment = try Self.launch("enroll", "anna", "--secret", "dials", on: line)
        try Self.enter("3141", on: line)
        #expect(try enrollment.output.first { $0.hasPrefix("recorded") }.contains("set them again"))
        try Self.enter("3141", on: line)
        #expect(try enrollment.end() == 0)
        for (numbers, status) in [("3141", 0 as Int32), ("1413", 1)] {
            let unlock = try Self.launch("unlock", "anna", "--attempts", "1", on: line)
            try Self.enter(numbers, on: line)
            #expect(try unlock.end() == status)
        }
        let requests = try line.watching("io.touchd.scene.Requests")
        let caller = try line.launch(
            "touchctl", ["--socket", line.socket, "unlock", "--pam"],
            ["PAM_TYPE": "auth", "PAM_USER": "anna", "PAM_SERVICE": "sudo"])
        let wanted = try requests.next()["wanted"]?.objectValue
        #expect(wanted?["secret"] == "dials")
        let widget: JSON = [
            "id": "it", "kind": "dials", "x": 100.0, "y": 100.0, "width": 400.0, "height": 400.0,
            "request": wanted?["id"],
        ]
        let scene = try line.present(widget)
        try Self.enter("3141", on: line)
        #expect(try caller.end() == 0)
        #expect(try caller.output.rest().contains("Set the dials of anna on the screen."))
        _ = scene
    }
}
