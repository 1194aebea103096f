import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

/// Enrollments that an operator asked for.
@Suite(.showsLogs) struct AskedEnrollmentTests {
    /// Lends a kiosk on which those of carla and dora are asked for, for a minute, and the path of the file that keeps them.
    private func withAsked(_ body: (Kiosk, String) throws -> Void) throws {
        let kiosk = try Kiosk()
        let end = kiosk.clock.wallTime.advanced(by: .seconds(60)).microseconds
        for user in ["carla", "dora"] {
            try kiosk.call(
                "io.touchd.unlock.AskEnrollment",
                ["user": .string(user), "expiresWallTimeUSec": .integer(end)])
        }
        try body(kiosk, kiosk.folder.path(of: "state/asked.json"))
    }

    /// The users who are asked for.
    private func asked(_ kiosk: Kiosk) throws -> [String] {
        let asked = try kiosk.call("io.touchd.unlock.Users")["asked"]?.arrayValue ?? []
        return asked.compactMap { $0.objectValue?["user"]?.stringValue }
    }

    @Test func `they survive a restart, in a file of the daemon's alone, and end with their time`() throws {
        try withAsked { kiosk, path in
            #expect(TemporaryFolder.permissions(of: path) == 0o600)
            try kiosk.restartDaemon()
            #expect(try asked(kiosk) == ["carla", "dora"])
            try kiosk.advance(by: .seconds(60))
            #expect(try asked(kiosk) == [])
        }
    }

    @Test func `one ends with the enrollment of its user`() throws {
        try withAsked { kiosk, _ in
            try kiosk.enroll("carla")
            #expect(try asked(kiosk) == ["dora"])
        }
    }

    @Test func `a damaged file costs them, and nothing else`() throws {
        try withAsked { kiosk, _ in
            try kiosk.stopDaemon()
            try kiosk.folder.write(#"{"asked": [{"id":"#, to: "state/asked.json")
            try kiosk.startDaemon()
            #expect(try asked(kiosk) == [])
            try kiosk.call("io.touchd.unlock.AskEnrollment", ["user": "dora"])
            #expect(try asked(kiosk) == ["dora"])
        }
    }

    @Test func `one that cannot be stored changes nothing`() throws {
        try withAsked { kiosk, path in
            #expect(unsafe mkdir(path + ".new", 0o755) == 0)
            let refusal = try kiosk.refusal("io.touchd.unlock.AskEnrollment", ["user": "eva"])
            #expect(refusal?.name == "io.touchd.unlock.StorageFailed")
            #expect(try asked(kiosk) == ["carla", "dora"])
        }
    }
}
