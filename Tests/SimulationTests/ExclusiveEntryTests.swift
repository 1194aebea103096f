import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct ExclusiveEntryTests {
    private static func kiosk(_ policy: String) throws -> Kiosk {
        try Kiosk { $0.access = "group-frontend=\n[unlock]\nexclusive=\(policy)" }
    }

    /// Whether the last thing that the log says of the panel's holder has those words.
    private func isLast(_ words: String, in kiosk: Kiosk) -> Bool {
        kiosk.log().last { $0.contains("panel 1 grabbed") || $0.contains("panel 1 released") }?.contains(words) == true
    }

    @Test func `the buttons of the scene work meanwhile, and the panel is released when the front end disconnects`()
        throws
    {
        let kiosk = try Self.kiosk("yes")
        let screen = try kiosk.present(
            Widgets.pattern(), ["id": "cancel", "kind": "button", "x": 0, "y": 0, "width": 100, "height": 100])
        #expect(isLast("panel 1 grabbed: no other program", in: kiosk) && kiosk.panels[0].isGrabbed)
        try kiosk.draw("tap 50,50")
        #expect(try screen.event("pressed")["widget"] == "cancel")
        screen.hangUp()
        #expect(isLast("panel 1 released", in: kiosk) && !kiosk.panels[0].isGrabbed)
    }

    @Test func `a finger that is down delays the grab, and one that is down at the end the release, until it lifts`()
        throws
    {
        let kiosk = try Self.kiosk("yes")
        let panel = kiosk.panels[0]
        try kiosk.draw("down 5 640,400")
        let screen = try kiosk.present(Widgets.pattern())
        #expect(!panel.isGrabbed)
        try kiosk.draw("up 5")
        #expect(panel.isGrabbed)
        try kiosk.draw("down 5 640,400")
        try screen.event("began")
        try kiosk.dismiss(screen)
        try kiosk.draw("move 5 100,100")
        #expect(panel.isGrabbed)
        try kiosk.draw("up 5")
        #expect(!panel.isGrabbed)
    }

    @Test(arguments: ["no", "yes", "require"])
    func `a reply says whether others could see the drawing, which is rejected where that is required`(policy: String)
        throws
    {
        let kiosk = try Self.kiosk(policy)
        try kiosk.enroll()
        let alone = try kiosk.verify(drawing: "1-4-8-5-9")
        #expect(alone.first?["attempt"]?.objectValue?["exclusive"] == (policy == "no" ? nil : true))
        #expect(alone.last?["outcome"] == "passed")
        // A second finger rests on the panel all the time, so it cannot be grabbed.
        try kiosk.draw("down 5 1270,790")
        let seen = try kiosk.verify(drawing: "1-4-8-5-9")
        let attempt = seen.first?["attempt"]?.objectValue
        #expect(policy != "yes" || attempt?["exclusive"] == false)
        #expect(attempt?["reason"] == (policy == "require" ? "not_exclusive" : nil))
        #expect(seen.last?["outcome"] == (policy == "require" ? "failed" : "passed"))
        #expect(try kiosk.users().first?["failedAttempts"] == 0)
    }

    @Test func `where it is required, the caller learns at once that another program has grabbed the panel`() throws {
        let kiosk = try Self.kiosk("require")
        try kiosk.enroll()
        try kiosk.grabElsewhere(true)
        let screen = try kiosk.present(Widgets.pattern())
        let asked = kiosk.clock.now
        let verification = try kiosk.verification(on: screen)
        let last = try verification.last()
        #expect(kiosk.clock.now == asked)
        #expect(last["outcome"] == "failed" && last["reason"] == "panel_held", "\(last)")
        let result = try kiosk.call("io.touchd.result.Get", ["id": last["resultId"]])["result"]?.objectValue
        #expect(result?["reason"] == "panel_held")
        try kiosk.grabElsewhere(false)
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
    }

    @Test func `where it is not required, the end of the wait says that another program has grabbed the panel`() throws
    {
        let kiosk = try Self.kiosk("yes")
        try kiosk.enroll()
        try kiosk.grabElsewhere(true)
        let screen = try kiosk.present(Widgets.pattern())
        #expect(kiosk.log().contains { $0.contains("panel 1 is grabbed by another program") })
        let asked = kiosk.clock.now
        let verification = try kiosk.verification(on: screen, ["timeoutUSec": 1_000_000])
        let last = try verification.last()
        #expect(kiosk.clock.now.since(asked) == .seconds(1))
        #expect(last["outcome"] == "timed_out" && last["reason"] == "panel_held", "\(last)")
    }
}
