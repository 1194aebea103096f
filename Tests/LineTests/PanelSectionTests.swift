import StrictJSON
import TestSupport
import Testing
import Varlink

/// Effects of `[panel NAME]` on a panel of a running daemon.
@Suite struct PanelSectionTests {
    private func withSection(_ lines: String, properties: [String] = [], _ body: (Line) throws -> Void) throws {
        var setup = Line.Setup(properties: properties)
        setup.access += "\n[panel left]\n" + lines
        try withLine(setup, body)
    }

    @Test func `the key by which a panel was matched is shown`() throws {
        try withSection("match-path=usb-9", properties: ["ID_PATH=usb-9"]) { line in
            let program = try line.launch("touchctl", ["--socket", line.socket, "devices", "--explain"])
            #expect(try program.end() == 0)
            let row = try program.output.rest().first { $0.contains("event20") }
            #expect(
                row?.contains("as left") == true && row?.contains("[panel left] by match-path") == true, "\(row ?? "")")
        }
    }
}
