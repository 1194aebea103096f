import Arguments
import StrictJSON
import Testing

/// What `touchctl align` makes of the offsets that the daemon measured.
struct AlignTests {
    /// Replies of a run in which every mark is off by so much, and the last one by more.
    private static func touchctl(
        _ words: [String] = [], x: Double, y: Double, last: Double = 0, millimetersPerPixel: Double? = 0.25
    ) throws -> Run {
        let offsets: [JSON] = (Int64(1)...5).map { target in
            let across = target == 5 ? x + last : x
            let length = (across * across + y * y).squareRoot()
            return [
                "target": .integer(target), "place": ["x": 128, "y": 80], "x": .real(across), "y": .real(y),
                "distanceMm": millimetersPerPixel.map { .real($0 * length) },
            ]
        }
        return try FakeDaemon.touchctl(["align"] + words) { call in
            #expect(call["parameters"]?.objectValue?["measure"] == true)
            let aiming: JSON = ["stage": "aiming", "target": 1, "targets": 5, "place": ["x": 128, "y": 80]]
            let last: JSON = ["stage": "measured", "targets": 5, "offsets": .array(offsets)]
            return [["parameters": aiming, "continues": true], ["parameters": last]]
        }
    }

    @Test func `touches on their marks are aligned`() throws {
        let run = try Self.touchctl(x: 3, y: -4)
        #expect(run.status == .passed)
        let expected =
            "touch the middle of mark 1 of 5, shown at 128, 80\nmark 5: 3 px to the right, 4 px up, 1.3 mm\naligned: at most 5 px (1.3 mm) off, at mark 1"
        #expect(run.output == expected + " (tolerance 5.0 mm)\n")
    }

    @Test func `touches that are all off by the same are the page's fault`() throws {
        let run = try Self.touchctl(x: 622, y: 0)
        #expect(run.status == .refused)
        #expect(run.output.contains("not aligned: 622 px (155.5 mm) off at mark 1 (tolerance 5.0 mm)"))
        #expect(run.output.contains("show the front end full screen"))
    }

    @Test func `touches that are off by different distances are the calibration's`() throws {
        let run = try Self.touchctl(x: 0, y: 0, last: 90)
        #expect(run.status == .refused)
        #expect(run.output.contains("90 px (22.5 mm) off at mark 5") && run.output.contains("run touchctl calibrate"))
    }

    @Test(arguments: [("5.1", true), ("4.9", false)])
    func `the tolerance decides`(tolerance: String, isAligned: Bool) throws {
        let run = try Self.touchctl(["--tolerance", tolerance], x: 20, y: 0)
        #expect(run.status == (isAligned ? .passed : .refused))
    }

    @Test(arguments: [(20.0, true), (21, false)])
    func `on a panel of unknown size four pixels count as a millimeter`(x: Double, isAligned: Bool) throws {
        let run = try Self.touchctl(x: x, y: 0, millimetersPerPixel: nil)
        #expect(run.status == (isAligned ? .passed : .refused))
        #expect(run.output.contains("\(Int(x)) px off") && !run.output.contains("px ("))
    }

    @Test func `with --json the replies are printed as they came`() throws {
        let run = try Self.touchctl(["--json"], x: 0, y: 0)
        let last = try #require(run.output.split(separator: "\n").last)
        #expect(try JSONObject(parsing: String(last))["offsets"]?.arrayValue?.count == 5)
    }

    @Test(arguments: ["cancelled", "refused"])
    func `what ends without a measurement is no success`(stage: String) throws {
        let run = try FakeDaemon.touchctl("align", reply: ["stage": .string(stage)])
        #expect(run.status != .passed)
    }
}
