/// One axis of a panel as the kernel describes it (`struct input_absinfo`).
public struct Axis: Hashable, Sendable {
    /// The smallest value in raw units.
    public var minimum: Int32
    /// The largest value in raw units, inclusive.
    public var maximum: Int32
    /// Units per millimeter; 0 if the driver does not say.
    public var resolution: Int32
    /// The change in raw units below which a report counts as noise.
    public var fuzz: Int32
    /// The range around the center that a joystick reports as the center, in raw units.
    package var flat: Int32 = 0

    /// Makes an axis.
    public init(minimum: Int32, maximum: Int32, resolution: Int32 = 0, fuzz: Int32 = 0) {
        (self.minimum, self.maximum) = (minimum, maximum)
        (self.resolution, self.fuzz) = (resolution, fuzz)
    }

    /// Makes an axis of its ``numbers``; nil unless there are five or more.
    package init?(_ numbers: [Int32]) {
        guard numbers.count >= 5 else { return nil }
        self.init(minimum: numbers[0], maximum: numbers[1], resolution: numbers[4], fuzz: numbers[2])
        flat = numbers[3]
    }

    /// All of it, in the kernel's order: minimum, maximum, fuzz, flat, resolution.
    package var numbers: [Int32] { [minimum, maximum, fuzz, flat, resolution] }

    /// The number of steps from the smallest to the largest value; safe for all of Int32.
    public var steps: Int64 { Int64(maximum) - Int64(minimum) }

    /// Whether the range is not empty.
    public var isProper: Bool { steps > 0 }

    /// The unit at a fraction of the axis: 0 is the first, `whole` exactly the last; what lies outside is extrapolated.
    package func unit(at part: Double, of whole: Double = 1) -> Int32 {
        let value = Double(minimum) + (part * Double(steps) / whole).rounded()
        guard value.isFinite else { return minimum }
        return Int32(max(Double(Int32.min), min(Double(Int32.max), value)))
    }

    /// The length of the axis in millimeters; nil without resolution.
    public var millimeters: Double? {
        isProper && resolution > 0 ? Double(steps) / Double(resolution) : nil
    }
}
