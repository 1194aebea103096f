import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct DrainTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    /// A call that waits for at most so many seconds.
    private func drain(_ seconds: Int64) throws -> KioskStream {
        try KioskStream(
            "io.touchd.manage.Drain", ["timeoutUSec": .integer(seconds * 1_000_000)], on: kiosk, more: false)
    }

    /// What it was answered; nil: nothing yet.
    private func isIdle(_ call: KioskStream) -> JSON? { call.all.first?["idle"] }

    @Test func `nobody is waited for if nobody draws`() throws {
        #expect(try isIdle(drain(0)) == true)
        try kiosk.draw("tap 640,400")
        #expect(try isIdle(drain(0)) == false)
        try kiosk.advance(by: .seconds(2))
        #expect(try isIdle(drain(0)) == true)
    }

    @Test func `the reply comes two seconds after the last finger has left`() throws {
        try kiosk.draw("down 0 640,400")
        let call = try drain(600)
        // A finger that rests is reported by no frame.
        try kiosk.advance(by: .seconds(60))
        #expect(isIdle(call) == nil)
        try kiosk.draw("up 0")
        try kiosk.advance(by: .microseconds(1_900_000))
        #expect(isIdle(call) == nil)
        // The next key of a PIN.
        try kiosk.draw("tap 640,400")
        try kiosk.advance(by: .microseconds(1_900_000))
        #expect(isIdle(call) == nil)
        try kiosk.advance(by: .microseconds(200_000))
        #expect(isIdle(call) == true)
    }

    @Test func `when the time is up the reply says so, and the gesture goes on`() throws {
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("down 0 640,400")
        try screen.event("began")
        let call = try drain(5)
        try kiosk.advance(by: .microseconds(4_900_000))
        #expect(isIdle(call) == nil)
        try kiosk.advance(by: .microseconds(200_000))
        #expect(isIdle(call) == false)
        try kiosk.draw("up 0")
        try screen.event("pressed")
    }

    @Test func `a finger on a panel that is unplugged is waited for no longer`() throws {
        try kiosk.draw("down 0 640,400")
        let call = try drain(600)
        try kiosk.draw("unplug")
        try kiosk.advance(by: .seconds(3))
        #expect(isIdle(call) == true)
    }

    @Test func `each of several callers is answered at its own time`() throws {
        try kiosk.draw("down 0 640,400")
        let (short, long, gone) = (try drain(1), try drain(600), try drain(2))
        gone.hangUp()
        try kiosk.advance(by: .seconds(3))
        #expect(isIdle(short) == false)
        #expect(isIdle(long) == nil)
        try kiosk.draw("up 0")
        try kiosk.advance(by: .seconds(2))
        #expect(isIdle(long) == true)
    }
}
