import TouchCore
import TouchDevice

struct Pen: Equatable, Sendable {
    /// 1000 pixels per second is a brisk, steady hand.
    var speed = Speed.pixels(1000)
    /// Reports per second: 125 is a USB panel polled every 8 ms.
    var rate = 125.0
    /// Milliseconds of rest before the finger lifts.
    var hold = 0.0
    var finger = 0

    /// A speed per second, in the view or on the panel.
    enum Speed: Equatable, Sendable {
        case pixels(Double)
        case millimeters(Double)
    }
}

/// The path of one finger: it lands on the first point, moves straight to each next one and lifts on the last.
package struct Gesture: Equatable, Sendable {
    /// The points, in view pixels; at least one.
    let points: [Point]
    let pen: Pen

    init(_ points: [Point], pen: Pen = Pen()) {
        precondition(!points.isEmpty, "a gesture needs a point to land on")
        self.points = points
        self.pen = pen
    }

    /// Maximum number of reports of a gesture, so that a typing error in a speed does not fill the memory.
    static let maxLength = 1_000_000

    /// The frames of the gesture on a panel.
    ///
    /// Every point has its own report; the reports between them are evenly spaced, at most one period of `pen.rate`
    /// times `pen.speed` apart.
    ///
    /// - Throws: for a speed in millimeters on a panel without a size, or for more than ``maxLength`` reports.
    package func timeline(_ mapping: PanelMapping) throws(PanelError) -> Timeline {
        let (speed, isMetric) =
            switch pen.speed {
            case .pixels(let number): (number, false)
            case .millimeters(let number): (number, true)
            }
        let period = 1_000_000 / pen.rate
        var timeline = Timeline()
        var reports = 0
        var start = points[0]
        timeline.append([.down(finger: pen.finger, mapping.position(of: start))])
        for end in points.dropFirst() {
            let length = try isMetric ? mapping.millimeters(from: start, to: end) : start.distance(to: end)
            let steps = (length * pen.rate / speed).rounded(.up)
            guard steps + Double(reports) <= Double(Self.maxLength) else { throw .tooManyReports(Self.maxLength) }
            let count = max(1, Int(steps))
            for step in 1...count {
                let part = Double(step) / Double(count)
                let point = Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
                reports += 1
                let moment = Int64((Double(reports) * period).rounded())
                timeline.append(
                    [.move(finger: pen.finger, mapping.position(of: step == count ? end : point))],
                    after: .microseconds(moment - timeline.duration.microseconds))
            }
            start = end
        }
        timeline.append([.up(finger: pen.finger)], after: .microseconds(Int64((period + pen.hold * 1000).rounded())))
        return timeline
    }
}

extension Gesture {
    /// Milliseconds a tapping finger stays down.
    static let tapDuration: Double = 60

    /// A tap: the finger lands, rests and lifts.
    static func tap(_ point: Point, pen: Pen = Pen(hold: tapDuration)) -> Gesture { Gesture([point], pen: pen) }

    /// Draws the dots of a pattern, numbered from 1, row by row, in the middle of the cells of an area.
    static func pattern(
        _ dots: [Int], in area: Rect, columns: Int = 3, rows: Int = 3, pen: Pen = Pen()
    ) -> Gesture {
        let (width, height) = (area.size.width / Double(columns), area.size.height / Double(rows))
        let points = dots.map { dot in
            let (row, column) = (dot - 1).quotientAndRemainder(dividingBy: columns)
            return Point(x: area.minX + (Double(column) + 0.5) * width, y: area.minY + (Double(row) + 0.5) * height)
        }
        return Gesture(points, pen: pen)
    }

    /// Drags a thumb of that width in pixels by its middle along a track, of which 0 is the left end, 1 the right.
    static func slide(
        to fraction: Double, in area: Rect, thumb: Double, from start: Double = 0, pen: Pen = Pen()
    ) -> Gesture {
        let middle = area.minY + area.size.height / 2
        let points = [start, fraction].map { part in
            Point(x: area.minX + thumb / 2 + part * (area.size.width - thumb), y: middle)
        }
        return Gesture(points, pen: pen)
    }
}
