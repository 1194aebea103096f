import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// What the front end of a scene hears when another scene is put above it.
@Suite struct CoveredSceneTests {
    private static let button: JSON = ["id": "b", "kind": "button", "x": 0, "y": 0, "width": 1_280, "height": 800]

    @Test func `the older of two scenes hears that it is covered, and when it no longer is`() throws {
        try withKiosk { kiosk in
            let older = try kiosk.present(Self.button)
            #expect(older.ready["covered"] == nil)
            let newer = try kiosk.present(Self.button)
            #expect(try older.next() == ["covered": true])
            try kiosk.draw("tap 640,400")
            try newer.event("pressed")
            newer.hangUp()
            #expect(try older.next() == ["covered": false])
            try kiosk.draw("tap 640,400")
            try older.event("pressed")
            #expect(older.names == ["began", "pressed"])
        }
    }
}
