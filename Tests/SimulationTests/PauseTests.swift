import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration
import TouchCore
import Varlink

@testable import TouchScreen
@testable import TouchService

/// When the daemon ignores touches: sleep, an inhibited panel, cleaning.
@Suite struct PauseTests {
    private static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    /// The next reply that reports whether touches are accepted.
    private static func pauses(_ screen: Presentation<KioskStream>) throws -> JSON? {
        while true {
            let reply = try screen.next()
            if let paused = reply["paused"] { return paused }
        }
    }

    // MARK: - Seat

    @Test func `a missing user is an error in the configuration`() throws {
        try withKiosk(Kiosk.Setup(daemon: "session-users=nobody-of-that-name", startsDaemon: false)) { kiosk in
            let failure = try #require(#expect(throws: ConfigurationError.self) { try kiosk.startDaemon() })
            #expect("\(failure)".contains("session-users=nobody-of-that-name: no such user"))
        }
    }

    // MARK: - Sleep

    @Test func `sleep waits until contacts are cancelled, and the touch that wakes presses nothing`() throws {
        try withKiosk(Kiosk.Setup(input: "wake-guard=2s")) { kiosk in
            func announce(_ isComing: Bool) throws {
                let daemon = try #require(kiosk.daemon)
                daemon.server.batch { daemon.pauses.sleepAnnounced(isComing) }
                try kiosk.settle()
            }
            let screen = try kiosk.present(Self.button)
            try kiosk.draw("down 0 640,400")
            try screen.event("began")
            try announce(true)
            #expect(try screen.event("cancelled")["reason"] == "contact_lost")
            #expect(try Self.pauses(screen) == ["sleep"])
            try kiosk.draw("up 0")
            try kiosk.advance(by: .seconds(60))

            try announce(false)
            let woke = kiosk.clock.now
            try kiosk.draw("down 1 640,400")
            #expect(try Self.pauses(screen) == [])
            #expect(kiosk.clock.now.since(woke) == .seconds(2))
            try kiosk.draw("up 1")
            try kiosk.draw("tap 640,400")
            try screen.event("pressed")
            #expect(screen.names == ["began", "cancelled", "began", "pressed"])
            let ignored = try UnheardTests.landings(try kiosk.stream("io.touchd.monitor.Unheard"))
            #expect(ignored.map { $0["reason"] } == ["sleep"])
        }
    }

    // MARK: - Inhibited

    @Test func `an inhibited panel is cancelled, and nothing was pressed`() throws {
        try withKiosk { kiosk in
            let watch = try kiosk.stream("io.touchd.device.Watch")
            _ = try watch.next()
            let screen = try kiosk.present(Self.button)
            try kiosk.draw("down 0 640,400")
            try screen.event("began")
            let inhibited = kiosk.clock.now
            try kiosk.inhibit(true)
            #expect(try screen.event("cancelled", "pressed")["name"] == "cancelled")
            #expect(kiosk.clock.now == inhibited)
            #expect(try watch.next()["changed"]?.objectValue?["inhibited"] == true)
            try kiosk.inhibit(false)
            #expect(try watch.next()["changed"]?.objectValue?["inhibited"] == nil)
            try kiosk.draw("tap 640,400")
            try screen.event("pressed")
        }
    }

    @Test func `a finger that lifts before a panel is inhibited has pressed, however late that is read`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Self.button)
            try kiosk.draw("down 0 640,400")
            try screen.event("began")
            try kiosk.whileStopped {
                try kiosk.draw("up 0")
                try kiosk.inhibit(true)
            }
            #expect(try screen.event("cancelled", "pressed")["name"] == "pressed")
        }
    }

    // MARK: - Cleaning

    @Test func `while the screen is cleaned touches are ignored, until cleaning is ended`() throws {
        try withKiosk { kiosk in
            let screen = try kiosk.present(Self.button)
            try kiosk.draw("down 0 640,400")
            try screen.event("began")
            try kiosk.call("io.touchd.manage.StartCleaning", ["durationUSec": 600_000_000])
            try screen.event("cancelled")
            #expect(try Self.pauses(screen) == ["cleaning"])
            let status = try kiosk.call("io.touchd.manage.Status")
            let pause = try #require(status["pause"]?.objectValue)
            #expect(pause["paused"] == ["cleaning"])
            #expect(pause["cleaningUSec"] == 600_000_000)
            try kiosk.draw("up 0")
            #expect(kiosk.log().contains { $0.contains("grabbed: no other program") })
            #expect(kiosk.panels[0].isGrabbed)
            try kiosk.draw("tap 640,400")
            #expect(try kiosk.call("io.touchd.manage.StopCleaning")["ended"] == true)
            #expect(try Self.pauses(screen) == [])
            try kiosk.draw("tap 640,400")
            try screen.event("pressed")
            #expect(screen.names == ["began", "cancelled", "began", "pressed"])
            #expect(try kiosk.call("io.touchd.manage.StopCleaning")["ended"] == false)
        }
    }

    @Test(arguments: [0, -1, 999_999, 600_000_001])
    func `cleaning for a time other than 1 to 600 s is rejected`(duration: Int64) throws {
        try withKiosk(Kiosk.Setup(isPlugged: false)) { kiosk in
            let refusal = try kiosk.refusal("io.touchd.manage.StartCleaning", ["durationUSec": .integer(duration)])
            #expect(refusal == .invalidParameter("durationUSec", allowed: 1_000_000...600_000_000))
        }
    }

    @Test func `only administrators start and stop cleaning`() throws {
        try withKiosk(Kiosk.Setup(isPlugged: false)) { kiosk in
            let calls: [(String, JSONObject)] = [
                ("StartCleaning", ["durationUSec": 5_000_000]), ("StopCleaning", [:]),
            ]
            for (method, parameters) in calls {
                let refusal = try kiosk.refusal("io.touchd.manage.\(method)", parameters, as: .nobody)
                #expect(refusal == .permissionDenied)
            }
        }
    }
}
