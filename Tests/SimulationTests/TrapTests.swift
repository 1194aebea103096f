import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchInput
import TouchSimulator
import TouchDevice

@Suite(.showsLogs) struct TrapTests {
    /// The result of a stream: `began 1, cancelled 1, …`, frames separated by `|`.
    private func story(_ text: String, description: String) throws -> String {
        let kiosk = try Kiosk { ($0.description, $0.keepsFrames) = (try DeviceDescription(evemu: description), true) }
        try kiosk.draw("play \(kiosk.folder.write(ShortEvents.recording(text), to: "trap.events"))")
        #expect(kiosk.frames.oddities.isEmpty)
        return kiosk.frames.story
    }

    @Test func `a movement below the fuzz of the last slot does not hold back the others`() throws {
        let fuzzy = PanelFile.tenContacts(fuzz: 40)
        let story = try story(
            "slot 0,id 1,x 1000,y 100,slot 1,id 2,x 3000,y 100,key 1|slot 0,x 1100,slot 1,x 3001|"
                + "slot 0,id -1,slot 1,id -1,key 0", description: fuzzy)
        #expect(story == "began 1, began 2 | moved 1 | ended 1, ended 2")
    }

    @Test func `of three fingers on a panel with two slots the third is reported once it has one`() throws {
        let story = try story(
            "slot 0,id 1,x 1000,y 100,key 1|slot 1,id 2,x 3000,y 100|three 1|x 3010|slot 0,id -1,three 0|"
                + "id 3,x 2000,y 900|x 2010|slot 1,id -1|slot 0,id -1,key 0",
            description: PanelFile.tenContacts(slots: 2, countsFingers: true))
        #expect(story == "began 1 | began 2 | moved 2 | ended 1 | began 3 | moved 3 | ended 2 | ended 3")
    }

    @Test func `consecutive losses cause no lifts, and are reported once`() throws {
        let kiosk = try Kiosk { $0.keepsFrames = true }
        for number in 1...8 {
            try kiosk.draw("down 0 640,400")
            #expect(kiosk.frames.count(.began) == number)
            try kiosk.draw("lose up 0")
            #expect(kiosk.frames.count(.cancelled) == number)
            // The next finger is reported when the state of the kernel is known again.
            try kiosk.advance(by: .seconds(2))
        }
        #expect(kiosk.frames.count(.ended) == 0 && kiosk.frames.present.isEmpty)
        #expect(kiosk.frames.notices.count { $0.code == .eventsLost && $0.priority != .debug } == 1)
    }

    @Test func `a missed lift cancels its contact alone, and the log says so after the secret`() throws {
        let kiosk = try Kiosk()
        let screen = try kiosk.present(Widgets.live())
        try kiosk.draw("down 1 400,200")
        try screen.event("began")
        try kiosk.grabElsewhere(true)
        try kiosk.draw("up 1")
        #expect(try screen.event("cancelled")["reason"] == "contact_lost")
        try kiosk.grabElsewhere(false)
        try kiosk.draw(dots: "1-2-3-6")
        try screen.event("judged")
        #expect(screen.names.filter { $0 == "began" || $0 == "cancelled" } == ["began", "cancelled", "began"])
        #expect(!kiosk.log().contains { $0.contains("lifted unseen") })
        screen.hangUp()
        try kiosk.draw("tap 100,100")
        let log = kiosk.log()
        #expect(log.count { $0.contains("lifted unseen") } == 1)
        #expect(!log.contains { $0.contains("device bug") })
    }
}
