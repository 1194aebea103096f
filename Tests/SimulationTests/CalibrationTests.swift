import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import Varlink

@Suite(.showsLogs) struct CalibrationTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    @Test(arguments: [Int64(5), 9])
    func `a skewed panel becomes right, also after a restart`(targets: Int64) throws {
        #expect(try !SkewedPanel.isRight(kiosk))
        let (caller, screen) = try kiosk.beginCalibration(targets: targets)
        #expect(try caller.next()["stage"] == "aiming")
        let stages = try kiosk.touchMarks(screen, SkewedPanel.skew)
        #expect(stages == Array(repeating: "aiming", count: Int(targets)) + ["verifying", "trial", "kept"])
        let last = try caller.last()
        #expect(last["stage"] == "kept")
        #expect((last["residualMm"]?.doubleValue ?? 9) < 0.1 && (last["missMm"]?.doubleValue ?? 9) < 0.1)
        #expect(try SkewedPanel.isRight(kiosk))
        try kiosk.restartDaemon()
        #expect(try SkewedPanel.isRight(kiosk))
        #expect(try kiosk.call("io.touchd.calibration.Reset")["removed"] == 1)
        #expect(try SkewedPanel.isAsReported(kiosk))
    }

    @Test func `an unconfirmed trial ends after its time, or earlier when its caller disconnects`() throws {
        let (caller, screen) = try kiosk.beginCalibration()
        try kiosk.touchMarks(screen, until: "trial", SkewedPanel.skew)
        let trial = kiosk.clock.now
        #expect(try SkewedPanel.isRight(kiosk))
        #expect(try screen.last()["stage"] == "reverted")
        #expect(kiosk.clock.now.since(trial) == .seconds(15))
        #expect(try caller.last()["stage"] == "reverted")
        #expect(try SkewedPanel.isAsReported(kiosk))
        let (other, shown) = try kiosk.beginCalibration()
        try kiosk.touchMarks(shown, until: "trial", SkewedPanel.skew)
        other.hangUp()
        #expect(try shown.last()["stage"] == "cancelled")
        #expect(try SkewedPanel.isAsReported(kiosk))
        #expect(try kiosk.call("io.touchd.calibration.List")["calibrations"] == [])
    }

    private func calibrate() throws {
        let (caller, screen) = try kiosk.beginCalibration()
        try kiosk.touchMarks(screen, SkewedPanel.skew)
        #expect(try caller.last()["stage"] == "kept")
    }

    @Test func `a calibration is valid for the rotation it was made in`() throws {
        try calibrate()
        try kiosk.call("io.touchd.manage.SetView", ["rotation": 180])
        #expect(try kiosk.sees((380, 550), at: (900, 250)))
        try kiosk.call("io.touchd.manage.SetView", ["rotation": 0])
        #expect(try SkewedPanel.isRight(kiosk))
    }

    @Test func `a finger held from the start resets only its own panel`() throws {
        try calibrate()
        try kiosk.stopDaemon()
        try kiosk.draw("down 0 600,400")
        try kiosk.startDaemon()
        try kiosk.advance(by: .seconds(60))
        #expect(kiosk.log().contains { $0.contains("a finger was held on it from the start") })
        try kiosk.draw("up 0")
        #expect(try SkewedPanel.isAsReported(kiosk))
    }

    @Test func `a front end receives only the kinds that it shows`() throws {
        let other = try kiosk.watching("io.touchd.scene.Requests", ["kinds": ["unlock"]])
        let (caller, screen) = try kiosk.beginCalibration()
        #expect(try screen.next()["stage"] == "aiming")
        caller.hangUp()
        #expect(try screen.last()["stage"] == "cancelled")
        // It receives the outcome, which it need not understand, but never the request.
        #expect(try other.next()["shown"] != nil)
        #expect(try other.next()["over"] != nil)
        let refusal = try kiosk.refusal("io.touchd.calibration.Confirm")
        #expect(refusal?.name == "io.touchd.calibration.NoTrial")
    }

    @Test func `one panel at a time is calibrated, and only existing ones`() throws {
        func refusal(_ parameters: JSONObject) throws -> String? {
            let stream = try kiosk.stream("io.touchd.calibration.Calibrate", parameters)
            do { _ = try stream.next() } catch ClientError.remote(let refusal) { return refusal.name }
            return nil
        }
        #expect(try refusal(["panel": "other"]) == "io.touchd.calibration.NoPanel")
        #expect(try refusal(["targets": 7]) == "org.varlink.service.InvalidParameter")
        let first = try kiosk.watching("io.touchd.calibration.Calibrate")
        #expect(try refusal([:]) == "io.touchd.calibration.Busy")
        try kiosk.draw("unplug")
        #expect(try first.last()["stage"] == "cancelled")
    }

    /// What a measurement reports of each mark; they are touched where a front end draws them.
    private func align(_ drawn: Skew) throws -> [JSONObject] {
        let (caller, screen) = try kiosk.beginCalibration(measure: true)
        #expect(try kiosk.touchMarks(screen, drawn) == Array(repeating: "aiming", count: 5) + ["measured"])
        let last = try caller.last()
        #expect(last["stage"] == "measured")
        #expect(try kiosk.call("io.touchd.calibration.List")["calibrations"] == [])
        let offsets = last["offsets"]?.arrayValue?.compactMap(\.objectValue) ?? []
        #expect(offsets.count == 5)
        return offsets
    }

    private func expect(_ offset: JSONObject, _ x: Double, _ y: Double) {
        let found = (x: offset["x"]?.doubleValue ?? .nan, y: offset["y"]?.doubleValue ?? .nan)
        #expect(abs(found.x - x) < 1 && abs(found.y - y) < 1, "\(offset)")
    }

    @Test func `a picture that is 622 pixels off is told, with the mark and the distance`() throws {
        // What lies beyond the screen is touched at its edge.
        let offsets = try align { (min($0 + 622, 1_279), $1) }
        expect(try #require(offsets.first { $0["target"] == 1 }), 622, 0)
        // 256 mm are 1,280 pixels.
        #expect(abs((offsets.first { $0["target"] == 1 }?["distanceMm"]?.doubleValue ?? 0) - 124.4) < 0.2)
    }

    @Test func `it measures with the calibration in force and the turn of the panel`() throws {
        try kiosk.call("io.touchd.manage.SetView", ["rotation": 180])
        for offset in try align({ (1_280 - $0, 800 - $1) }) { expect(offset, 0, 0) }
    }
}
