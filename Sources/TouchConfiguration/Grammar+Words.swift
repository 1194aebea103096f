internal import TouchCore

/// Ranges as text, for errors and the documented file: in the largest unit that gives whole numbers.
extension Grammar {
    static func words(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

    static func words(_ range: ClosedRange<Double>) -> String {
        func word(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
        return "\(word(range.lowerBound)) to \(word(range.upperBound))"
    }

    /// Units of time in milliseconds, the largest first.
    private static let units: [(name: String, length: Int64)] = [("h", 3_600_000), ("min", 60_000), ("s", 1_000)]

    static func words(_ range: ClosedRange<Interval>) -> String {
        func word(_ interval: Interval) -> String {
            let milliseconds = interval.microseconds / 1_000
            if milliseconds == 0 { return "0s" }
            guard let unit = units.first(where: { milliseconds % $0.length == 0 }) else { return "\(milliseconds)ms" }
            return "\(milliseconds / unit.length)\(unit.name)"
        }
        return "\(word(range.lowerBound)) to \(word(range.upperBound))"
    }

    static func words(bytes range: ClosedRange<Int>) -> String {
        func word(_ bytes: Int) -> String { bytes % (1 << 30) == 0 ? "\(bytes >> 30)GiB" : "\(bytes >> 20)MiB" }
        return "\(word(range.lowerBound)) to \(word(range.upperBound))"
    }
}
