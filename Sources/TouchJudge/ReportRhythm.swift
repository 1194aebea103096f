public import TouchCore

/// How long a panel takes from one report to the next, as counts in classes that grow by a quarter of an octave.
///
/// Takes the same memory however much it has seen; when a class is full, all are halved, so that old times fade.
public struct ReportRhythm: Hashable, Sendable {
    /// The shortest time that is told apart, in microseconds: 4 kHz.
    private static let shortest = 250.0
    private static let classes = 48
    /// The upper ends of the classes, in microseconds.
    private static let ends: [Double] = {
        // 2 to the power of a quarter, so that no logarithm is needed.
        let ratio = 2.0.squareRoot().squareRoot()
        var ends = [shortest]
        for _ in 1..<classes { ends.append(ends[ends.count - 1] * ratio) }
        return ends
    }()

    private var counts = [UInt16](repeating: 0, count: classes)
    /// How many times were counted and have not faded.
    public private(set) var total = 0

    /// Makes one that knows nothing.
    public init() {}

    /// Counts the time between two reports; pauses of a second and more are no rhythm.
    public mutating func count(_ spacing: Interval) {
        let time = Double(spacing.microseconds)
        guard time > 0, time <= Self.ends[Self.classes - 1] else { return }
        // Four classes to the octave: the search begins at the time's own.
        var index = max(0, 4 * Int((time / Self.shortest).exponent))
        while Self.ends[index] < time { index += 1 }
        if counts[index] == .max { fade() }
        counts[index] += 1
        total += 1
    }

    /// The rhythm without what another one counted.
    public func without(_ other: ReportRhythm) -> ReportRhythm {
        var rest = self
        rest.total = 0
        for index in counts.indices {
            rest.counts[index] = counts[index] > other.counts[index] ? counts[index] - other.counts[index] : 0
            rest.total += Int(rest.counts[index])
        }
        return rest
    }

    /// The time that a part of all spacings do not exceed, in microseconds, exact to a fifth; nil if it knows nothing.
    ///
    /// - Parameter part: 0…1; 0.5 is the median.
    public func quantile(_ part: Double) -> Double? {
        guard total > 0 else { return nil }
        let wanted = max(1, Int((part * Double(total)).rounded(.up)))
        var seen = 0
        for index in counts.indices {
            seen += Int(counts[index])
            if seen >= wanted { return Self.ends[index] }
        }
        return nil
    }

    private mutating func fade() {
        total = 0
        for index in counts.indices {
            counts[index] /= 2
            total += Int(counts[index])
        }
    }
}
