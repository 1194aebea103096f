import Glibc
import StrictJSON
import Testing
import TestSupport
import TouchCore

/// Touches ignored because of another session, or of sleep.
@Suite struct UnheardInputTests {
    /// No secret, beside which nothing would be reported.
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    /// Checks what is told of a tap in the middle of the view.
    private func check(_ line: Line, _ reason: String) throws {
        try line.draw("tap 640,400")
        let told = try line.stream("io.touchd.monitor.Unheard").next()["landings"]?.arrayValue?.compactMap(
            \.objectValue)
        #expect(told?.count == 1 && told?.first?["reason"]?.stringValue == reason, "\(told ?? [])")
        let (x, y) = (told?.first?["x"]?.doubleValue ?? -1, told?.first?["y"]?.doubleValue ?? -1)
        #expect(abs(x - 640) <= 2 && abs(y - 400) <= 2)
    }

    @Test func `a finger that lands while the machine goes to sleep is reported`() throws {
        let logind = try MockLogind()
        var setup = Line.Setup()
        setup.variables = ["DBUS_SYSTEM_BUS_ADDRESS": logind.address]
        try withLine(setup) { line in
            _ = try logind.awaitLocks(1)
            try logind.announceSleep(true)
            _ = try logind.awaitLocks(0)
            try check(line, "sleep")
        }
    }

    @Test(.needsRoot) func `a finger that lands in another session is reported`() throws {
        let seat = try LoggedSeat()
        seat.write(sessions: [(1, user: 0, state: "active")])
        var setup = Line.Setup()
        setup.wrapper = seat.wrapper
        try withLine(setup) { line in
            let screen = try line.present(Self.button)
            seat.write(sessions: [(1, user: 0, state: "online"), (2, user: 1_234, state: "active")])
            while try screen.next()["paused"] != ["seat"] {}
            try check(line, "seat")
            withExtendedLifetime(screen) {}
        }
    }
}
