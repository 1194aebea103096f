import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct StormTests {
    /// What everybody may know of it.
    private static func ghosting(_ kiosk: Kiosk) throws -> JSON? {
        try kiosk.status("panels", as: .nobody)["ghosting"]
    }

    @Test func `a place that is touched in 120 minutes is told for an hour after the last touch, replugged or not`()
        throws
    {
        let kiosk = try Kiosk { $0.access = "group-frontend=\n[panel front]\nrotate=0" }
        func touch(_ count: Int) throws {
            for _ in 0..<count {
                try kiosk.draw("tap 320,200")
                try kiosk.advance(by: .seconds(60))
            }
        }
        func replug() throws {
            try kiosk.unplug()
            try kiosk.plug()
        }
        try touch(60)
        try replug()
        try touch(59)
        #expect(try Self.ghosting(kiosk) == nil)
        try touch(2)
        #expect(try Self.ghosting(kiosk) == ["front"])
        #expect(kiosk.log().count { $0.contains("ghost touches: again and again at 25 %, 25 % of the panel") } == 1)
        try replug()
        #expect(try Self.ghosting(kiosk) == nil)
        try touch(1)
        #expect(try Self.ghosting(kiosk) == ["front"])
        try kiosk.advance(by: .seconds(3_600))
        #expect(try Self.ghosting(kiosk) == nil)
    }

    @Test func `the same touches on a lock are not told`() throws {
        let kiosk = try Kiosk()
        let screen = try kiosk.present(Widgets.pattern())
        for _ in 0..<130 {
            try kiosk.draw("tap 320,200")
            try kiosk.advance(by: .seconds(60))
        }
        #expect(try Self.ghosting(kiosk) == nil && !screen.names.isEmpty)
    }
}
