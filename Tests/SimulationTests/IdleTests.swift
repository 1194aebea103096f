import Simulation
import TestSupport
import Testing
import TouchCore

/// What the daemon waits for while nobody moves a finger.
@Suite struct IdleTests {
    @Test func `a finger that rests is asked for once a second`() throws {
        try withKiosk { kiosk in
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
}
