import Glibc
import StrictJSON
import Testing
import TestSupport

/// `touchctl pin`: only the present panels count from then on.
@Suite(.showsLogs) struct PinTests {
    @Test func `the drop-in is accepted unchanged, and the panel still counts`() throws {
        let line = try Line()
        try line.enroll()
        let folder = line.configuration + ".d"
        let file = folder + "/pinned-panels.conf"
        #expect(unsafe mkdir(folder, 0o755) == 0)
        let words = [Program.built("touchctl"), "--socket", line.socket, "pin", "-o", file]
        let (status, output, _) = try line.launch(
            "/bin/sh", ["-c", "umask 077 && exec \"$0\" \"$@\""] + words
        ).outcome()
        #expect(status == 0 && output.contains { $0.contains("systemctl reload") })
        #expect(TemporaryFolder.permissions(of: file) == 0o644)
        let reload = try line.call("io.touchd.manage.Reload")
        #expect(reload["applied"] == true && reload["problems"] == [], "\(reload)")
        #expect(try line.status("access")["pinned"] == true)
        #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
    }

    @Test func `without a panel nothing is written`() throws {
        let line = try Line(Line.Setup(isPlugged: false))
        let path = line.folder.path(of: "pins.conf")
        let output = try line.touchctl("pin", "-o", path)
        #expect(output.status == 3)
        #expect(unsafe access(path, F_OK) != 0)
    }
}

/// `touchctl measure` beside a daemon that reads the same panel.
@Suite(.showsLogs) struct MeasureTests {
    @Test func `ghosts of a live panel are counted, and a minimum life is proposed`() throws {
        let line = try Line()
        let program = try line.launch("touchctl", ["measure", "event20", "--seconds", "3"])
        // It prints nothing until the end, so the panel is touched as long as it runs.
        while program.isRunning { try line.draw("tap 640,400 hold 1") }
        #expect(try program.end() == 0)
        let lines = try program.output.rest()
        #expect(lines.first?.contains("event20  touchsim panel") == true, "\(lines)")
        #expect(lines.contains { $0.contains("min-life=") && $0.contains("too short to be fingers") }, "\(lines)")
    }
}
