import TouchCore

/// Statistics of one panel's touches: its report rate, the jitter of a resting finger, contacts too short to be a
/// finger.
///
/// Constant memory. Lengths are millimeters if the panel reports its size, otherwise percent of the view.
package struct TouchStatistics: Sendable {
    /// Reports that changed a contact.
    private(set) var frames = 0
    private(set) var contacts = 0
    /// Contacts that were cancelled instead of lifting.
    private(set) var cancelled = 0
    /// Of those, the ones that a loss of events or another program ended, not the panel.
    private(set) var cancelledOutside = 0
    /// Fingers that were down when the dump or the recording ended.
    private(set) var leftDown = 0
    /// Landings that became no contact, and jumps, by reason.
    var ignored: [Unheard: Int] = [:]
    /// Why touchd does not read the panel; nil: it does.
    var refusal: String?
    /// Whether contacts never ended by themselves.
    var isStuck = false
    /// Reports in which three or more fingers landed at once.
    private(set) var crowds = 0
    /// The places of fingers, in fractions of the axes: the smallest and the largest.
    private(set) var reach: (low: UnitPoint, high: UnitPoint)?
    /// Number of places in each field of the panel, as built, row by row.
    private(set) var fields = [UInt32](repeating: 0, count: Self.columns * Self.rows)
    /// What the configured filters would do; nil: they were not tried.
    var filters: FilterEffect?
    /// From the last report to the end; nil: unknown.
    private(set) var silence: Interval?
    private(set) var isGrabbed = false
    private(set) var losses = 0
    private(set) var maxFingers = 0
    /// The shortest durations of contacts that lifted, shortest first.
    private(set) var shortest: [Interval] = []
    /// Fingers that lifted before ``ghostLife``.
    private(set) var ghosts = 0
    private(set) var isMillimeters = true
    /// From the first report to the last.
    private(set) var duration = Interval.seconds(0)
    /// Standard deviations of resting fingers' positions, worst axis, one per rest.
    private(set) var rests: [Double] = []
    /// Maximum distance between two positions of one resting finger.
    private(set) var widest = 0.0

    private var gaps = [UInt32](repeating: 0, count: Self.bucketCount)
    private var gapCount = 0
    private var hasMoved = false
    private var first: Instant?
    private var last: Instant?
    private var fingers: [ContactID: Finger] = [:]
    private var isOutside = false
    private var isOver = false

    /// Shorter contacts are not fingers: the shortest taps of people last about 50 ms.
    static let ghostLife = Interval.milliseconds(20)
    /// Columns and rows of ``fields``.
    package static let (columns, rows) = (16, 10)
    /// A finger rests while it stays within this, in millimeters (or percent).
    static let restDiameter = 1.0
    /// Minimum number of reports of a rest that counts.
    static let restReports = 10
    /// Minimum number of fingers that do not land within one report by chance.
    private static let crowd = 3
    private static let bucket: Int64 = 100
    private static let bucketCount = 1_000
    private static let maxRests = 1_000

    private struct Finger {
        let landed: Instant
        var count = 0.0
        var mean = (x: 0.0, y: 0.0)
        var squares = (x: 0.0, y: 0.0)
        var low: Point
        var high: Point
    }

    /// Counts one loss of events, which cancels the contacts of the next frame.
    mutating func countLoss() {
        losses += 1
        isOutside = true
    }

    mutating func noteMissedLift() { isOutside = true }

    /// Notes that contacts are cancelled from now on because nobody reads any longer; the time is that of live touches.
    mutating func end(at time: Instant?, isGrabbed: Bool) {
        isOver = true
        self.isGrabbed = isGrabbed
        if let time, let last { silence = time.since(last) }
    }

    mutating func record(_ frame: borrowing Frame) {
        defer { isOutside = false }
        if isOver {
            leftDown += frame.contacts.count(where: \.phase.isFinal)
            return
        }
        frames += 1
        if frame.contacts.count(where: { $0.phase == .began }) >= Self.crowd { crowds += 1 }
        // A finger at rest sends no reports; that is not a slow report rate.
        let moves = frame.contacts.contains { $0.phase == .moved }
        defer { hasMoved = moves }
        if let last, moves, hasMoved {
            let gap = frame.time.since(last).microseconds / Self.bucket
            if gap >= 0, gap < Int64(Self.bucketCount) {
                gaps[Int(gap)] += 1
                gapCount += 1
            }
        }
        first = first ?? frame.time
        last = frame.time
        if let first { duration = frame.time.since(first) }
        for contact in frame.contacts { record(contact, at: frame.time) }
        maxFingers = max(maxFingers, fingers.count)
    }

    private mutating func record(_ contact: Contact, at time: Instant) {
        if contact.millimeters == nil { isMillimeters = false }
        if !contact.phase.isFinal, let place = contact.place { extend(to: place) }
        let place = contact.millimeters.map { Point(x: $0.x, y: $0.y) } ?? contact.position
        switch contact.phase {
        case .began:
            contacts += 1
            fingers[contact.id] = Finger(landed: time, low: place, high: place)
            rest(contact.id, at: place)
        case .moved: rest(contact.id, at: place)
        case .ended, .cancelled:
            guard let finger = fingers.removeValue(forKey: contact.id) else { return }
            endRest(finger)
            guard contact.phase == .ended else {
                cancelled += 1
                if isOutside { cancelledOutside += 1 }
                return
            }
            let life = time.since(finger.landed)
            if life < Self.ghostLife { ghosts += 1 }
            shortest.append(life)
            shortest.sort()
            if shortest.count > 3 { shortest.removeLast() }
        }
    }

    private mutating func extend(to place: UnitPoint) {
        let (column, row) = (place.x * Double(Self.columns), place.y * Double(Self.rows))
        if column >= 0, row >= 0, column.isFinite, row.isFinite {
            fields[Int(min(row, Double(Self.rows - 1))) * Self.columns + Int(min(column, Double(Self.columns - 1)))] +=
                1
        }
        guard let reach else { return self.reach = (place, place) }
        self.reach = (
            UnitPoint(x: min(reach.low.x, place.x), y: min(reach.low.y, place.y)),
            UnitPoint(x: max(reach.high.x, place.x), y: max(reach.high.y, place.y))
        )
    }

    /// Welford's sums of the present rest; a movement beyond it begins another.
    private mutating func rest(_ id: ContactID, at place: Point) {
        guard var finger = fingers[id] else { return }
        let low = Point(x: min(finger.low.x, place.x), y: min(finger.low.y, place.y))
        let high = Point(x: max(finger.high.x, place.x), y: max(finger.high.y, place.y))
        if max(high.x - low.x, high.y - low.y) > Self.restDiameter {
            endRest(finger)
            finger = Finger(landed: finger.landed, low: place, high: place)
        } else {
            (finger.low, finger.high) = (low, high)
        }
        finger.count += 1
        let (dx, dy) = (place.x - finger.mean.x, place.y - finger.mean.y)
        finger.mean.x += dx / finger.count
        finger.mean.y += dy / finger.count
        finger.squares.x += dx * (place.x - finger.mean.x)
        finger.squares.y += dy * (place.y - finger.mean.y)
        fingers[id] = finger
    }

    private mutating func endRest(_ finger: Finger) {
        guard finger.count >= Double(Self.restReports), rests.count < Self.maxRests else { return }
        rests.append((max(finger.squares.x, finger.squares.y) / finger.count).squareRoot())
        widest = max(widest, finger.high.x - finger.low.x, finger.high.y - finger.low.y)
    }

    /// Whether there were enough reports for a 99th percentile.
    var hasManyGaps: Bool { gapCount >= 100 }

    /// A percentile of the time between reports of moving fingers, 0.5 for the median; nil without two reports.
    func gap(_ part: Double) -> Interval? {
        guard gapCount > 0 else { return nil }
        let wanted = max(1, Int((Double(gapCount) * part).rounded(.up)))
        var count = 0
        for (index, bucket) in gaps.enumerated() {
            count += Int(bucket)
            if count >= wanted { return .microseconds(Int64(index) * Self.bucket + Self.bucket / 2) }
        }
        return nil
    }

    /// The median of ``rests``; nil if no finger rested.
    var jitter: Double? { rests.isEmpty ? nil : rests.sorted()[rests.count / 2] }
}
