internal import TouchCore

/// Recognizes landings on a panel that no finger makes, by their rate and their place.
///
/// * 3,000 within a minute, steadily or in bursts. Ten fingers of a child that slaps land forty times a second, and not for
///   so long.
/// * One place in 120 different minutes of a day, and hardly anything beside it. Fingers that aim at a button spread over
///   many times that place, and a finger that rests, or is lost and found again, does not stay for two hours.
struct StormSigns {
    /// What the landings have in common.
    enum Sign: Hashable {
        case rate
        case place(UnitPoint)
    }

    static let rate = 3_000
    static let minutes = 120
    /// For so many landings at the place there may be one beside it.
    static let purity = 50
    /// The panel has so many cells a side; a place is a square of four.
    private static let side = 256
    /// How far around the place is beside it, in cells.
    private static let margin = 3

    /// How many fingers landed in each of the last 60 seconds, in all of them, and the number of the present one.
    private var landings = [Int](repeating: 0, count: 60)
    private var sum = 0
    private var second: Int64 = 0
    private var dayBegan: Instant?
    /// In how many minutes of the day a finger landed in each cell, and in which one last, as ``stamp(of:)``.
    private var counts = [UInt8](repeating: 0, count: side * side)
    private var stamps = [UInt8](repeating: 0, count: side * side)

    /// Records a landing.
    ///
    /// - Parameter place: where, in fractions of the axes; nil: it must not matter.
    /// - Returns: what shows that no finger made it.
    mutating func land(at place: UnitPoint?, _ time: Instant) -> Sign? {
        let isFast = count(time)
        if let place, note(place.clamped, time) { return .place(place.clamped) }
        return isFast ? .rate : nil
    }

    private mutating func count(_ time: Instant) -> Bool {
        let number = time.microseconds / 1_000_000
        second = max(second, number - 60)
        while second < number {
            second += 1
            sum -= landings[Int(second % 60)]
            landings[Int(second % 60)] = 0
        }
        landings[Int(second % 60)] += 1
        sum += 1
        return sum >= Self.rate
    }

    /// Returns whether the place is one that landings come back to.
    private mutating func note(_ place: UnitPoint, _ time: Instant) -> Bool {
        let began = dayBegan ?? time
        dayBegan = began
        if time.since(began) >= .seconds(86_400) {
            dayBegan = time
            for index in counts.indices { (counts[index], stamps[index]) = (0, 0) }
        }
        let (column, row) = (Self.cell(place.x), Self.cell(place.y))
        let stamp = Self.stamp(of: time)
        // A minute counts once for a place, whichever of its cells it is in.
        for row in max(row - 1, 0)...min(row + 1, Self.side - 1) {
            for column in max(column - 1, 0)...min(column + 1, Self.side - 1)
            where stamps[row * Self.side + column] == stamp { return false }
        }
        let own = row * Self.side + column
        stamps[own] = stamp
        if counts[own] < .max { counts[own] += 1 }
        return isPure(column - 1, row - 1) || isPure(column, row - 1) || isPure(column - 1, row) || isPure(column, row)
    }

    /// Whether landings come back to the place of four cells, and hardly beside it.
    private func isPure(_ column: Int, _ row: Int) -> Bool {
        let hits = sum(column, row, 2)
        guard hits >= Self.minutes else { return false }
        let around = sum(column - Self.margin, row - Self.margin, 2 + 2 * Self.margin)
        return (around - hits) * Self.purity <= hits
    }

    /// The landings in a square, as far as it is on the panel.
    private func sum(_ column: Int, _ row: Int, _ length: Int) -> Int {
        var sum = 0
        for row in max(row, 0)..<min(row + length, Self.side) {
            for column in max(column, 0)..<min(column + length, Self.side) {
                sum += Int(counts[row * Self.side + column])
            }
        }
        return sum
    }

    private static func cell(_ fraction: Double) -> Int { min(max(Int(fraction * Double(side)), 0), side - 1) }

    /// The minute, never 0; the same one comes back after four hours, which costs a landing then.
    private static func stamp(of time: Instant) -> UInt8 { UInt8(time.microseconds / 60_000_000 % 255) + 1 }
}
