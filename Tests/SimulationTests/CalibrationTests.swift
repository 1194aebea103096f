import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

/// Calibrating a panel from the first target to the state after a restart.
@Suite struct CalibrationTests {
    private typealias Skew = @Sendable (Double, Double) -> (x: Double, y: Double)

    /// What the panel reports for a finger at a place of the view: off by up to 60 px, stretched and sheared.
    private static let skew: Skew = { x, y in (0.92 * x + 0.03 * y + 40, -0.01 * x + 0.94 * y + 30) }

    /// Begins a calibration as an administrator, and shows it as a front end.
    private func begin(_ kiosk: Kiosk, targets: Int64 = 5) throws -> (caller: KioskStream, screen: KioskStream) {
        let requests = try kiosk.stream("io.touchd.scene.Requests")
        _ = try requests.next()
        let caller = try kiosk.stream(
            "io.touchd.calibration.Calibrate", ["targets": .integer(targets), "onScreen": true])
        #expect(try caller.next()["stage"] == "aiming")
        let wanted = try #require(try requests.next()["wanted"]?.objectValue)
        #expect(wanted["kind"] == "calibration")
        return (caller, try kiosk.stream("io.touchd.calibration.Show", ["request": wanted["id"]]))
    }

    /// Touches every mark that the front end shows, up to a stage.
    ///
    /// - Returns: the stages, as they came.
    @discardableResult
    private func touch(_ kiosk: Kiosk, _ screen: KioskStream, until last: String, _ skew: Skew = skew) throws
        -> [String]
    {
        var stages: [String] = []
        while true {
            let reply = try screen.next()
            guard let stage = reply["stage"]?.stringValue else { continue }
            stages.append(stage)
            guard stage != last, let place = reply["place"]?.objectValue else { return stages }
            let raw = skew(place["x"]?.doubleValue ?? 0, place["y"]?.doubleValue ?? 0)
            try kiosk.draw("tap \(raw.x),\(raw.y) hold 20")
        }
    }

    /// The place in the view of a finger that the panel reports at `raw`.
    private func seen(_ kiosk: Kiosk, _ raw: (x: Double, y: Double)) throws -> (x: Double, y: Double) {
        let screen = try kiosk.present(Widgets.whole)
        try kiosk.draw("down 0 \(raw.x - 50),\(raw.y)")
        try kiosk.draw("move 0 \(raw.x),\(raw.y)")
        let event = try screen.event("moved")
        try kiosk.draw("up 0")
        try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        return (event["x"]?.doubleValue ?? -1, event["y"]?.doubleValue ?? -1)
    }

    private func isRight(_ kiosk: Kiosk) throws -> Bool {
        let found = try seen(kiosk, Self.skew(900, 250))
        return abs(found.x - 900) < 1 && abs(found.y - 250) < 1
    }

    private func isAsReported(_ kiosk: Kiosk) throws -> Bool {
        let found = try seen(kiosk, (900, 250))
        return abs(found.x - 900) < 1 && abs(found.y - 250) < 1
    }

