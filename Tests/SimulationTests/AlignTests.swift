import Simulation
import StrictJSON
import TestSupport
import Testing

/// Measuring how far from their places marks are touched.
@Suite(.showsLogs) struct AlignTests {
    /// The last reply to a measurement; each mark is touched where a front end draws it.
    ///
    /// - Parameter drawn: where a front end draws a mark that belongs at that place.
    private func align(
        _ kiosk: Kiosk, targets: Int64 = 5, _ drawn: Skew
    ) throws -> [JSONObject] {
        let (caller, screen) = try kiosk.beginCalibration(targets: targets, measure: true)
        let stages = try kiosk.touchMarks(screen, drawn)
        #expect(stages == Array(repeating: "aiming", count: Int(targets)) + ["measured"])
        let last = try caller.last()
        #expect(last["stage"] == "measured")
        #expect(try kiosk.call("io.touchd.calibration.List")["calibrations"] == [])
        let offsets = last["offsets"]?.arrayValue?.compactMap(\.objectValue) ?? []
        #expect(offsets.count == Int(targets))
        return offsets
    }

    private func expect(_ offset: JSONObject, _ x: Double, _ y: Double) {
        let found = (x: offset["x"]?.doubleValue ?? .nan, y: offset["y"]?.doubleValue ?? .nan)
        #expect(abs(found.x - x) < 1 && abs(found.y - y) < 1, "\(offset)")
    }

    @Test func `a picture that is 622 pixels off is told, with the mark and the distance`() throws {
        let kiosk = try Kiosk()
        // What lies beyond the screen is touched at its edge.
        let offsets = try align(kiosk) { (min($0 + 622, 1_279), $1) }
        expect(try #require(offsets.first { $0["target"] == 1 }), 622, 0)
        // 256 mm are 1,280 pixels.
        #expect(abs((offsets.first { $0["target"] == 1 }?["distanceMm"]?.doubleValue ?? 0) - 124.4) < 0.2)
    }

    @Test func `it measures with the calibration in force and the turn of the panel`() throws {
        let kiosk = try Kiosk()
        try kiosk.call("io.touchd.manage.SetView", ["rotation": 180])
        for offset in try align(kiosk, { (1_280 - $0, 800 - $1) }) { expect(offset, 0, 0) }
    }
}
