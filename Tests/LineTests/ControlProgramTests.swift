import StrictJSON
import Testing
import TestSupport

@Suite(.showsLogs) struct ControlProgramTests {
    /// Starts a touchctl that waits for a finger, and waits until it does.
    private func waiting(_ words: String..., on line: Line) throws -> Program {
        let program = try line.launch("touchctl", ["--socket", line.socket, "--frame", Widgets.area] + words)
        _ = try program.output.first { $0.hasPrefix("on screen") }
        return program
    }

    @Test func `status, devices, users and results show what there is, and with --json on one line`() throws {
        let section = "group-frontend=\n[panel left]\nmatch-path=usb-9"
        let line = try Line(Line.Setup(access: section, properties: ["ID_PATH=usb-9"]))
        let state = try line.touchctl("status")
        #expect(state.status == 0)
        #expect(state.output.first?.hasPrefix("touchd ") == true)
        #expect(state.output.contains { $0.hasPrefix("panels       1, view 1280×800") }, "\(state.output)")
        let panels = try line.touchctl("devices")
        #expect(panels.status == 0)
        #expect(panels.output.count == 2)
        #expect(panels.output.last?.contains("touchsim panel") == true)
        #expect(panels.output.last?.contains("virtual") == true)
        let row = try line.touchctl("devices", "--explain").output.first { $0.contains("event20") } ?? ""
        #expect(row.contains("as left") && row.contains("[panel left] by match-path"), "\(row)")
        for command in ["status", "devices", "users", "results"] {
            let (status, output, _) = try line.touchctl("--json", command)
            #expect(status == 0)
            #expect(output.count == 1)
            #expect(throws: Never.self) { try JSONObject(parsing: output[0]) }
        }
        #expect(try line.touchctl("users").output == ["no user has a pattern or PIN"])
        try line.enroll("anna")
        #expect(try line.touchctl("users").output.last?.hasPrefix("anna") == true)
        let id = try line.verify(drawing: "1-2-3-6-9").last?["resultId"]?.stringValue ?? ""
        let list = try line.touchctl("results")
        #expect(list.output.count == 3)
        #expect(list.output.last?.contains("wrong_pattern") == true)
        let one = try line.touchctl("results", id)
        #expect(one.status == 0)
        #expect(one.output.first?.contains("unlock of anna: failed (wrong_pattern), virtual panel") == true)
        let missing = String(repeating: "0", count: 32)
        let (status, _, errors) = try line.touchctl("results", missing)
        #expect(status == 3)
        #expect(errors == ["touchctl: no result \(missing)"])
    }

    @Test func `enroll ends with 0 when the pattern is stored, and remove removes it once`() throws {
        let line = try Line()
        let program = try waiting("enroll", "anna", on: line)
        try line.draw(dots: "1-4-8-5-9")
        _ = try program.output.first { $0.hasPrefix("recorded") }
        try line.draw(dots: "1-4-8-5-9")
        #expect(try program.end() == 0)
        #expect(try line.touchctl("remove", "anna").status == 0)
        let (status, _, errors) = try line.touchctl("remove", "anna")
        #expect(status == 3)
        #expect(errors == ["touchctl: anna has no pattern or PIN"])
    }

    @Test func `unlock ends with 0 for the right pattern, and with 1 for a wrong one or none`() throws {
        let line = try Line()
        try line.enroll()
        for (dots, status) in [("1-4-8-5-9", 0 as Int32), ("1-2-3-6-9", 1)] {
            let program = try waiting("unlock", "anna", "--attempts", "1", on: line)
            try line.draw(dots: dots)
            #expect(try program.end() == status)
        }
        #expect(try line.touchctl("unlock", "anna", "--timeout", "1").status == 1)
    }

    @Test func `an unlock that cannot be is refused at once: of a user who does not exist, or without a panel`() throws
    {
        let line = try Line()
        for way in ["--json", "--on-screen"] {
            let (status, output, errors) = try line.touchctl("unlock", "anna", way)
            #expect(status == 3)
            #expect(output.isEmpty)
            #expect(errors == ["touchctl: anna has no pattern or PIN"])
        }
        try line.enroll()
        try line.draw("unplug")
        let (status, _, errors) = try line.touchctl("unlock", "anna")
        #expect(status == 3)
        #expect(errors == ["touchctl: no touch panel is plugged in"])
    }

    @Test func `captcha ends with 0 when it is solved and 1 when it is missed`() throws {
        let line = try Line()
        let words = ["--socket", line.socket, "--frame", "440,250,400,300"]
        let captcha = ["captcha", "--target", "0.33", "--attempts", "1"]
        for (end, status) in [(0.33, 0 as Int32), (0.7, 1)] {
            let program = try line.launch("touchctl", words + captcha)
            _ = try program.output.first { $0.hasPrefix("on screen") }
            try line.draw("slide \(end) in 440,518,400,32 speed 5000")
            #expect(try program.end() == status)
        }
    }

    @Test func `watch prints results and panels as they come, and ends with 3 when the daemon ends`() throws {
        let line = try Line()
        let watch = try line.launch("touchctl", ["--socket", line.socket, "watch"])
        // A watcher prints nothing until something happens.
        try #require(
            try Patience.until {
                let access = try line.call("io.touchd.manage.Status")["access"]?.objectValue
                return access?["connections"]?.integerValue ?? 0 >= 2
            })
        try line.enroll()
        #expect(try watch.output.next()?.contains("enrollment of anna: passed") == true)
        let panels = try line.launch("touchctl", ["--socket", line.socket, "--json", "watch", "devices"])
        #expect(try panels.output.next()?.contains(#""devices":[{"#) == true)
        try line.draw("unplug")
        #expect(try panels.output.next() == #"{"removed":1}"#)
        try line.stopDaemon()
        for program in [watch, panels] { #expect(try program.end() == 3) }
    }

    @Test(.needsRoot) func `a missing permission ends with 1`() throws {
        let line = try Line()
        line.openToEverybody()
        let words = ["--reuid=65534", "--regid=65534", "--clear-groups", try line.lend("touchctl")]
        let (status, _, errors) = try line.launch(
            "/usr/bin/setpriv", words + ["--socket", line.socket, "remove", "anna"]
        ).outcome()
        #expect(status == 1)
        #expect(errors == ["touchctl: permission denied (run it as root, or see [access] in touchd.conf)"])
    }
}
