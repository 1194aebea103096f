import StrictJSON

/// What the panel reports for a finger at a place of the view.
package typealias Skew = @Sendable (Double, Double) -> (x: Double, y: Double)

extension Stage {
    /// Begins a calibration or a measurement, by `call` or by another program, and shows its marks as a front end.
    package func showMarks<Caller>(
        of call: (Self) throws -> Caller
    ) throws -> (caller: Caller, screen: Calls) {
        let requests = try watching("io.touchd.scene.Requests")
        let caller = try call(self)
        guard let wanted = try requests.next()["wanted"]?.objectValue, wanted["kind"] == "calibration" else {
            throw Silence("a request for marks")
        }
        return (caller, try stream("io.touchd.calibration.Show", ["request": wanted["id"]]))
    }

    /// Begins a calibration as an administrator, and shows it as a front end.
    package func beginCalibration(targets: Int64 = 5, measure: Bool? = nil) throws -> (caller: Calls, screen: Calls) {
        try showMarks { stage in
            try stage.stream(
                "io.touchd.calibration.Calibrate",
                ["targets": .integer(targets), "onScreen": true, "measure": measure.map { .bool($0) }])
        }
    }

    /// Touches every mark that a front end shows, up to a stage, and returns the stages as they came.
    @discardableResult
    package func touchMarks(_ screen: Calls, until last: String = "", _ skew: Skew = { ($0, $1) }) throws -> [String] {
        var stages: [String] = []
        while true {
            let reply = try screen.next()
            guard let stage = reply["stage"]?.stringValue else { continue }
            stages.append(stage)
            guard stage != last, let place = reply["place"]?.objectValue else { return stages }
            let raw = skew(place["x"]?.doubleValue ?? 0, place["y"]?.doubleValue ?? 0)
            try draw("tap \(raw.x),\(raw.y) hold 20")
        }
    }

    /// Whether the view sees a finger that the panel reports at `raw` within a pixel of that place.
    package func sees(_ raw: (x: Double, y: Double), at place: (x: Double, y: Double)) throws -> Bool {
        let screen = try present(Widgets.whole)
        try draw("down 0 \(raw.x - 50),\(raw.y)")
        try draw("move 0 \(raw.x),\(raw.y)")
        let event = try screen.event("moved")
        try draw("up 0")
        try call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        let (x, y) = (event["x"]?.doubleValue ?? -1, event["y"]?.doubleValue ?? -1)
        return abs(x - place.x) < 1 && abs(y - place.y) < 1
    }
}

/// A panel that is off by up to 60 px, stretched and sheared.
package enum SkewedPanel {
    /// What it reports for a finger at a place of the view.
    package static let skew: Skew = { x, y in (0.92 * x + 0.03 * y + 40, -0.01 * x + 0.94 * y + 30) }

    /// Whether its calibration is in force.
    package static func isRight(_ stage: some Stage) throws -> Bool { try stage.sees(skew(900, 250), at: (900, 250)) }

    /// Whether no calibration is.
    package static func isAsReported(_ stage: some Stage) throws -> Bool {
        try stage.sees((900, 250), at: (900, 250))
    }
}
