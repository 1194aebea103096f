public import TouchCore

extension PanelSize {
    /// What the resolutions of two axes amount to; nil if one has none.
    public init?(x: Axis, y: Axis) {
        guard let width = x.millimeters, let height = y.millimeters else { return nil }
        self.init(width: width, height: height)
    }

    /// Why a claimed size counts as unknown, as text; nil: it is believed.
    public var doubt: String? {
        func tenths(_ side: Double) -> Double { (side * 10).rounded() / 10 }
        return isPlausible ? nil : "claims \(tenths(width)) × \(tenths(height)) mm, not believed"
    }
}

extension Transform {
    /// The map of a property LIBINPUT_CALIBRATION_MATRIX as libinput reads it: by the first six numbers; nil if there are fewer.
    public init?(udev text: String) {
        let words = text.split(separator: " ").prefix(6)
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        guard words.count == 6, numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}

extension Device {
    /// Why the size that the driver claims is not in ``size``, as text; nil: it claims none, or is believed.
    public var sizeDoubt: String? { PanelSize(x: x, y: y)?.doubt }
}
