public import TouchCore

/// A histogram of the times between reports of a panel, in classes a quarter of an octave wide.
///
/// Constant memory; when a class is full, all are halved, so that old times fade.
public struct ReportRhythm: Hashable, Sendable {
    /// The upper end of the first class, in microseconds: 4 kHz.
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
    /// Number of counted times that have not faded.
    public private(set) var total = 0

    /// Makes an empty histogram.
    public init() {}

    /// Counts the time between two reports; pauses of a second or more are ignored.
    public mutating func count(_ spacing: Interval) {
        let time = Double(spacing.microseconds)
        guard time > 0, time <= Self.ends[Self.classes - 1] else { return }
        // Four classes per octave: the search begins at the octave of the time.
        var index = max(0, 4 * (63 - (spacing.microseconds / Int64(Self.shortest)).leadingZeroBitCount))
        while Self.ends[index] < time { index += 1 }
        if counts[index] == .max { fade() }
        counts[index] += 1
        total += 1
    }

    /// This histogram minus another one.
    public func without(_ other: ReportRhythm) -> ReportRhythm {
        var rest = self
        rest.total = 0
        for index in counts.indices {
            rest.counts[index] = counts[index] > other.counts[index] ? counts[index] - other.counts[index] : 0
            rest.total += Int(rest.counts[index])
        }
        return rest
    }

    /// A quantile of the spacings (0.5 is the median), in microseconds, accurate to a fifth; nil if empty.
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
