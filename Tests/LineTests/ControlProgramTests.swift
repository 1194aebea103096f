import StrictJSON
import Testing
import TestSupport

/// `touchctl` as used by scripts: exit status, text, `--json`.
@Suite struct ControlProgramTests {
    /// Runs touchctl to its end.
    private func touchctl(
        _ words: String..., on line: Line
    ) throws -> (status: Int32, output: [String], errors: [String]) {
        let program = try line.launch("touchctl", ["--socket", line.socket] + words)
        let status = try program.end()
        return (status, try program.output.rest(), try program.errors.rest())
    }

    /// Starts a touchctl that waits for a finger, and waits until it does.
    private func waiting(_ words: String..., on line: Line) throws -> Program {
        let program = try line.launch("touchctl", ["--socket", line.socket, "--frame", Widgets.area] + words)
        _ = try program.output.first { $0.hasPrefix("on screen") }
        return program
    }

    @Test func `status shows the state of the daemon`() throws {
        try withLine { line in
            let (status, output, _) = try touchctl("status", on: line)
            #expect(status == 0)
            #expect(output.first?.hasPrefix("touchd ") == true)
            #expect(output.contains { $0.hasPrefix("panels       1, view 1280×800") }, "\(output)")
        }
    }

    @Test func `devices lists the panel`() throws {
        try withLine { line in
            let (status, output, _) = try touchctl("devices", on: line)
            #expect(status == 0)
            #expect(output.count == 2)
            #expect(output.last?.contains("touchsim panel") == true)
            #expect(output.last?.contains("virtual") == true)
        }
    }

    @Test func `users lists who has a pattern`() throws {
        try withLine { line in
            #expect(try touchctl("users", on: line).output == ["no user has a pattern or PIN"])
            try line.enroll("anna")
            #expect(try touchctl("users", on: line).output.last?.hasPrefix("anna") == true)
        }
    }

    @Test(arguments: ["status", "devices", "users", "results"])
    func `with --json a reply is one line`(command: String) throws {
        try withLine { line in
            let (status, output, _) = try touchctl("--json", command, on: line)
            #expect(status == 0)
            #expect(output.count == 1)
            #expect(throws: Never.self) { try JSONObject(parsing: output[0]) }
        }
    }

    @Test func `enroll ends with 0 when the pattern is stored`() throws {
        try withLine { line in
            let program = try waiting("enroll", "anna", on: line)
            try line.draw(dots: "1-4-8-5-9")
            _ = try program.output.first { $0.hasPrefix("recorded") }
            try line.draw(dots: "1-4-8-5-9")
            #expect(try program.end() == 0)
        }
    }

    @Test(arguments: [("1-4-8-5-9", 0 as Int32), ("1-2-3-6-9", 1)])
    func `unlock ends with 0 for the right pattern and 1 for a wrong one`(dots: String, status: Int32) throws {
        try withLine { line in
            try line.enroll()
            let program = try waiting("unlock", "anna", "--attempts", "1", on: line)
            try line.draw(dots: dots)
            #expect(try program.end() == status)
        }
    }

