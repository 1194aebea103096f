internal import TouchDevice
internal import TouchCore

/// The value syntax of `[panel NAME]` sections.
///
/// | form   | written             | meaning                                           |
/// |--------|---------------------|---------------------------------------------------|
/// | text   | `pci-0000:00:14.0`  | any text, not empty                               |
/// | id     | `1fd2:6007`         | two hexadecimal numbers of four digits            |
/// | part   | `1080x1920+1920+0`  | an extent, then the place of its corner, in pixels |
/// | zones  | `0:0:5:100`         | two corners in percent; several with commas       |
/// | matrix | `1 0 0 0 1 0`       | six numbers, signs and points allowed             |
extension Grammar {
    static func text(_ text: String) -> String? { text.isEmpty ? nil : text }

    static func part(_ text: String) -> Rect? {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 3, let size = extent(String(parts[0]), in: Size.viewSides),
            let x = number(parts[1], in: 0...Size.viewSides.upperBound),
            let y = number(parts[2], in: 0...Size.viewSides.upperBound)
        else { return nil }
        return Rect(x: Double(x), y: Double(y), width: size.width, height: size.height)
    }

    static func zones(_ text: String) -> [FilterSettings.DeadZone]? {
        list(text, zone).flatMap { $0.count <= 16 ? $0 : nil }
    }

    private static func zone(_ text: String) -> FilterSettings.DeadZone? {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        let parts = words.compactMap { decimal(String($0), in: 0...100) }
        guard words.count == 4, parts.count == 4, parts[0] < parts[2], parts[1] < parts[3] else { return nil }
        return FilterSettings.DeadZone(
            start: UnitPoint(x: parts[0] / 100, y: parts[1] / 100), end: UnitPoint(x: parts[2] / 100, y: parts[3] / 100)
        )
    }

    static func matrix(_ text: String) -> Transform? {
        let words = text.split(separator: " ")
        let numbers = words.compactMap { word -> Double? in
            let isNegative = word.hasPrefix("-")
            return decimal(String(isNegative ? word.dropFirst() : word), in: 0...100).map { isNegative ? -$0 : $0 }
        }
        guard words.count == 6, numbers.count == 6 else { return nil }
        let matrix = Transform(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        return matrix.isProper ? matrix : nil
    }
}
