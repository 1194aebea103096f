import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

/// Enrollments that an operator asked for.
@Suite(.showsLogs) struct AskedEnrollmentTests {
    private let kiosk: Kiosk

    /// Those of carla and dora are asked for, for a minute.
    init() throws {
        kiosk = try Kiosk()
        let end = kiosk.clock.wallTime.advanced(by: .seconds(60)).microseconds
        for user in ["carla", "dora"] {
            try kiosk.call(
                "io.touchd.unlock.AskEnrollment",
                ["user": .string(user), "expiresWallTimeUSec": .integer(end)])
        }
    }

    /// The users who are asked for.
    private func asked() throws -> [String] {
        let asked = try kiosk.call("io.touchd.unlock.Users")["asked"]?.arrayValue ?? []
        return asked.compactMap { $0.objectValue?["user"]?.stringValue }
    }

    @Test func `they survive a restart, in a file of the daemon's alone, and end with their time`() throws {
        #expect(TemporaryFolder.permissions(of: kiosk.folder.path(of: "state/asked.json")) == 0o600)
        try kiosk.restartDaemon()
        #expect(try asked() == ["carla", "dora"])
        try kiosk.advance(by: .seconds(60))
        #expect(try asked() == [])
    }

    @Test func `one ends with the enrollment of its user`() throws {
        try kiosk.enroll("carla")
        #expect(try asked() == ["dora"])
    }

    @Test func `a damaged file costs them, and nothing else`() throws {
        try kiosk.stopDaemon()
        try kiosk.folder.write(#"{"asked": [{"id":"#, to: "state/asked.json")
        try kiosk.startDaemon()
        #expect(try asked() == [])
        try kiosk.call("io.touchd.unlock.AskEnrollment", ["user": "dora"])
        #expect(try asked() == ["dora"])
    }

    @Test func `one that cannot be stored changes nothing`() throws {
        try kiosk.folder.makeFolder("state/asked.json.new")
        let refusal = try kiosk.refusal("io.touchd.unlock.AskEnrollment", ["user": "eva"])
        #expect(refusal?.name == "io.touchd.unlock.StorageFailed")
        #expect(try asked() == ["carla", "dora"])
    }
}