    @Test(arguments: [Int64(5), 9])
    func `a skewed panel becomes right, also after a restart`(targets: Int64) throws {
        try withKiosk { kiosk in
            #expect(try !isRight(kiosk))
            let (caller, screen) = try begin(kiosk, targets: targets)
            let stages = try touch(kiosk, screen, until: "")
            #expect(
                stages == Array(repeating: "aiming", count: Int(targets)) + ["verifying", "trial", "kept"])
            let last = try caller.last()
            #expect(last["stage"] == "kept")
            #expect((last["residualMm"]?.doubleValue ?? 9) < 0.1 && (last["missMm"]?.doubleValue ?? 9) < 0.1)
            #expect(try isRight(kiosk))
            try kiosk.stopDaemon()
            try kiosk.startDaemon()
            #expect(try isRight(kiosk))
            #expect(try kiosk.call("io.touchd.calibration.Reset")["removed"] == 1)
            #expect(try isAsReported(kiosk))
        }
    }

    @Test func `an unconfirmed trial ends after its time, or earlier when its caller disconnects`() throws {
        try withKiosk { kiosk in
            let (caller, screen) = try begin(kiosk)
            try touch(kiosk, screen, until: "trial")
            let trial = kiosk.clock.now
            #expect(try isRight(kiosk))
            #expect(try screen.last()["stage"] == "reverted")
            #expect(kiosk.clock.now.since(trial) == .seconds(15))
            #expect(try caller.last()["stage"] == "reverted")
            #expect(try isAsReported(kiosk))
            let (other, shown) = try begin(kiosk)
            try touch(kiosk, shown, until: "trial")
            other.hangUp()
            #expect(try shown.last()["stage"] == "cancelled")
            #expect(try isAsReported(kiosk))
            let none = try kiosk.call("io.touchd.calibration.List")["calibrations"]
            #expect(none == [])
        }
    }

    @Test func `a calibration is valid for the rotation it was made in`() throws {
        try withKiosk { kiosk in
            let (caller, screen) = try begin(kiosk)
            try touch(kiosk, screen, until: "")
            #expect(try caller.last()["stage"] == "kept")
            try kiosk.call("io.touchd.manage.SetView", ["rotation": 180])
            let found = try seen(kiosk, (380, 550))
            #expect(abs(found.x - 900) < 1 && abs(found.y - 250) < 1, "\(found)")
            try kiosk.call("io.touchd.manage.SetView", ["rotation": 0])
            #expect(try isRight(kiosk))
        }
    }

    @Test func `a damaged file does not prevent a start`() throws {
        try withKiosk(Kiosk.Setup(startsDaemon: false)) { kiosk in
            try kiosk.folder.makeFolder("state")
            try kiosk.folder.write("{\"touchd\":", to: "state/calibration.json")
            try kiosk.startDaemon()
            #expect(kiosk.log().contains { $0.contains("calibration.json: not used") })
            #expect(try isAsReported(kiosk))
        }
    }

    @Test func `a finger held from the start resets only its own panel`() throws {
        try withKiosk { kiosk in
            let (caller, screen) = try begin(kiosk)
            try touch(kiosk, screen, until: "")
            #expect(try caller.last()["stage"] == "kept")
            try kiosk.stopDaemon()
            try kiosk.draw("down 0 600,400")
            try kiosk.startDaemon()
            try kiosk.advance(by: .seconds(60))
            #expect(kiosk.log().contains { $0.contains("a finger was held on it from the start") })
            try kiosk.draw("up 0")
            #expect(try isAsReported(kiosk))
        }
    }

    @Test func `a front end receives only the kinds that it shows`() throws {
        try withKiosk { kiosk in
            let other = try kiosk.stream("io.touchd.scene.Requests", ["kinds": ["unlock"]])
            _ = try other.next()
            let (caller, screen) = try begin(kiosk)
            #expect(try screen.next()["stage"] == "aiming")
            caller.hangUp()
            #expect(try screen.last()["stage"] == "cancelled")
            // It receives the outcome, which it need not understand, but never the request.
            #expect(try other.next()["shown"] != nil)
            #expect(try other.next()["over"] != nil)
            let refusal = try kiosk.refusal("io.touchd.calibration.Confirm")
            #expect(refusal?.name == "io.touchd.calibration.NoTrial")
        }
    }

    @Test func `only administrators calibrate, one at a time, and only existing panels`() throws {
        try withKiosk { kiosk in
            let denied = try kiosk.refusal("io.touchd.calibration.Reset", as: .nobody)
            #expect(denied?.name == "org.varlink.service.PermissionDenied")
            func refusal(_ parameters: JSONObject) throws -> String? {
                let stream = try kiosk.stream("io.touchd.calibration.Calibrate", parameters)
                do { _ = try stream.next() } catch ClientError.remote(let refusal) { return refusal.name }
                return nil
            }
            #expect(try refusal(["panel": "other"]) == "io.touchd.calibration.NoPanel")
            #expect(try refusal(["targets": 7]) == "org.varlink.service.InvalidParameter")
            #expect(try kiosk.refusal("io.touchd.calibration.Confirm")?.name == "io.touchd.calibration.NoTrial")
            let first = try kiosk.stream("io.touchd.calibration.Calibrate")
            _ = try first.next()
            #expect(try refusal([:]) == "io.touchd.calibration.Busy")
            try kiosk.draw("unplug")
            #expect(try first.last()["stage"] == "cancelled")
        }
    }
}
