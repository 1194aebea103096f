/// An absolute axis as a device declares it (struct input_absinfo of linux/input.h, without the value).
package struct AxisDescription: Equatable, Sendable {
    /// The smallest value, in device units.
    package var minimum: Int32
    /// The largest value, in device units.
    package var maximum: Int32
    /// Changes the kernel treats as noise, in device units.
    package var fuzz: Int32
    /// The dead zone around the middle, in device units.
    ///
    /// 0 on panels.
    package var flat: Int32
    /// Device units per millimeter; 0 if unknown.
    package var resolution: Int32

    /// An axis from `minimum` to `maximum`.
    package init(_ minimum: Int32, _ maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// Device units from the first to the last, as a number that cannot overflow.
    package var span: Double { Double(maximum) - Double(minimum) }

    /// The device unit at a fraction of the axis: 0 is the first, 1 exactly the last; values outside are extrapolated.
    package func unit(at part: Double) -> Int32 {
        let value = (Double(minimum) + part * span).rounded()
        return Int32(max(Double(Int32.min), min(Double(Int32.max), value)))
    }
}
