package import TouchCore
import TouchDevice

/// How a finger draws.
package struct Pen: Equatable, Sendable {
    /// The speed of the finger.
    package var speed: Speed
    /// Reports per second.
    package var rate: Double
    /// Milliseconds of rest before the finger lifts.
    package var hold: Double
    /// The finger's number.
    package var finger: Int

    /// A speed in the view or on the panel.
    package enum Speed: Equatable, Sendable {
        /// View pixels per second.
        case pixels(Double)
        /// Millimeters per second.
        case millimeters(Double)
    }

    /// 125 reports per second is a USB panel polled every 8 ms; 1000 pixels per second is a brisk, steady hand.
    package init(speed: Speed = .pixels(1000), rate: Double = 125, hold: Double = 0, finger: Int = 0) {
        self.speed = speed
        self.rate = rate
        self.hold = hold
        self.finger = finger
    }
}

/// The path of one finger: it lands on the first point, moves straight to each next one and lifts on the last.
package struct Gesture: Equatable, Sendable {
    /// The points, in view pixels; at least one.
    package var points: [Point]
    /// How it is drawn.
    package var pen: Pen

    /// A gesture along `points`.
    package init(_ points: [Point], pen: Pen = Pen()) {
        precondition(!points.isEmpty, "a gesture needs a point to land on")
        self.points = points
        self.pen = pen
    }

    /// Maximum number of reports of a gesture, so that a typing error in a speed does not fill the memory.
    package static let maxLength = 1_000_000

    /// The frames of the gesture on a panel.
    ///
    /// Every point has its own report; the reports between them are evenly spaced, at most one period of `pen.rate`
    /// times `pen.speed` apart.
    ///
    /// - Throws: for a speed in millimeters on a panel without a size, or for more than ``maxLength`` reports.
    package func timeline(_ mapping: PanelMapping) throws(PanelError) -> Timeline {
        let period = 1_000_000 / pen.rate
        var timeline = Timeline()
        var reports = 0
        var start = points[0]
        timeline.append([.down(finger: pen.finger, mapping.position(of: start))])
        for end in points.dropFirst() {
            let steps = (try length(from: start, to: end, mapping) * pen.rate / speedNumber).rounded(.up)
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

    private var speedNumber: Double {
        switch pen.speed {
        case .pixels(let number), .millimeters(let number): number
        }
    }

    private func length(from start: Point, to end: Point, _ mapping: PanelMapping) throws(PanelError) -> Double {
        switch pen.speed {
        case .pixels: start.distance(to: end)
        case .millimeters: try mapping.millimeters(from: start, to: end)
        }
    }
}

extension Gesture {
    /// Milliseconds a tapping finger stays down.
    package static let tapDuration: Double = 60

    /// A tap: the finger lands, rests and lifts.
    package static func tap(_ point: Point, pen: Pen = Pen(hold: tapDuration)) -> Gesture { Gesture([point], pen: pen) }

    /// Draws the dots of a pattern, straight from one to the next.
    ///
    /// - Parameters:
    ///   - dots: numbers from 1, row by row.
    ///   - area: of the pattern; the dots are in the middle of its cells.
    ///   - columns: number of columns.
    ///   - rows: number of rows.
    package static func pattern(_ dots: [Int], in area: Rect, columns: Int = 3, rows: Int = 3, pen: Pen = Pen())
        -> Gesture
    {
        let (width, height) = (area.size.width / Double(columns), area.size.height / Double(rows))
        let points = dots.map { dot in
            let (row, column) = (dot - 1).quotientAndRemainder(dividingBy: columns)
            return Point(x: area.minX + (Double(column) + 0.5) * width, y: area.minY + (Double(row) + 0.5) * height)
        }
        return Gesture(points, pen: pen)
    }

    /// Drags a thumb along a horizontal track.
    ///
    /// - Parameters:
    ///   - fraction: where to lift: 0 is the thumb at the left end, 1 at the right.
    ///   - area: the track, ends included.
    ///   - thumb: the thumb's width in pixels; the finger holds its middle.
    ///   - start: where the thumb is at first, as `fraction`.
    package static func slide(
        to fraction: Double, in area: Rect, thumb: Double, from start: Double = 0, pen: Pen = Pen()
    )
        -> Gesture
    {
        let middle = area.minY + area.size.height / 2
        let points = [start, fraction].map { part in
            Point(x: area.minX + thumb / 2 + part * (area.size.width - thumb), y: middle)
        }
        return Gesture(points, pen: pen)
    }
}
