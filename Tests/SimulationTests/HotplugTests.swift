import Simulation
import StrictJSON
import TestSupport
import Testing

/// Panels that come and go, and the end of the daemon, while fingers are down.
@Suite(.showsLogs) struct HotplugTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test func `the stroke is cancelled before the panel is gone`() throws {
        try kiosk.restartDaemon { $0.keepsFrames = true }
        try kiosk.draw("down 0 400,200")
        try kiosk.draw("unplug")
        #expect(kiosk.frames.story == "began 1 | cancelled 1 | removed")
    }

    @Test func `a watcher is notified of the present panel, its removal and its return`() throws {
        let watch = try kiosk.stream("io.touchd.device.Watch")
        let there = try watch.next()["devices"]?.arrayValue?.compactMap(\.objectValue) ?? []
        let id = try #require(there.first?["id"]?.integerValue)
        try kiosk.draw("unplug")
        #expect(try watch.next() == ["removed": .integer(id)])
        try kiosk.draw("plug")
        let added = try #require(try watch.next()["added"]?.objectValue)
        #expect(try #require(added["id"]?.integerValue) > id)
    }

    @Test func `a panel that appears later works`() throws {
        try kiosk.unplug()
        let watch = try kiosk.stream("io.touchd.device.Watch")
        #expect(try watch.next()["devices"] == [])
        let screen = try kiosk.present(Widgets.pattern())
        try kiosk.draw("plug")
        #expect(try watch.next()["added"] != nil)
        try kiosk.draw(dots: "1-2-3-6")
        try screen.event("judged")
        #expect(try kiosk.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"] == nil)
    }

    @Test func `ending the daemon answers pending calls`() throws {
        let asked = try kiosk.asking()
        let challenge = try kiosk.challenge(at: 0.33, attempts: 3)
        let puzzle = try kiosk.present(Widgets.captcha(challenge))
        let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": .string(challenge)])
        try kiosk.slide(to: 0.7, on: puzzle)
        try puzzle.event("rearmed")
        #expect(verdict.all.count == 1)
        try kiosk.stopDaemon()
        #expect(try asked.call.last()["outcome"] == "cancelled")
        #expect(try verdict.last()["outcome"] == "cancelled")
    }
}