    @Test func `with --json unlock prints the attempt and the outcome`() throws {
        try withLine { line in
            try line.enroll()
            let program = try line.launch(
                "touchctl",
                ["--socket", line.socket, "--frame", Widgets.area, "--json", "unlock", "anna", "--attempts", "1"])
            // Nothing is printed before the drawing, so the scene is queried.
            try #require(
                try Patience.until { try line.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] != 0 })
            #expect(try line.draw(dots: "1-2-3-6-9", until: program) == 1)
            let replies = try program.output.rest().map { try JSONObject(parsing: $0) }
            #expect(replies.first?["attempt"]?.objectValue?["outcome"] == "failed")
            #expect(replies.last?["outcome"] == "failed")
        }
    }

    @Test func `with --json captcha prints the outcome and that it proves nothing`() throws {
        try withLine { line in
            let program = try line.launch(
                "touchctl",
                [
                    "--socket", line.socket, "--frame", "440,250,400,300", "--json", "captcha", "--target", "0.33",
                    "--attempts", "1",
                ])
            try #require(
                try Patience.until { try line.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] != 0 })
            try line.draw("slide 0.33 in 440,518,400,32 speed 5000")
            let status = try program.end()
            #expect(status == 0)
            let last = try program.output.rest().last.map { try JSONObject(parsing: $0) }
            #expect(last?["outcome"] == "passed")
            #expect(last?["demo"] == true)
        }
    }

    @Test func `an unlock without a drawing ends with 1`() throws {
        try withLine { line in
            try line.enroll()
            let (status, _, _) = try touchctl("unlock", "anna", "--timeout", "1", on: line)
            #expect(status == 1)
        }
    }

    @Test(arguments: [(0.33, 0 as Int32), (0.7, 1)])
    func `captcha ends with 0 when it is solved and 1 when it is missed`(end: Double, status: Int32) throws {
        try withLine { line in
            let program = try line.launch(
                "touchctl",
                [
                    "--socket", line.socket, "--frame", "440,250,400,300", "captcha", "--target", "0.33", "--attempts",
                    "1",
                ])
            _ = try program.output.first { $0.hasPrefix("on screen") }
            try line.draw("slide \(end) in 440,518,400,32 speed 5000")
            #expect(try program.end() == status)
        }
    }

    @Test func `remove removes a pattern once`() throws {
        try withLine { line in
            try line.enroll()
            #expect(try touchctl("remove", "anna", on: line).status == 0)
            let (status, _, errors) = try touchctl("remove", "anna", on: line)
            #expect(status == 3)
            #expect(errors == ["touchctl: anna has no pattern and no PIN"])
        }
    }

    @Test func `results lists attempts and shows one by its id`() throws {
        try withLine { line in
            try line.enroll()
            let id = try line.verify(drawing: "1-2-3-6-9").last?["result"]?.stringValue ?? ""
            let list = try touchctl("results", on: line)
            #expect(list.output.count == 3)
            #expect(list.output.last?.contains("wrong_pattern") == true)
            let one = try touchctl("results", id, on: line)
            #expect(one.status == 0)
            #expect(one.output.first?.contains("unlock of anna: failed (wrong_pattern), virtual panel") == true)
        }
    }

    @Test func `a missing result ends with 3`() throws {
        try withLine { line in
            let id = String(repeating: "0", count: 32)
            let (status, _, errors) = try touchctl("results", id, on: line)
            #expect(status == 3)
            #expect(errors == ["touchctl: no result \(id)"])
        }
    }

    @Test func `watch prints results as they come`() throws {
        try withLine { line in
            let watch = try line.launch("touchctl", ["--socket", line.socket, "watch"])
            // A watcher prints nothing until something happens; a second one that has printed means that the first is
            // ready.
            try #require(
                try Patience.until {
                    let access = try line.call("io.touchd.manage.Status")["access"]?.objectValue
                    return access?["connections"]?.integerValue ?? 0 >= 2
                })
            try line.enroll()
            #expect(try watch.output.next()?.contains("enrollment of anna: passed") == true)
        }
    }

    @Test func `watch prints panels as they come and go`() throws {
        try withLine { line in
            let watch = try line.launch("touchctl", ["--socket", line.socket, "--json", "watch", "devices"])
            #expect(try watch.output.next()?.contains(#""devices":[{"#) == true)
            try line.draw("unplug")
            #expect(try watch.output.next() == #"{"removed":1}"#)
        }
    }

    @Test func `watch ends with 3 when the daemon ends`() throws {
        try withLine { line in
            let watch = try line.launch("touchctl", ["--socket", line.socket, "watch", "devices"])
            _ = try watch.output.next()
            try line.stopDaemon()
            #expect(try watch.end() == 3)
        }
    }

    @Test(arguments: [
        [], ["dance"], ["status", "now"], ["unlock"], ["--speed", "status"], ["unlock", "anna", "--attempts", "0"],
        ["captcha", "--target", "2"], ["unlock", "anna", "--frame", "1,2,3"], ["watch", "birds"],
        ["demo", "anna"], ["status", "--frame", "0,0,9,9"],
    ])
    func `a usage error ends with 2 and one line`(words: [String]) throws {
        let program = try Program([Program.built("touchctl")] + words)
        #expect(try program.end() == 2)
        #expect(try program.errors.rest().count == 1)
    }

    @Test(arguments: ["status", "devices", "users", "results", "watch"])
    func `without a daemon every command ends with 3 and one line`(command: String) throws {
        let folder = try TemporaryFolder()
        let program = try Program(
            [Program.built("touchctl"), "--socket", folder.path(of: "none.sock"), command])
        #expect(try program.end() == 3)
        #expect(try program.errors.rest().count == 1)
    }

    @Test func `an unlock of a user who does not exist is refused at once`() throws {
        try withLine { line in
            for way in ["--json", "--on-screen"] {
                let (status, output, errors) = try touchctl("unlock", "anna", way, on: line)
                #expect(status == 3)
                #expect(output.isEmpty)
                #expect(errors == ["touchctl: anna has no pattern and no PIN"])
            }
        }
    }

    @Test func `without a panel an unlock ends with 3 and one line`() throws {
        try withLine { line in
            try line.enroll()
            try line.draw("unplug")
            let (status, _, errors) = try touchctl("unlock", "anna", on: line)
            #expect(status == 3)
            #expect(errors == ["touchctl: no touch panel is plugged in"])
        }
    }

    @Test(.needsRoot) func `a missing permission ends with 1`() throws {
        try withLine { line in
            line.openToEverybody()
            let program = try line.launch(
                "/usr/bin/setpriv",
                [
                    "--reuid=65534", "--regid=65534", "--clear-groups",
                    try line.lend("touchctl"), "--socket", line.socket, "remove", "anna",
                ])
            let status = try program.end()
            let errors = try program.errors.rest()
            #expect(status == 1)
            #expect(errors == ["touchctl: permission denied (run it as root, or see [access] in touchd.conf)"])
        }
    }
}
