import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchDevice

/// Fingers without a size, on panels that report the size of fingers (ABS_MT_TOUCH_MAJOR).
@Suite(.showsLogs) struct ContactSizeTests {
    @Test func `a contact without a size is not a finger on a panel that always reports sizes`() throws {
        let kiosk = try Kiosk {
            $0.access = "group-frontend=\n[captcha]\ntolerance=100\nlockout=off"
            $0.description = try DeviceDescription(evemu: PanelFile.tenContacts(hasBreadth: true))
        }
        try kiosk.tap(times: 100, breadth: 12)
        var flaw: JSON?
        // Half of all targets are within reach of such a drag.
        for seed in 1...20 where flaw == nil {
            let made = try kiosk.call(
                "io.touchd.captcha.Create", ["profile": "simple", "maxAttempts": 1, "puzzle": ["pictures": false]])
            let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challengeId": made["challengeId"]])
            let screen = try kiosk.present(Widgets.captcha(made["challengeId"]?.stringValue ?? ""))
            try kiosk.dragLikeAPerson(from: (460, 534), by: 240, seed: UInt64(seed), breadth: 0)
            let attempt = try verdict.rest().compactMap { $0["attempt"]?.objectValue }.last
            #expect(attempt?["outcome"] == "failed")
            flaw = attempt?["flaw"]
            screen.hangUp()
        }
        #expect(flaw == "track_no_area")
    }
}
