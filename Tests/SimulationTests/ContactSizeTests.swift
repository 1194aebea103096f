import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchSimulator
import Varlink
import TouchDevice

/// Fingers without a size, on panels that report the size of fingers (ABS_MT_TOUCH_MAJOR) and on panels that only claim
/// to.
@Suite struct ContactSizeTests {
    /// The flaw of a person's drag of that breadth, in units of the panel, after taps of another one.
    ///
    /// - Returns: the flaw; nil: there is none, and it passed.
    private static func flaw(of breadth: Int, behind taps: Int, of usual: Int) throws -> String? {
        let folder = try TemporaryFolder()
        var setup = Kiosk.Setup(access: "group-frontend=\n[captcha]\ntolerance=100\nlockout=off")
        setup.description = try DeviceDescription(
            path: folder.write(PanelFile.tenContacts(hasBreadth: true), to: "panel.evemu"))
        var answer: JSONObject?
        try withKiosk(setup) { kiosk in
            try kiosk.tap(times: taps, breadth: usual)
            // Half of all targets are within reach of such a drag.
            for seed in 1...20 where answer?["flaw"] == nil && answer?["outcome"] != "passed" {
                let made = try kiosk.call(
                    "io.touchd.captcha.Create", ["profile": "simple", "maxAttempts": 1, "pictures": false])
                let verdict = try kiosk.stream("io.touchd.captcha.Await", ["challenge": made["challenge"]])
                let screen = try kiosk.present(Widgets.captcha(made["challenge"]?.stringValue ?? ""))
                try kiosk.dragLikeAPerson(from: (460, 534), by: 240, seed: UInt64(seed), breadth: breadth)
                answer = try verdict.rest().compactMap { $0["attempt"]?.objectValue }.last
                try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            }
        }
        #expect(answer != nil)
        return answer?["flaw"]?.stringValue
    }

    @Test func `a contact without a size is not a finger on a panel that always reports sizes`() throws {
        #expect(try Self.flaw(of: 0, behind: 100, of: 12) == "track_no_area")
    }

    @Test func `a contact with a size is a finger`() throws {
        #expect(try Self.flaw(of: 9, behind: 100, of: 12) == nil)
    }

    @Test(arguments: [(20, 12), (100, 0)])
    func `a panel that has not yet reported sizes is not relied on`(taps: Int, breadth: Int) throws {
        #expect(try Self.flaw(of: 0, behind: taps, of: breadth) == nil)
    }
}
