import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@testable import TouchScreen
@testable import TouchService

@Suite(.showsLogs) struct IdleTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    private static let method = "io.touchd.device.Idle"
    private static let wait: JSONObject = ["afterUSec": 30_000_000]

    /// What a call was told so far, without signs of life.
    private static func told(_ stream: KioskStream) -> [Bool] { stream.all.compactMap { $0["idle"]?.boolValue } }

    @Test func `a caller is told when nobody has touched for its time, and of the first touch after it`() throws {
        let stream = try kiosk.stream(Self.method, Self.wait, as: .nobody)
        let long = try kiosk.stream(Self.method, ["afterUSec": 3_600_000_000], as: .nobody)
        try kiosk.advance(by: .seconds(20))
        try kiosk.draw("tap 640,400")
        let touched = try #require(kiosk.daemon.panels.lastTouched)
        try kiosk.advance(by: touched.advanced(by: .microseconds(29_999_999)).since(kiosk.clock.now))
        #expect(Self.told(stream) == [false])
        try kiosk.advance(by: .microseconds(1))
        #expect(Self.told(stream) == [false, true])
        let rounds = kiosk.clock.rounds
        try kiosk.draw("down 0 640,400")
        #expect(Self.told(stream) == [false, true, false])
        // A finger that rests is reported by no frame.
        try kiosk.advance(by: .seconds(600))
        #expect(Self.told(stream) == [false, true, false])
        #expect(kiosk.clock.rounds - rounds < 700)
        try kiosk.draw("up 0")
        try kiosk.advance(by: .seconds(31))
        #expect(Self.told(stream) == [false, true, false, true])
        #expect(Self.told(long) == [false])
        let late = try kiosk.stream(Self.method, Self.wait, as: .nobody)
        #expect(Self.told(late) == [true])
    }

    @Test func `a touch that is read late is told`() throws {
        let stream = try kiosk.stream(Self.method, ["afterUSec": 1_000_000])
        try kiosk.advance(by: .seconds(2))
        try kiosk.whileStopped {
            try kiosk.draw("tap 640,400")
            kiosk.clock.pass(by: .seconds(5))
        }
        #expect(Self.told(stream) == [false, true, false])
        try kiosk.advance(by: .seconds(1))
        #expect(Self.told(stream) == [false, true, false, true])
    }

    @Test func `a touch while the screen is cleaned counts`() throws {
        let stream = try kiosk.stream(Self.method, Self.wait)
        try kiosk.advance(by: .seconds(31))
        try kiosk.call("io.touchd.manage.StartCleaning", ["durationUSec": 600_000_000])
        try kiosk.draw("tap 640,400")
        #expect(Self.told(stream) == [false, true, false])
    }

    @Test func `a secret on screen counts as somebody, whatever fingers do, and its end as a touch`() throws {
        let stream = try kiosk.stream(Self.method, Self.wait, as: .nobody)
        let staff = try kiosk.stream(Self.method, Self.wait)
        func minute() -> Int64? { kiosk.daemon.idle.lastMinute }
        try kiosk.draw("tap 640,400")
        try kiosk.advance(by: .seconds(31))
        let before = minute()
        #expect(Self.told(stream) == [false, true])
        let screen = try kiosk.present(Widgets.pattern())
        #expect(Self.told(stream) == [false, true, false])
        #expect(Self.told(staff) == [false, true])
        try kiosk.advance(by: .seconds(600))
        try kiosk.draw("tap 640,400")
        #expect(Self.told(staff) == [false, true, false])
        try kiosk.advance(by: .seconds(31))
        #expect(Self.told(staff) == [false, true, false, true])
        try kiosk.draw("down 0 640,400")
        try kiosk.dismiss(screen)
        // Its finger is still there.
        try kiosk.advance(by: .seconds(60))
        #expect(Self.told(stream) == [false, true, false])
        #expect(minute() == before)
        try kiosk.draw("up 0")
        let over = kiosk.clock.now
        #expect(try #require(minute()) >= over.microseconds / 1_000_000 + 1_700_000_000 - 60)
        try kiosk.advance(by: .microseconds(29_990_000))
        #expect(Self.told(stream) == [false, true, false])
        try kiosk.advance(by: .seconds(1))
        #expect(Self.told(stream) == [false, true, false, true])
    }

    @Test(arguments: [0, 86_400_000_001])
    func `less than a second, or more than a day, is rejected`(time: Int64) throws {
        let stream = try kiosk.stream(Self.method, ["afterUSec": .integer(time)])
        _ = stream.all
        #expect("\(stream.failure, default: "")".contains("afterUSec"))
    }

    @Test func `a finger that rests is asked for once a second`() throws {
        let screen = try kiosk.present(Widgets.pattern())
        try kiosk.draw("down 1 640,400")
        try screen.event("began")
        let landed = kiosk.clock.now
        // The first second has more to do, and every 15 s the front end is told that the daemon lives.
        try kiosk.advance(by: .seconds(2))
        let rounds = kiosk.clock.rounds
        for second in 3...14 {
            #expect(kiosk.clock.nextDeadline == landed.advanced(by: .seconds(Int64(second))))
            try kiosk.advance(by: .seconds(1))
        }
        #expect(kiosk.clock.rounds - rounds == 12)
    }
}
