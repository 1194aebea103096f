import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// When the daemon ignores touches: another active session, sleep.
@Suite struct PauseTests {
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    /// The next reply that reports whether touches are accepted.
    private static func pauses(_ screen: Presentation<Stream>) throws -> JSON? {
        while true {
            let reply = try screen.next()
            if let paused = reply["paused"] { return paused }
        }
    }

    // MARK: - Seat

    @Test(.needsRoot) func `touches count while the session of the scene's owner is active`() throws {
        let seat = try LoggedSeat()
        seat.write(sessions: [(1, user: 0, state: "active")])
        var setup = Line.Setup()
        setup.wrapper = seat.wrapper
        try withLine(setup) { line in
            let screen = try line.present(Self.button)
            try line.draw("down 0 640,400")
            try screen.event("began")

            seat.write(sessions: [(1, user: 0, state: "online"), (2, user: 1_234, state: "active")])
            #expect(try screen.event("cancelled")["reason"] == "contact_lost")
            #expect(try Self.pauses(screen) == ["seat"])
            #expect(try line.call("io.touchd.manage.Status")["pause"]?.objectValue?["paused"] == ["seat"])
            try line.draw("up 0")
            try line.draw("down 1 640,400")
            let watch = try line.stream("io.touchd.device.Watch")
            #expect(try watch.next()["paused"] == ["seat"])
            let ignored = try line.stream("io.touchd.monitor.Unheard").next()["landings"]?.arrayValue
            #expect(ignored?.map { $0.objectValue?["reason"] } == ["seat"], "\(ignored ?? [])")

            seat.write(sessions: [(1, user: 0, state: "active"), (2, user: 1_234, state: "online")])
            #expect(try watch.next()["paused"] == [])
            // The finger that landed meanwhile stays with the other session.
            try line.draw("up 1")
            try line.draw("tap 640,400")
            try screen.event("pressed")
            #expect(screen.names == ["began", "cancelled", "began", "pressed"])
        }
    }

    @Test(.needsRoot) func `another user's console does not affect a front end without a session`() throws {
        let seat = try LoggedSeat()
        seat.write(sessions: [(2, user: 1_234, state: "active")])
        var setup = Line.Setup()
        setup.wrapper = seat.wrapper
        try withLine(setup) { line in
            let screen = try line.present(Self.button)
            try line.draw("tap 640,400")
            try screen.event("pressed")
            #expect(try line.call("io.touchd.manage.Status")["pause"]?.objectValue?["paused"] == [])
        }
    }

    @Test(.needsRoot) func `the users named must have the active session, whoever shows the scene`() throws {
        let seat = try LoggedSeat()
        seat.write(sessions: [(3, user: 65_534, state: "online")])
        var setup = Line.Setup()
        setup.wrapper = seat.wrapper
        setup.daemon = "session-users=nobody"
        try withLine(setup) { line in
            let screen = try line.present(Self.button)
            #expect(try Self.pauses(screen) == ["seat"])
            seat.write(sessions: [(3, user: 65_534, state: "active")])
            #expect(try Self.pauses(screen) == [])
        }
    }

    // MARK: - Sleep

    @Test func `sleep waits until contacts are cancelled, and afterward touches count again`() throws {
        let logind = try MockLogind()
        var setup = Line.Setup()
        setup.variables = ["DBUS_SYSTEM_BUS_ADDRESS": logind.address]
        try withLine(setup) { line in
            #expect(try logind.awaitLocks(1).contains(#""sleep" "touchd""#))
            let screen = try line.present(Self.button)
            try line.draw("down 0 640,400")
            try screen.event("began")

            try logind.announceSleep(true)
            #expect(try screen.event("cancelled")["reason"] == "contact_lost")
            #expect(try Self.pauses(screen) == ["sleep"])
            _ = try logind.awaitLocks(0)
            try line.draw("up 0")

            try logind.announceSleep(false)
            _ = try logind.awaitLocks(1)
            #expect(try Self.pauses(screen) == [])
            try line.draw("tap 640,400")
            try screen.event("pressed")
            #expect(screen.names == ["began", "cancelled", "began", "pressed"])
        }
    }
}
