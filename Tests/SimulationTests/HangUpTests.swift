import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct HangUpTests {
    /// A verification that waits for a drawing, its scene, and a watch on results.
    private func waiting(on kiosk: Kiosk) throws -> (
        verification: KioskStream, screen: Presentation<KioskStream>, watch: KioskStream
    ) {
        let watch = try kiosk.stream("io.touchd.result.Watch")
        _ = try watch.next()
        let (screen, verification) = try kiosk.asking()
        return (verification, screen, watch)
    }

    @Test(arguments: [("1-2-3-6-9", "failed"), ("1-4-8-5-9", "passed")])
    func `a drawing that counts is recorded, even if its caller disconnects`(dots: String, outcome: String) throws {
        let kiosk = try Kiosk.ofAnna()
        let (verification, screen, watch) = try waiting(on: kiosk)
        try kiosk.draw(dots: dots)
        // The reply comes 0.3 s after the lift.
        try screen.event("completed")
        screen.hangUp()
        verification.hangUp()
        #expect(try watch.next()["result"]?.objectValue?["outcome"]?.stringValue == outcome)
    }

    @Test func `disconnecting scene and wait at the same moment cancels the wait`() throws {
        let kiosk = try Kiosk()
        let (verification, screen, watch) = try waiting(on: kiosk)
        // The daemon finds both closed in one round of its loop.
        try kiosk.whileStopped {
            screen.hangUp()
            verification.hangUp()
        }
        #expect(try watch.next()["result"]?.objectValue?["outcome"] == "cancelled")
        #expect(try kiosk.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"] == 0)
    }
}
