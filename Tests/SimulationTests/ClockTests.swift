import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct ClockTests {
    @Test func `a clock that is set is reported, and one behind the results also after a restart`() throws {
        let kiosk = try Kiosk()
        func clock() throws -> JSONObject { try kiosk.status("clock") }
        func shift(by hours: Int64) {
            kiosk.clock.wallOffset = kiosk.clock.wallOffset.adding(.seconds(hours * 3_600))
        }
        try kiosk.enroll()
        #expect(try clock() == [:])
        shift(by: 2)
        #expect(try clock() == ["setUSec": 7_200_000_000])
        shift(by: -4)
        let back = try clock()
        #expect(back["setUSec"] == .integer(-7_200_000_000))
        #expect(try #require(back["behindUSec"]?.integerValue) <= 7_200_000_000)
        try kiosk.restartDaemon()
        let later = try clock()
        #expect(later["setUSec"] == nil && later["behindUSec"] != nil)
        // Unlocks count by other clocks.
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        #expect(try clock() == [:])
    }
}
