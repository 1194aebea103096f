import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct DrainTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    private static let method = "io.touchd.manage.Drain"

    /// What a waiting call was answered; nil: nothing yet.
    private static func isIdle(_ peer: KioskPeer) throws -> JSON? {
        guard let message = peer.messages().first else { return nil }
        return try JSONObject(parsing: String(decoding: message, as: UTF8.self))["parameters"]?.objectValue?["idle"]
    }

    @Test func `nobody is waited for if nobody draws`() throws {
        #expect(try kiosk.call(Self.method, ["timeoutUSec": 0])["idle"] == true)
        try kiosk.draw("tap 640,400")
        #expect(try kiosk.call(Self.method, ["timeoutUSec": 0])["idle"] == false)
        try kiosk.advance(by: .seconds(2))
        #expect(try kiosk.call(Self.method, ["timeoutUSec": 0])["idle"] == true)
    }

    @Test func `the reply comes two seconds after the last finger has left`() throws {
        try kiosk.draw("down 0 640,400")
        let peer = try kiosk.peer()
        try peer.call(Self.method, ["timeoutUSec": 600_000_000])
        // A finger that rests is reported by no frame.
        try kiosk.advance(by: .seconds(60))
        #expect(try Self.isIdle(peer) == nil)
        try kiosk.draw("up 0")
        try kiosk.advance(by: .microseconds(1_900_000))
        #expect(try Self.isIdle(peer) == nil)
        // The next key of a PIN.
        try kiosk.draw("tap 640,400")
        try kiosk.advance(by: .microseconds(1_900_000))
        #expect(try Self.isIdle(peer) == nil)
        try kiosk.advance(by: .microseconds(200_000))
        #expect(try Self.isIdle(peer) == true)
    }

    @Test func `when the time is up the reply says so, and the gesture goes on`() throws {
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("down 0 640,400")
        try screen.event("began")
        let peer = try kiosk.peer()
        try peer.call(Self.method, ["timeoutUSec": 5_000_000])
        try kiosk.advance(by: .microseconds(4_900_000))
        #expect(try Self.isIdle(peer) == nil)
        try kiosk.advance(by: .microseconds(200_000))
        #expect(try Self.isIdle(peer) == false)
        try kiosk.draw("up 0")
        try screen.event("pressed")
    }

    @Test func `a finger on a panel that is unplugged is waited for no longer`() throws {
        try kiosk.draw("down 0 640,400")
        let peer = try kiosk.peer()
        try peer.call(Self.method, ["timeoutUSec": 600_000_000])
        try kiosk.draw("unplug")
        try kiosk.advance(by: .seconds(3))
        #expect(try Self.isIdle(peer) == true)
    }

    @Test func `each of several callers is answered at its own time`() throws {
        try kiosk.draw("down 0 640,400")
        let (short, long, gone) = (try kiosk.peer(), try kiosk.peer(), try kiosk.peer())
        try short.call(Self.method, ["timeoutUSec": 1_000_000])
        try long.call(Self.method, ["timeoutUSec": 600_000_000])
        try gone.call(Self.method, ["timeoutUSec": 2_000_000])
        gone.hangUp()
        try kiosk.advance(by: .seconds(3))
        #expect(try Self.isIdle(short) == false)
        #expect(try Self.isIdle(long) == nil)
        try kiosk.draw("up 0")
        try kiosk.advance(by: .seconds(2))
        #expect(try Self.isIdle(long) == true)
    }
}
