import StrictJSON
import Testing
import TestSupport

/// What can be observed by someone who does not see the drawing, with touchctl and in the log.
@Suite struct EqualAnswersTests {
    /// What users other than administrators can read about one drawing.
    private struct Told: Equatable {
        let status: Int32
        /// Standard output and error of `touchctl unlock`, without ids and tokens, and their full lengths.
        let output: [String]
        let lengths: [Int]
        /// The log of that time, without this test's own queries and the numbers of results and users.
        let log: [String]
    }

    /// Lets a user without rights request an unlock with touchctl, and draws.
    private func told(_ user: String, drawing dots: String, options: [String], on line: Line) throws -> Told {
        let logged = try line.log().count
        let program = try line.launch(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", line.folder.path(of: "touchctl")]
                + ["--socket", line.socket, "--frame", Widgets.area, "unlock", user, "--attempts", "1"] + options)
        #expect(try Patience.until { try line.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] != 0 })
        let status = try line.draw(dots: dots, until: program)
        let output = try program.output.rest() + program.errors.rest()
        return Told(
            status: status, output: output.map { $0.replacing(user, with: "USER").replacing(Self.id, with: "ID") },
            lengths: output.map { $0.replacing(user, with: "USER").utf8.count },
            log: try line.log()[logged...].filter { !$0.contains(" of uid 0,") }.map { line in
                line.replacing(user, with: "USER").replacing(/(RESULT|USER|SEQUENCE)=[0-9a-f]+/) { "\($0.output.1)=" }
            })
    }

    /// Ids, tokens and times.
    private static var id: some RegexComponent { /[A-Za-z0-9_.+\/=-]*[0-9][A-Za-z0-9_.+\/=-]{9,}/ }

    @Test(.needsRoot, arguments: [[], ["--json"]])
    func `touchctl and the log distinguish neither duress nor unknown users`(options: [String]) throws {
        try withLine { line in
            try line.enroll("anna")
            let enrollment = try line.launch(
                "touchctl", ["--socket", line.socket, "--frame", Widgets.area, "enroll", "anna", "--duress"])
            for (sign, dots) in [("on screen", "1-4-8-5-9"), ("on screen", "7-5-9-6-2"), ("recorded", "7-5-9-6-2")] {
                _ = try enrollment.output.first { $0.hasPrefix(sign) }
                try line.draw(dots: dots)
            }
            #expect(try enrollment.end() == 0)
            line.openToEverybody()
            _ = try line.lend("touchctl")

            let own = try told("anna", drawing: "1-4-8-5-9", options: options, on: line)
            let forced = try told("anna", drawing: "7-5-9-6-2", options: options, on: line)
            #expect(own.status == 0)
            #expect(own == forced)
            let wrong = try told("anna", drawing: "1-2-3-6-9", options: options, on: line)
            let stranger = try told("zoe1", drawing: "1-2-3-6-9", options: options, on: line)
            #expect(wrong.status == 1)
            #expect(wrong == stranger)
            for told in [own, wrong] { #expect(told.log.contains { $0.contains("unlock ") }, "\(told.log)") }
            // The comparison detects differences.
            #expect(own.output != wrong.output)
            #expect(own.log != wrong.log)
        }
    }
}
