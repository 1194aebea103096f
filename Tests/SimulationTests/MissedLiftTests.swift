import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct MissedLiftTests {
    private static let notice = "lifted unseen"

    @Test func `its contact is cancelled, the next finger is another, and the log says why after the secret`() throws {
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
        #expect(!kiosk.log().contains { $0.contains(Self.notice) })
        screen.hangUp()
        try kiosk.draw("tap 100,100")
        let log = kiosk.log()
        #expect(log.count { $0.contains(Self.notice) } == 1)
        #expect(!log.contains { $0.contains("device bug") })
    }

    /// The present contacts as an administrator watches them: their ids and places.
    private static func contacts(_ watch: KioskStream) -> [Int64: Double] {
        let contacts = watch.all.last?["contacts"]?.arrayValue?.compactMap(\.objectValue) ?? []
        return Dictionary(
            uniqueKeysWithValues: contacts.map { ($0["id"]?.integerValue ?? 0, $0["x"]?.doubleValue ?? 0) })
    }

    @Test func `a finger that rests beside it stays`() throws {
        let kiosk = try Kiosk()
        let watch = try kiosk.stream("io.touchd.monitor.Contacts")
        try kiosk.draw("down 1 100,100")
        try kiosk.draw("down 2 900,100")
        #expect(Self.contacts(watch).keys.sorted() == [1, 2])
        try kiosk.grabElsewhere(true)
        try kiosk.draw("up 2")
        try kiosk.advance(by: .seconds(3))
        #expect(Self.contacts(watch).keys.sorted() == [1])
        try kiosk.grabElsewhere(false)
        try kiosk.draw("move 1 300,300")
        #expect(abs((Self.contacts(watch)[1] ?? 0) - 300) < 0.5)
        try kiosk.draw("up 1")
        #expect(Self.contacts(watch).isEmpty)
    }

    @Test func `a finger that landed unseen in its slot is ignored until it lands again`() throws {
        let kiosk = try Kiosk()
        let watch = try kiosk.stream("io.touchd.monitor.Contacts")
        try kiosk.draw("down 1 100,100")
        try kiosk.grabElsewhere(true)
        try kiosk.draw("up 1")
        try kiosk.draw("down 1 900,700")
        try kiosk.advance(by: .seconds(3))
        #expect(Self.contacts(watch).isEmpty)
        try kiosk.grabElsewhere(false)
        try kiosk.draw("move 1 500,500")
        #expect(Self.contacts(watch).isEmpty)
        try kiosk.draw("up 1")
        // Its x is that of the finger before: the kernel does not repeat it.
        try kiosk.draw("down 1 500,200")
        #expect(abs((Self.contacts(watch)[2] ?? 0) - 500) < 0.5, "\(watch.all)")
        #expect(kiosk.log().count { $0.contains(Self.notice) } == 1)
    }
}
