import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// When the daemon ignores touches: another active session, sleep, an inhibited panel, cleaning.
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

    @Test func `a missing user is an error in the configuration`() throws {
        var setup = Line.Setup(startsDaemon: false)
        setup.daemon = "session-users=nobody-of-that-name"
        try withLine(setup) { line in
            let daemon = try line.launchDaemon()
            #expect(try daemon.end() == 2)
            #expect(
                try daemon.errors.rest().contains {
                    $0.contains("session-users=nobody-of-that-name: no such user")
                })
        }
    }

    // MARK: - Sleep

    @Test func `sleep waits until contacts are cancelled, and the touch that wakes presses nothing`() throws {
        let logind = try MockLogind()
        var setup = Line.Setup()
        setup.variables = ["DBUS_SYSTEM_BUS_ADDRESS": logind.address]
        setup.input = "wake-guard=2s"
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
            // Within two seconds, unless the machine is too slow for the test.
            try line.draw("down 1 640,400")
            #expect(try Self.pauses(screen) == [])
            try line.draw("up 1")
            try line.draw("tap 640,400")
            try screen.event("pressed")
            #expect(screen.names == ["began", "cancelled", "began", "pressed"])
        }
    }

    // MARK: - Inhibited

    /// Writes the attribute of the first panel, as administrators do.
    private static func setInhibited(_ isInhibited: Bool, _ line: Line) throws {
        let bed = try #require(line.environment["UMOCKDEV_DIR"])
        let file = unsafe open("\(bed)/sys/devices/virtual/input/input20/inhibited", O_WRONLY | O_CLOEXEC)
        #expect(unsafe write(file, isInhibited ? "1\n" : "0\n", 2) == 2)
        close(file)
    }

    @Test func `an inhibited panel is cancelled, and nothing was pressed`() throws {
        try withLine { line in
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            let screen = try line.present(Self.button)
            try line.draw("down 0 640,400")
            try screen.event("began")
            // Like the kernel: lifts the fingers in a separate frame, then sets the attribute.
            let lift = "E: 0.000000 3 2f 0\nE: 0.000000 3 39 -1\nE: 0.000000 1 14a 0\nE: 0.000000 0 0 1\n"
            try line.draw("play \(line.folder.write(lift, to: "lift.events"))")
            #expect(try screen.event("cancelled", "pressed")["name"] == "cancelled")
            try Self.setInhibited(true, line)
            #expect(try watch.next()["changed"]?.objectValue?["inhibited"] == true)
            try Self.setInhibited(false, line)
            #expect(try watch.next()["changed"]?.objectValue?["inhibited"] == nil)
            try line.draw("tap 640,400")
            try screen.event("pressed")
        }
    }

    @Test func `a finger that lifts before a panel is inhibited has pressed, however late that is read`() throws {
        try withLine { line in
            let screen = try line.present(Self.button)
            try line.draw("down 0 640,400")
            try screen.event("began")
            let daemon = try #require(line.daemon)
            daemon.send(SIGSTOP)
            try line.draw("up 0")
            try Self.setInhibited(true, line)
            daemon.send(SIGCONT)
            #expect(try screen.event("cancelled", "pressed")["name"] == "pressed")
        }
    }

    // MARK: - Cleaning

    @Test func `while the screen is cleaned touches are ignored, until cleaning is ended`() throws {
        try withLine { line in
            let screen = try line.present(Self.button)
            try line.draw("down 0 640,400")
            try screen.event("began")
            try line.call("io.touchd.manage.StartCleaning", ["durationUSec": 600_000_000])
            try screen.event("cancelled")
            #expect(try Self.pauses(screen) == ["cleaning"])
            let status = try line.call("io.touchd.manage.Status")
            let pause = try #require(status["pause"]?.objectValue)
            #expect(pause["paused"] == ["cleaning"])
            #expect((1...600_000_000).contains(pause["cleaningUSec"]?.integerValue ?? 0))
            try line.draw("up 0")
            #expect(try line.daemon?.errors.first { $0.contains("grabbed: no other program") } != nil)
            try line.draw("tap 640,400")
            let control = try line.launch("touchctl", ["--socket", line.socket, "clean", "off"])
            #expect(try control.end() == 0)
            #expect(try Self.pauses(screen) == [])
            try line.draw("tap 640,400")
            try screen.event("pressed")
            #expect(screen.names == ["began", "cancelled", "began", "pressed"])
            #expect(try line.call("io.touchd.manage.StopCleaning")["ended"] == false)
        }
    }

    @Test(arguments: [0, -1, 999_999, 600_000_001])
    func `cleaning for a time other than 1 to 600 s is rejected`(duration: Int64) throws {
        try withLine(Line.Setup(isPlugged: false)) { line in
            let refusal = try line.refusal("io.touchd.manage.StartCleaning", ["durationUSec": .integer(duration)])
            #expect(refusal == .invalidParameter("durationUSec", allowed: 1_000_000...600_000_000))
        }
    }

    @Test(.needsRoot) func `only administrators start and stop cleaning`() throws {
        try withLine(Line.Setup(isPlugged: false)) { line in
            line.openToEverybody()
            let calls: [(String, JSONObject)] = [
                ("StartCleaning", ["durationUSec": 5_000_000]), ("StopCleaning", [:]),
            ]
            for (method, parameters) in calls {
                let refusal = try line.refusal("io.touchd.manage.\(method)", parameters, as: .nobody)
                #expect(refusal == .permissionDenied)
            }
        }
    }
}
